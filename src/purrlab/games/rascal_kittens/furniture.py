"""The things of the game: tiles of furniture, the notches beside each piece, and the toys (RK2 to RK4)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeVar, get_args

AnyTile = TypeVar("AnyTile", bound=str)  # a Tile, or what a file or a record calls one

FurnitureColour = Literal["yellow", "turquoise", "red", "violet"]
PieceKind = Literal["chair", "table", "bed", "wardrobe", "armchair"]
Tile = Literal[
    "yellow-chair", "yellow-table", "yellow-bed", "yellow-wardrobe", "yellow-armchair",
    "turquoise-chair", "turquoise-table", "turquoise-bed", "turquoise-wardrobe", "turquoise-armchair",
    "red-chair", "red-table", "red-bed", "red-wardrobe", "red-armchair",
    "violet-chair", "violet-table", "violet-bed", "violet-wardrobe", "violet-armchair",
]  # fmt: skip
COLOURS: tuple[FurnitureColour, ...] = get_args(FurnitureColour)
PIECES: tuple[PieceKind, ...] = get_args(PieceKind)
TILES: tuple[Tile, ...] = get_args(Tile)
COLOUR_OF_TILE: dict[str, FurnitureColour] = {
    tile: colour for tile in TILES for colour in COLOURS if tile.startswith(f"{colour}-")
}
PIECE_OF_TILE: dict[str, PieceKind] = {tile: piece for tile in TILES for piece in PIECES if tile.endswith(f"-{piece}")}
TILE_NUMBER: dict[str, int] = {tile: number for number, tile in enumerate(TILES)}

Side = Literal["left", "right"]
SIDES: tuple[Side, ...] = get_args(Side)

ToyKind = Literal["ball", "car", "duck", "fish", "kite", "mouse", "robot", "sock", "top", "yarn"]
TOYS: tuple[ToyKind, ...] = get_args(ToyKind)
TOKENS = (2, 2, 3, 3, 4)  # RK4: of each kind of toy


class Notch(NamedTuple):
    """RK3: one of the two notches of a piece, the left or the right one as seen from inside the room."""

    tile: Tile
    side: Side

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


def in_order(tiles: Iterable[AnyTile]) -> tuple[AnyTile, ...]:
    return tuple(sorted(tiles, key=TILE_NUMBER.__getitem__))
