"""All bots there are, by game."""

from purrlab.bots.at_random import RandomBot
from purrlab.bots.bot import Bot
from purrlab.bots.cat_in_the_box import CatInTheBoxHeuristic
from purrlab.bots.rascal_kittens import RascalKittensHeuristic

BOTS: dict[str, dict[str, Bot]] = {
    "cat-in-the-box": {"random": RandomBot(), "heuristic": CatInTheBoxHeuristic()},
    "rascal-kittens": {"random": RandomBot(), "heuristic": RascalKittensHeuristic()},
}


class UnknownBot(ValueError):
    """No bot of this name plays this game."""


def find_bot(game: str, name: str) -> Bot:
    bots = BOTS.get(game, {})
    if name not in bots:
        raise UnknownBot(f"no bot {name!r} plays {game}; there are {', '.join(bots)}")
    return bots[name]
