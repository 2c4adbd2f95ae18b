"""What a player can do: ``draw red``, ``anchor left``, ``lay yellow-table``, ``run left``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from purrlab.games.game import Action, NotationError
from purrlab.games.rascal_kittens.furniture import COLOURS, SIDES, TILES, FurnitureColour, Side, Tile


def _check(field: str, word: object, known: Sequence[str]) -> None:
    if word not in known:
        raise NotationError(f"{field}: expected {', '.join(known)}, not {word!r}")


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """RK6: take an extra tile from the stack of a colour."""

    verb: ClassVar[str] = "draw"
    rule: ClassVar[str] = "RK6"
    form: ClassVar[str] = "draw COLOUR"
    asks: ClassVar[str] = "Draw one more tile. From the stack of which colour?"
    colour: FurnitureColour

    def check(self) -> None:
        _check("colour", self.colour, COLOURS)


@dataclass(frozen=True, slots=True)
class Anchor(Action):
    """RK7: fix the string in a notch of the piece in the middle."""

    verb: ClassVar[str] = "anchor"
    rule: ClassVar[str] = "RK7"
    form: ClassVar[str] = "anchor SIDE"
    asks: ClassVar[str] = "Fix your string beside the piece in the middle, on its left or on its right."
    side: Side

    def check(self) -> None:
        _check("side", self.side, SIDES)


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """RK9: lay a tile on the pile in the middle."""

    verb: ClassVar[str] = "lay"
    rule: ClassVar[str] = "RK9"
    form: ClassVar[str] = "lay COLOUR-PIECE"
    asks: ClassVar[str] = "Lay a tile. All kittens will run to that piece, each in its own room, yours first."
    tile: Tile

    def check(self) -> None:
        _check("tile", self.tile, TILES)


@dataclass(frozen=True, slots=True)
class Run(Action):
    """RK10: run to the piece on top and in by one of its notches."""

    verb: ClassVar[str] = "run"
    rule: ClassVar[str] = "RK10"
    form: ClassVar[str] = "run SIDE"
    asks: ClassVar[str] = "Run to the piece on top: in by its left or by its right notch, and out by the other."
    side: Side

    def check(self) -> None:
        _check("side", self.side, SIDES)


DRAWS = {colour: Draw(colour) for colour in COLOURS}
ANCHORS = tuple(map(Anchor, SIDES))
LAYS = {tile: Lay(tile) for tile in TILES}
RUNS = {side: Run(side) for side in SIDES}
ACTIONS: tuple[Action, ...] = (*DRAWS.values(), *ANCHORS, *LAYS.values(), *RUNS.values())
