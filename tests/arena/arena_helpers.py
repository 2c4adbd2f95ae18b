"""A match that several tests play, and the command that plays matches."""

from collections.abc import Iterable

import msgspec
from click.testing import CliRunner, Result

from purrlab.arena import GameResult, Match
from purrlab.cli import main

MATCH = Match("cat-in-the-box", ("heuristic", "random", "random", "random"), 3, "seed")


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["arena", *map(str, args)])


def timeless(games: Iterable[GameResult]) -> list[GameResult]:
    """In order, without what each took."""
    in_order = sorted(games, key=lambda game: (game.deal, game.seating))
    return [msgspec.structs.replace(game, seconds=()) for game in in_order]
