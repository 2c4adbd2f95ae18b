"""The strongest level for Cat in the Box."""

from random import Random

from purrlab.bots.budget import Budget
from purrlab.bots.cat_in_the_box.net import CatInTheBoxNet
from purrlab.bots.cat_in_the_box.search import CatInTheBoxSearch
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.native import cat_in_the_box as native

PLAYOUTS = 8000
NET_PLAYERS = 2


class CatInTheBoxTiger(CatInTheBoxSearch):
    """Searches. With two players a search that trusts the other to play by the heuristic loses to whoever does not, so
    there it plays by its net, where no NumPy is needed for that.
    """

    def __init__(self) -> None:
        super().__init__(Budget(playouts=PLAYOUTS))
        self._net = CatInTheBoxNet()

    def choose(self, view: CatInTheBoxView, random: Random) -> Action:
        if view.players == NET_PLAYERS and native.COMPILED:
            return self._net.choose(view, random)
        return super().choose(view, random)
