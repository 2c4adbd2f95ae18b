"""A match that several tests play, and the command that plays matches."""

from click.testing import CliRunner, Result

from purrlab.arena import Match
from purrlab.cli import main

MATCH = Match("cat-in-the-box", ("heuristic", "random", "random", "random"), 3, "seed")


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["arena", *map(str, args)])
