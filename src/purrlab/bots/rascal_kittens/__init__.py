"""Bots for Rascal Kittens."""

from purrlab.bots.budget import Budget
from purrlab.bots.game_bots import GameBots
from purrlab.bots.rascal_kittens.heuristic import RascalKittensHeuristic
from purrlab.bots.rascal_kittens.search import RascalKittensSearch

BOTS = GameBots(
    heuristic=RascalKittensHeuristic(),
    tiger=RascalKittensSearch(Budget(playouts=32)),
    search=RascalKittensSearch(Budget(playouts=8)),
    by_budget={"search": RascalKittensSearch},
)
