"""The levels for Rascal Kittens: the heuristic that errs, less from level to level; the strongest searches."""

from purrlab.bots.bot import Bot
from purrlab.bots.budget import Budget
from purrlab.bots.rascal_kittens.heuristic import RascalKittensHeuristic
from purrlab.bots.rascal_kittens.search import SHORT_SIGHT_ROUNDS, RascalKittensSearch
from purrlab.native.rascal_kittens import COMPILED

KITTEN_TEMPERATURE, CAT_TEMPERATURE = 2.0, 0.9  # in points


def all_levels() -> dict[str, Bot]:
    return {
        "kitten": RascalKittensHeuristic(temperature=KITTEN_TEMPERATURE),
        "cat": RascalKittensHeuristic(temperature=CAT_TEMPERATURE),
        "tiger": RascalKittensHeuristic(),
        "lion": search_of(256, deals_not_compiled=32),
    }


def search_of(deals: int, deals_not_compiled: int) -> RascalKittensSearch:
    """A search that takes no longer than a person likes to wait."""
    if COMPILED:
        return RascalKittensSearch(Budget(playouts=deals))
    return RascalKittensSearch(Budget(playouts=deals_not_compiled), SHORT_SIGHT_ROUNDS)
