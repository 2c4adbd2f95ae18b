"""Bots for Rascal Kittens."""

from purrlab.bots.budget import Budget
from purrlab.bots.game_bots import GameBots
from purrlab.bots.rascal_kittens.heuristic import RascalKittensHeuristic
from purrlab.bots.rascal_kittens.search import SHORT_SIGHT_ROUNDS, RascalKittensSearch
from purrlab.native.rascal_kittens import COMPILED

KITTEN_TEMPERATURE, CAT_TEMPERATURE = 2.0, 0.9  # in points


def _search(deals: int, deals_not_compiled: int) -> RascalKittensSearch:
    """A search that takes no longer than a person likes to wait."""
    if COMPILED:
        return RascalKittensSearch(Budget(playouts=deals))
    return RascalKittensSearch(Budget(playouts=deals_not_compiled), SHORT_SIGHT_ROUNDS)


BOTS = GameBots(
    heuristic=RascalKittensHeuristic(),
    levels={
        "kitten": RascalKittensHeuristic(temperature=KITTEN_TEMPERATURE),
        "cat": RascalKittensHeuristic(temperature=CAT_TEMPERATURE),
        "tiger": RascalKittensHeuristic(),
        "lion": _search(256, deals_not_compiled=32),
    },
    search=_search(32, deals_not_compiled=8),
    by_budget={"search": RascalKittensSearch},
    on_core=True,
)
