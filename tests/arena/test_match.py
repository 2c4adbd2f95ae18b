"""Bots against bots: one match, and what comes of it."""

import sys

import pytest
from arena.arena_helpers import MATCH, timeless

from purrlab.arena import (
    ArenaError,
    GameResult,
    Match,
    check_match,
    play_in_processes,
    play_match_game,
    play_on_ray,
    summarise,
)
from purrlab.arena.summary import Estimate, estimate
from purrlab.bots import UnknownBot
from purrlab.games.game import InvalidSetup

GAMES = list(MATCH.games())


class TestMatch:
    def test_every_order_that_makes_a_difference(self) -> None:
        assert len(MATCH.seatings) == 4
        assert {seating.index("heuristic") for seating in MATCH.seatings} == {0, 1, 2, 3}
        assert len(Match("cat-in-the-box", ("a", "b", "a", "b"), 1, "s").seatings) == 6
        assert len(Match("cat-in-the-box", ("a", "b", "c", "d"), 1, "s").seatings) == 24
        assert not MATCH.rotates

    def test_rotations_where_there_are_too_many(self) -> None:
        match = Match("cat-in-the-box", tuple("abcde"), 2, "s")
        assert match.rotates
        assert match.seatings == [tuple("abcde"), tuple("bcdea"), tuple("cdeab"), tuple("deabc"), tuple("eabcd")]
        assert len(list(match.games())) == 10

    def test_a_game_can_be_played_again_alone(self) -> None:
        one, again = play_match_game(MATCH, 1, 2), play_match_game(MATCH, 1, 2)
        assert (one.points, one.won, one.moves) == (again.points, again.won, again.moves)
        assert one.bots == MATCH.seatings[2]
        assert one.rounds == 4
        assert sum(one.won) == pytest.approx(1)
        assert list(one.counts) == ["bid made", "paradox"]
        assert sum(one.counts["paradox"]) <= 4
        assert play_match_game(MATCH, 1, 3).points != one.points

    def test_two_players_hit_with_four_tricks_or_fewer(self) -> None:
        """CB17."""
        played = play_match_game(Match("cat-in-the-box", ("random", "random"), 1, "s"), 0, 0)
        assert max(played.counts["bid made"]) == 2

    def test_games_without_scored_rounds(self) -> None:
        played = play_match_game(Match("rascal-kittens", ("heuristic", "random"), 1, "s"), 0, 0)
        assert (played.rounds, played.counts) == (1, {})
        assert min(played.points) >= 0

    def test_what_cannot_be_played_is_refused_first(self) -> None:
        with pytest.raises(UnknownBot, match="clever hans"):
            check_match(Match("cat-in-the-box", ("clever hans", "random"), 1, "s"))
        with pytest.raises(InvalidSetup, match="players"):
            check_match(Match("cat-in-the-box", ("random",), 1, "s"))


def made_up(deal: int, points: tuple[int, int], seating: int = 0) -> GameResult:
    bots = ("a", "b") if seating == 0 else ("b", "a")
    won = tuple(float(mine == max(points)) for mine in points)
    return GameResult(
        deal, seating, bots, points, won, 2, (10, 10), (0.1, 0.2), {"bid made": (1, 2), "paradox": (0, 1)}
    )


class TestSummary:
    def test_means_and_what_one_is_ahead_by(self) -> None:
        games = [made_up(0, (8, 4)), made_up(0, (2, 6), 1), made_up(1, (4, 4))]
        first, second = summarise(Match("cat-in-the-box", ("a", "b"), 2, "s"), games)
        assert (first.bot, first.games, first.rounds) == ("a", 3, 6)
        assert first.points.mean == pytest.approx((3.5 + 2) / 2)  # each deal counts once
        assert first.lead is not None
        assert first.lead.mean == pytest.approx(1.0)
        assert second.lead is not None
        assert second.lead.mean == pytest.approx(-1.0)
        assert first.counts["bid made"].mean == pytest.approx((0.75 + 0.5) / 2)
        assert first.milliseconds == pytest.approx(1000 * 0.4 / 30)
        assert first.rating is not None
        assert second.rating is not None
        assert first.rating.mu > second.rating.mu

    def test_intervals_by_students_t(self) -> None:
        """Of 1 to 5: the deviation is 1.5811, the quantile for four degrees of freedom 2.776."""
        five = estimate([1, 2, 3, 4, 5])
        assert five.mean == 3
        assert five.highest == pytest.approx(3 + 2.776 * 1.5811 / 5**0.5, abs=0.02)
        assert five.lowest == pytest.approx(3 - 2.776 * 1.5811 / 5**0.5, abs=0.02)

    @pytest.mark.parametrize("values", [[3], [1, 1], [1, 2, 3, 4], [0, 0, 0, 0, 0, 0]], ids=str)
    def test_too_few_deals_or_all_alike_give_no_interval(self, values: list[float]) -> None:
        """Two deals that happen to be alike would look as if all were known."""
        assert estimate(values) == Estimate(sum(values) / len(values), None, None)

    def test_games_of_one_deal_count_once(self) -> None:
        """The same deal a hundred times says no more than once."""
        once = [made_up(deal, (deal, 0)) for deal in range(5)]
        often = [made_up(deal, (deal, 0)) for deal in range(5) for _ in range(100)]
        match = Match("cat-in-the-box", ("a", "b"), 5, "s")
        points = summarise(match, once)[0].points
        assert points.lowest is not None
        assert points == summarise(match, often)[0].points

    def test_shares_and_their_intervals_lie_between_nothing_and_all(self) -> None:
        games = [made_up(deal, (1, 0)) for deal in range(4)] + [made_up(4, (0, 1))]
        won = summarise(Match("cat-in-the-box", ("a", "b"), 5, "s"), games)[0].won
        assert won.mean == pytest.approx(0.8)
        assert won.lowest is not None
        assert 0 < won.lowest < 0.8
        assert won.highest == 1


class TestParallel:
    def test_many_processes_play_the_same_games(self) -> None:
        assert timeless(play_in_processes(MATCH, GAMES, 2)) == timeless(play_in_processes(MATCH, GAMES, 1))

    def test_without_ray_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "ray", None)
        with pytest.raises(ArenaError, match=r"pip install 'purrlab\[ray\]'"):
            list(play_on_ray(MATCH, GAMES, "local"))

    @pytest.mark.heavy
    def test_a_ray_cluster_that_is_not_there(self) -> None:
        with pytest.raises(ArenaError, match="no Ray cluster answers"):
            list(play_on_ray(MATCH, GAMES, "auto"))
