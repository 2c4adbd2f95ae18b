"""A bot for Cat in the Box that learned by playing (nets/README.md)."""

from functools import cache
from pathlib import Path
from random import Random

from purrlab.bots.bot import choices_in
from purrlab.bots.cat_in_the_box.search import known_in
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box.net_file import read_net

FOLDER = Path(__file__).parent / "nets"
GAME = "cat-in-the-box"


class CatInTheBoxNet:
    """Takes the action that its net finds best. Without a compiled core it needs NumPy."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder

    def choose(self, view: CatInTheBoxView, random: Random) -> Action:
        del random  # it has no doubts
        if len(choices_in(view)) == 1:
            return view.legal[0]
        logits = load_net(self.folder / f"{view.players}.net", view.players).logits(known_in(view))
        return max(view.legal, key=lambda action: logits[native.ACTION_NUMBER[action]])


@cache
def load_net(file: Path, players: int) -> native.Net:
    net = read_net(file)
    if (net.game, net.players) != (GAME, players):
        raise ValueError(f"{file} is a net for {net.game} with {net.players} players")
    return native.Net(players, net.width, net.blocks, net.weights)
