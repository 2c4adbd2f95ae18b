"""The things of the game: tiles of furniture, the notches beside each piece, and the toys (RK2 to RK4)."""

from collections.abc import Iterable
from typing import NamedTuple

COLOURS = ("yellow", "turquoise", "red", "violet")
PIECES = ("chair", "table", "bed", "wardrobe", "armchair")
TILES = tuple(f"{colour}-{piece}" for colour in COLOURS for piece in PIECES)
COLOUR = {tile: tile.partition("-")[0] for tile in TILES}
PIECE = {tile: tile.partition("-")[2] for tile in TILES}
NUMBER = {tile: number for number, tile in enumerate(TILES)}

SIDES = ("left", "right")

TOYS = ("ball", "car", "duck", "fish", "kite", "mouse", "robot", "sock", "top", "yarn")
TOKENS = (2, 2, 3, 3, 4)  # RK4: of each kind of toy


class Notch(NamedTuple):
    """RK3: one of the two notches of a piece, the left or the right one as seen from inside the room."""

    tile: str
    side: str

    @property
    def number(self) -> int:
        return entrance(self.tile, self.side)


NOTCHES = tuple(Notch(tile, side) for tile in TILES for side in SIDES)  # by their numbers


def entrance(tile: str, side: str) -> int:
    """The number of the notch by which a run to this piece comes in."""
    return 2 * NUMBER[tile] + (side == "right")


def other_end(notch: int) -> int:
    """The number of the piece's other notch: pairs differ in the last bit."""
    return notch ^ 1


def in_order(tiles: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(tiles, key=NUMBER.__getitem__))
