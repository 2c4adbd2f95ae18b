"""The things of the game: tiles of furniture, the notches beside each piece, and the toys (RK2 to RK4)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

FurnitureColour = Literal["yellow", "turquoise", "red", "violet"]
PieceKind = Literal["chair", "table", "bed", "wardrobe", "armchair"]
Tile = Literal[
    "yellow-chair", "yellow-table", "yellow-bed", "yellow-wardrobe", "yellow-armchair",
    "turquoise-chair", "turquoise-table", "turquoise-bed", "turquoise-wardrobe", "turquoise-armchair",
    "red-chair", "red-table", "red-bed", "red-wardrobe", "red-armchair",
    "violet-chair", "violet-table", "violet-bed", "violet-wardrobe", "violet-armchair",
]  # fmt: skip
COLOURS: tuple[str, ...] = get_args(FurnitureColour)
PIECES: tuple[str, ...] = get_args(PieceKind)
TILES: tuple[str, ...] = get_args(Tile)
COLOUR_OF_TILE: dict[str, str] = {tile: tile.partition("-")[0] for tile in TILES}
PIECE_OF_TILE: dict[str, str] = {tile: tile.partition("-")[2] for tile in TILES}
TILE_NUMBER: dict[str, int] = {tile: number for number, tile in enumerate(TILES)}

Side = Literal["left", "right"]
SIDES: tuple[str, ...] = get_args(Side)

ToyKind = Literal["ball", "car", "duck", "fish", "kite", "mouse", "robot", "sock", "top", "yarn"]
TOYS: tuple[str, ...] = get_args(ToyKind)
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
    return 2 * TILE_NUMBER[tile] + (side == "right")


def other_end(notch: int) -> int:
    """The number of the piece's other notch: pairs differ in the last bit."""
    return notch ^ 1


def in_order(tiles: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(tiles, key=TILE_NUMBER.__getitem__))
