"""Bots for Rascal Kittens."""

from purrlab.bots.game_bots import GameBots
from purrlab.bots.rascal_kittens.heuristic import RascalKittensHeuristic
from purrlab.bots.rascal_kittens.levels import all_levels, search_of
from purrlab.bots.rascal_kittens.search import RascalKittensSearch
from purrlab.native.rascal_kittens import COMPILED

BOTS = GameBots(
    heuristic=RascalKittensHeuristic(),
    levels=all_levels(),
    search=search_of(32, deals_not_compiled=8),
    by_budget={"search": RascalKittensSearch},
    compiled=COMPILED,
)
