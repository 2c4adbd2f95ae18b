"""The levels for Cat in the Box: one net that errs as people do, less from level to level (docs/arena.md)."""

from collections.abc import Mapping

from purrlab.bots.bot import Bot
from purrlab.bots.budget import Budget
from purrlab.bots.cat_in_the_box.heuristic import CatInTheBoxHeuristic
from purrlab.bots.cat_in_the_box.net import CatInTheBoxNet, can_run
from purrlab.bots.cat_in_the_box.search import CatInTheBoxSearch
from purrlab.bots.random_bot import NoisyBot
from purrlab.bots.temperature import Temperatures

# So that each wins about as clearly against the one below; other weights of the nets need others.
TEMPERATURES: Mapping[str, Temperatures] = {
    "kitten": {2: 24, 3: 16.5, 4: 32, 5: 24},
    "cat": {2: 14, 3: 10, 4: 19, 5: 15.5},
    "tiger": {2: 7, 3: 5.5, 4: 10.5, 5: 8.5},
    "lion": {},
}


def all_levels() -> dict[str, Bot]:
    if can_run():
        return {level: CatInTheBoxNet(temperatures=temperatures) for level, temperatures in TEMPERATURES.items()}
    heuristic = CatInTheBoxHeuristic()
    return {
        "kitten": NoisyBot(heuristic),
        "cat": heuristic,
        "tiger": CatInTheBoxSearch(Budget(playouts=2000)),
        "lion": CatInTheBoxSearch(Budget(playouts=8000)),
    }
