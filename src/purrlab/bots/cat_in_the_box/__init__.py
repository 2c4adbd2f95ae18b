"""Bots for Cat in the Box."""

from purrlab.bots.budget import Budget
from purrlab.bots.cat_in_the_box.heuristic import CatInTheBoxHeuristic
from purrlab.bots.cat_in_the_box.search import CatInTheBoxIsmcts, CatInTheBoxSearch
from purrlab.bots.game_bots import GameBots

BOTS = GameBots(
    heuristic=CatInTheBoxHeuristic(),
    tiger=CatInTheBoxSearch(Budget(playouts=8000)),
    search=CatInTheBoxSearch(Budget(playouts=2000)),
    by_budget={"search": CatInTheBoxSearch, "ismcts": CatInTheBoxIsmcts},
    descriptions={"ismcts@5000": "the usual tree search, as a yardstick, in Cat in the Box only; or ismcts@100ms"},
    on_core=True,
)
