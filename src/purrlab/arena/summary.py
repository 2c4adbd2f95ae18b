"""What a match says about the bots: means with 95 % confidence intervals, clustered by deal.

The games of one deal are not independent: all of them have the same cards. So the mean of each deal counts once.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from statistics import NormalDist, fmean, stdev

import msgspec

from purrlab.arena.match import GameResult, Match
from purrlab.arena.ratings import Rating, rate

CONFIDENCE = 0.95
MIN_DEALS_FOR_INTERVAL = 5  # deals that say something about the spread


class Estimate(msgspec.Struct, frozen=True):
    mean: float
    lowest: float | None  # of the confidence interval; None: too few deals, or all alike, say nothing about it
    highest: float | None


class Summary(msgspec.Struct, frozen=True):
    """One bot in a match, for all seats that it had."""

    bot: str
    games: int
    rounds: int
    points: Estimate  # a round, or a game where rounds are not scored on their own
    lead: Estimate | None  # over the mean of the other bots at the table, in the same unit
    won: Estimate  # share of the games, a shared win in parts
    counts: dict[str, Estimate]  # share of the rounds in which something was so that the game counts
    milliseconds: float | None  # a move
    rating: Rating | None

    @property
    def unit(self) -> str:
        """What the points are counted by."""
        return "round" if self.rounds > self.games else "game"


Number = Callable[[GameResult, int], float | None]


def summarise(match: Match, games: Sequence[GameResult]) -> list[Summary]:
    """Most points first."""
    ratings = rate(games)
    bots = dict.fromkeys(match.bots)
    found = [_summary(bot, games, ratings.get(bot)) for bot in bots]
    return sorted(found, key=lambda each: -each.points.mean)


def _summary(bot: str, games: Sequence[GameResult], rating: Rating | None) -> Summary:
    seats = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
    moves = sum(game.moves[seat] for game, seat in seats)
    points = _estimate(seats, lambda game, seat: game.points[seat] / game.rounds)
    assert points is not None
    won = _share(seats, lambda game, seat: game.won[seat])
    assert won is not None
    return Summary(
        bot=bot,
        games=len(seats),
        rounds=sum(game.rounds for game, _ in seats),
        points=points,
        lead=_estimate(seats, _lead),
        won=won,
        counts=_counts(seats),
        milliseconds=1000 * sum(game.seconds[seat] for game, seat in seats) / moves if moves else None,
        rating=rating,
    )


def _counts(seats: Sequence[tuple[GameResult, int]]) -> dict[str, Estimate]:
    names = dict.fromkeys(name for game, _ in seats for name in game.counts)
    shares = {name: _share(seats, partial(_share_of_rounds, name)) for name in names}
    return {name: share for name, share in shares.items() if share is not None}


def _share_of_rounds(count: str, game: GameResult, seat: int) -> float | None:
    return game.counts[count][seat] / game.rounds if count in game.counts else None


def _lead(game: GameResult, seat: int) -> float | None:
    others = [points for points, bot in zip(game.points, game.bots, strict=True) if bot != game.bots[seat]]
    return (game.points[seat] - fmean(others)) / game.rounds if others else None


def _estimate(seats: Sequence[tuple[GameResult, int]], number: Number) -> Estimate | None:
    by_deal: dict[int, list[float]] = {}
    for game, seat in seats:
        value = number(game, seat)
        if value is None:
            return None
        by_deal.setdefault(game.deal, []).append(value)
    return estimate([fmean(values) for values in by_deal.values()])


def _share(seats: Sequence[tuple[GameResult, int]], number: Number) -> Estimate | None:
    """Something that lies between nothing and all, and so does its interval."""
    found = _estimate(seats, number)
    if found is None or found.lowest is None or found.highest is None:
        return found
    return Estimate(found.mean, max(0.0, found.lowest), min(1.0, found.highest))


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, and where it is likely to lie."""
    mean = fmean(values)
    spread = stdev(values) if len(values) >= MIN_DEALS_FOR_INTERVAL else 0.0
    if not spread:
        return Estimate(mean, None, None)
    reach = _student(len(values) - 1) * spread / sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach)


def _student(freedom: int) -> float:
    """The quantile of Student's t, by the expansion of Cornish and Fisher around the normal one."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
