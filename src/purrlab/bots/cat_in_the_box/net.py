"""A bot for Cat in the Box that learned by playing (nets/README.md)."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Self

from purrlab.bots.bot import choices_in
from purrlab.bots.cat_in_the_box.search import known_in
from purrlab.bots.temperature import Temperatures, choose_by_worth
from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box.net_file import read_net

NETS_FOLDER = Path(__file__).parent / "nets"
GAME = "cat-in-the-box"


class CatInTheBoxNet:
    """Takes the action that its net finds best, or, by a temperature, one that it finds nearly as good. Without a
    compiled core it needs NumPy.
    """

    def __init__(self, folder: Path = NETS_FOLDER, temperatures: Temperatures | None = None) -> None:
        self.folder = folder
        self.temperatures = temperatures or {}

    @classmethod
    def at(cls, temperature: float) -> Self:
        """The same with any number of players."""
        return cls(temperatures=dict.fromkeys(CatInTheBox.seats, temperature))

    def choose(self, view: CatInTheBoxView, random: Random) -> Action:
        if len(choices_in(view)) == 1:
            return view.legal[0]
        logits = load_net(self.folder / f"{view.players}.net", view.players).logits(known_in(view))
        temperature = self.temperatures.get(view.players, 0)
        return choose_by_worth(view, lambda action: logits[native.ACTION_NUMBER[action]], temperature, random)


def can_run() -> bool:
    """Whether there is what a net needs."""
    return native.COMPILED or find_spec("numpy") is not None


@cache
def load_net(file: Path, players: int) -> native.Net:
    net = read_net(file)
    if (net.game, net.players) != (GAME, players):
        raise ValueError(f"{file} is a net for {net.game} with {net.players} players")
    return native.Net(players, net.width, net.blocks, net.weights)
