"""Ratings by openskill (Plackett-Luce): who finishes ahead of whom, over all games in the order of the deals."""

from collections.abc import Sequence
from statistics import fmean

import msgspec

from purrlab.arena.match import GameResult


class Rating(msgspec.Struct, frozen=True):
    mu: float  # the strength; everybody begins with 25
    sigma: float  # the doubt about it


def rate(games: Sequence[GameResult]) -> dict[str, Rating]:
    """A rating for each bot; none where openskill is missing or nobody else played."""
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415  # an extra
    except ImportError:
        return {}
    model = PlackettLuce()
    bots = sorted({bot for game in games for bot in game.bots})
    if len(bots) < 2:
        return {}
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for game in sorted(games, key=lambda game: (game.deal, game.seating)):
        points = {bot: fmean(_points_of(bot, game)) for bot in bots if bot in game.bots}
        rated = model.rate([[ratings[bot]] for bot in points], scores=list(points.values()))
        ratings.update({bot: team[0] for bot, team in zip(points, rated, strict=True)})
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}


def _points_of(bot: str, game: GameResult) -> list[int]:
    return [points for points, name in zip(game.points, game.bots, strict=True) if name == bot]
