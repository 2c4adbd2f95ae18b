"""The taut string, in whole numbers only, so that every machine comes to the same (RK10, RK11, RK13).

Coordinates are whole thousandths of the floor's unit. Whether a segment touches a disc is decided by comparing
squares of them, without any rounding. Only a length has to be rounded: to the nearest billionth of the unit.
"""

from math import isqrt
from typing import Annotated, NamedTuple

from purrlab.games.encoding import EncodedAs

THOUSANDTHS = 1_000  # of the unit: coordinates and radii
BILLIONTHS = 1_000_000_000  # of the unit: lengths of string


def in_units(length: int) -> float:
    """A length of string as people read it: in units of the floor, with nine decimals."""
    return length / BILLIONTHS


StringLength = Annotated[int, EncodedAs(float, in_units)]  # in billionths


class Point(NamedTuple):
    x: int
    y: int


class Disc(NamedTuple):
    """A toy on the floor."""

    centre: Point
    radius: int


def squared(one: Point, other: Point) -> int:
    """The square of the distance between two points."""
    return (other.x - one.x) ** 2 + (other.y - one.y) ** 2


def touches(start: Point, end: Point, disc: Disc) -> bool:
    """RK11: whether the segment comes as near to the disc's centre as its radius. The rim counts."""
    centre, reach = disc.centre, disc.radius**2
    length = squared(start, end)
    # How far along the segment its point nearest to the centre lies, times the length.
    along = (centre.x - start.x) * (end.x - start.x) + (centre.y - start.y) * (end.y - start.y)
    if along <= 0:
        return squared(start, centre) <= reach
    if along >= length:
        return squared(end, centre) <= reach
    across = (centre.x - start.x) * (end.y - start.y) - (centre.y - start.y) * (end.x - start.x)
    return across**2 <= reach * length


def overlap(one: Disc, other: Disc) -> bool:
    """Whether one disc lies over the other. Rims may touch."""
    return squared(one.centre, other.centre) < (one.radius + other.radius) ** 2


def distance(start: Point, end: Point) -> int:
    """RK13: the length of the segment in billionths, rounded to the nearest one."""
    square = squared(start, end) * (BILLIONTHS // THOUSANDTHS) ** 2
    root = isqrt(square)
    return root + (square - root * root > root)
