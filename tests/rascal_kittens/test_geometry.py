"""RK10, RK11, RK13: the taut string, decided within a hair of the rim."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rascal_kittens.checker import squared_distance_to_segment

from purrlab.games.rascal_kittens.geometry import Disc, Point, distance, overlap, touches

spots = st.builds(Point, st.integers(0, 100_000), st.integers(0, 100_000))
discs = st.builds(Disc, spots, st.integers(1, 50_000))


def by_floats(end: Point, disc: Disc) -> bool:
    """What a plain program would say of the line from the corner."""
    x, y, at_x, at_y, radius = (each / 1000 for each in (*end, *disc.centre, disc.radius))
    return abs(at_x * y - at_y * x) / hypot(x, y) <= radius


class TestRK11Touch:
    """RK11: touching the rim counts."""

    @pytest.mark.parametrize(
        ("start", "end", "centre", "radius"),
        [
            ((0, 0), (100, 0), (50, 5), 5),
            ((50, 0), (50, 100), (45, 50), 5),
            ((0, 25), (100, 100), (46, 67), 6),  # 3-4-5: this line is exactly 6 away from the centre
            ((0, 100), (75, 0), (50, 50), 10),  # 3-4-5: exactly 10 away
            ((40, 0), (40, 0), (43, 4), 5),  # no way at all: the notch itself lies on the rim
            ((0, 0), (30, 40), (33, 44), 5),  # beyond the end
            ((30, 40), (0, 0), (33, 44), 5),  # beyond the start
        ],
    )
    def test_rk11_the_rim_counts_and_a_thousandth_less_does_not(
        self, start: tuple[int, int], end: tuple[int, int], centre: tuple[int, int], radius: int
    ) -> None:
        one, other, middle = (Point(x * 1000, y * 1000) for x, y in (start, end, centre))
        assert touches(one, other, Disc(middle, radius * 1000))
        assert not touches(one, other, Disc(middle, radius * 1000 - 1))

    @pytest.mark.parametrize(
        ("end", "disc", "beyond"),
        [
            (Point(75_000, 100_000), Disc(Point(50_021, 59_193), 4_501), 0),  # 3-4-5: exactly on the rim
            (Point(71_891, 100_000), Disc(Point(24_284, 27_000), 3_957), 31),  # less than 1e-12 beyond it
        ],
    )
    def test_rk11_a_hair_that_floats_cannot_see(self, end: Point, disc: Disc, beyond: int) -> None:
        """``beyond``: by how much the square of the distance, times the squared length, misses the radius'."""
        across = disc.centre.x * end.y - disc.centre.y * end.x
        assert across**2 - disc.radius**2 * (end.x**2 + end.y**2) == beyond
        touched = beyond <= 0
        assert touches(Point(0, 0), end, disc) == touched
        assert by_floats(end, disc) != touched

    @given(start=spots, end=spots, disc=discs)
    def test_rk11_agrees_with_fractions(self, start: Point, end: Point, disc: Disc) -> None:
        one, other, centre = ((Fraction(point.x), Fraction(point.y)) for point in (start, end, disc.centre))
        assert touches(start, end, disc) == (squared_distance_to_segment(one, other, centre) <= disc.radius**2)

    @given(start=spots, end=spots, disc=discs)
    def test_rk10_a_string_is_the_same_both_ways(self, start: Point, end: Point, disc: Disc) -> None:
        assert touches(start, end, disc) == touches(end, start, disc)
        assert distance(start, end) == distance(end, start)

    @given(end=spots, disc=discs)
    def test_rk11_a_notch_inside_a_toy_touches_it(self, end: Point, disc: Disc) -> None:
        assert touches(disc.centre, end, disc)


class TestRK13Length:
    """RK13: lengths in whole billionths, the nearest one."""

    @pytest.mark.parametrize(
        ("end", "length"),
        [
            (Point(3_000, 4_000), 5_000_000_000),
            (Point(1_000, 1_000), 1_414_213_562),
            (Point(1, 0), 1_000_000),
            (Point(0, 0), 0),
            (Point(100_000, 100_000), 141_421_356_237),
        ],
    )
    def test_rk13_known_lengths(self, end: Point, length: int) -> None:
        assert distance(Point(0, 0), end) == length

    @given(start=spots, end=spots)
    def test_rk13_is_the_nearest_billionth(self, start: Point, end: Point) -> None:
        with localcontext() as context:
            context.prec = 60
            square = (end.x - start.x) ** 2 + (end.y - start.y) ** 2
            true = Decimal(square).sqrt() * 1_000_000
            assert abs(true - distance(start, end)) <= Decimal("0.5")


class TestRK4Overlap:
    def test_rk4_rims_may_touch(self) -> None:
        one = Disc(Point(10_000, 10_000), 5_000)
        assert not overlap(one, Disc(Point(16_000, 18_000), 5_000))
        assert overlap(one, Disc(Point(16_000, 17_999), 5_000))
