"""Bots for Cat in the Box."""

from purrlab.bots.budget import Budget
from purrlab.bots.cat_in_the_box.heuristic import CatInTheBoxHeuristic
from purrlab.bots.cat_in_the_box.levels import all_levels
from purrlab.bots.cat_in_the_box.net import CatInTheBoxNet
from purrlab.bots.cat_in_the_box.search import CatInTheBoxIsmcts, CatInTheBoxSearch, CatInTheBoxTree
from purrlab.bots.cat_in_the_box.tunings import FIRST, RIVAL
from purrlab.bots.game_bots import GameBots
from purrlab.native.cat_in_the_box import COMPILED

HEURISTICS = ("heuristic", "heuristic-first", "heuristic-rival")

BOTS = GameBots(
    heuristic=CatInTheBoxHeuristic(),
    levels=all_levels(),
    search=CatInTheBoxSearch(Budget(playouts=2000)),
    by_budget={"search": CatInTheBoxSearch, "ismcts": CatInTheBoxIsmcts, "tree": CatInTheBoxTree},
    by_temperature={"net": CatInTheBoxNet.at},
    others={
        "net": CatInTheBoxNet(),
        "heuristic-first": CatInTheBoxHeuristic(FIRST),
        "heuristic-rival": CatInTheBoxHeuristic(RIVAL),
    },
    descriptions={
        "net": "learned by playing; the strongest bot, at once, in Cat in the Box only; net@t=7 errs now and then",
        "ismcts@5000": "the usual tree search, as a yardstick, in Cat in the Box only; or ismcts@100ms",
        "tree@5000": "the same tree with playouts by the heuristic, in Cat in the Box only; or tree@100ms",
        "heuristic-first": "the heuristic by the weights for four players, with any number, in Cat in the Box only",
        "heuristic-rival": "the heuristic by other weights, as a yardstick, in Cat in the Box only",
    },
    compiled=COMPILED,
    pools={
        "quick": ("random", *HEURISTICS, "ismcts@1000", "tree@500", "search@500", "net"),
        "strong": (*HEURISTICS, "ismcts@20000", "tree@8000", "search@2000", "search@8000", "net"),
    },
)
