"""All bots there are, by game: by what they do, and as levels that a person can choose."""

import re
from collections.abc import Callable

from purrlab.bots.at_random import Distracted, RandomBot
from purrlab.bots.bot import Bot
from purrlab.bots.cat_in_the_box import CatInTheBoxHeuristic
from purrlab.bots.cat_in_the_box_search import CatInTheBoxIsmcts, CatInTheBoxSearch
from purrlab.bots.rascal_kittens import RascalKittensHeuristic
from purrlab.bots.rascal_kittens_search import RascalKittensSearch

LEVELS = ("kitten", "cat", "tiger")  # weakest first
DEFAULT_LEVEL = "cat"

BOTS: dict[str, dict[str, Bot]] = {
    "cat-in-the-box": {
        "kitten": Distracted(CatInTheBoxHeuristic()),
        "cat": CatInTheBoxHeuristic(),
        "tiger": CatInTheBoxSearch(playouts=8000),
        "search": CatInTheBoxSearch(playouts=2000),
        "random": RandomBot(),
        "heuristic": CatInTheBoxHeuristic(),
    },
    "rascal-kittens": {
        "kitten": Distracted(RascalKittensHeuristic()),
        "cat": RascalKittensHeuristic(),
        "tiger": RascalKittensSearch(playouts=32),
        "search": RascalKittensSearch(playouts=8),
        "random": RandomBot(),
        "heuristic": RascalKittensHeuristic(),
    },
}

# Those that think for as long as they are told: ``search@100ms`` by time, ``search@5000`` by playouts.
THINKERS: dict[str, dict[str, Callable[[int, float], Bot]]] = {
    "cat-in-the-box": {"search": CatInTheBoxSearch, "ismcts": CatInTheBoxIsmcts},
    "rascal-kittens": {"search": RascalKittensSearch},
}

ABOUT = {  # for people, in one line each
    "kitten": "plays like cat, but a third of its moves are left to chance",
    "cat": "weighs each move as a sensible player would",
    "tiger": "looks ahead for some hundredths of a second; the strongest level",
    "search": "looks ahead for as long as you say: search@100ms, or search@5000 for 5000 playouts",
    "random": "takes any legal move",
    "heuristic": "the same as cat",
    "ismcts@5000": "the usual tree search, as a yardstick, in Cat in the Box only; or ismcts@100ms",
}

BUDGET = re.compile(r"([1-9][0-9]{0,8})(ms)?")


class UnknownBot(ValueError):
    """No bot of this name plays this game."""


def find_bot(game: str, name: str) -> Bot:
    """The bot of this name; one that searches may be told its budget, such as ``search@100ms`` or ``search@5000``."""
    if game not in BOTS:
        raise UnknownBot(f"no bot plays {game!r}; bots play {', '.join(BOTS)}")
    bots = BOTS[game]
    if name in bots:
        return bots[name]
    thinker, at, budget = name.partition("@")
    if not at or thinker not in THINKERS.get(game, {}):
        raise UnknownBot(f"no bot {name!r} plays {game}; there are {', '.join(bots)}, and {_thinkers(game)}")
    return THINKERS[game][thinker](*_budget(name, budget))


def thinks(game: str, name: str) -> bool:
    """Whether this bot takes its time."""
    return type(BOTS.get(game, {}).get(name)) in THINKERS.get(game, {}).values() or "@" in name


def _budget(name: str, text: str) -> tuple[int, float]:
    """Playouts and seconds; 0 is no limit."""
    budget = BUDGET.fullmatch(text)
    if budget is None:
        expected = "a time such as 100ms or a number of playouts such as 5000, of nine digits at most"
        raise UnknownBot(f"{name[:80]!r}: the budget after @ is {expected}, not {text[:80]!r}")
    number, by_time = int(budget[1]), budget[2]
    return (0, number / 1000) if by_time else (number, 0.0)


def _thinkers(game: str) -> str:
    return ", ".join(f"{name}@100ms" for name in THINKERS.get(game, {}))
