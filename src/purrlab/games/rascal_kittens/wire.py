"""The view as it goes over the wire: what ``RascalKittensView.as_dict()`` gives."""

from typing import Literal, NamedTuple, NotRequired, TypedDict

from purrlab.games.rascal_kittens.furniture import FurnitureColour, PieceKind, Side, Tile, ToyKind
from purrlab.games.rascal_kittens.options import Variant
from purrlab.games.rascal_kittens.room_files import WallPlace
from purrlab.games.wire import CommonView

RascalKittensVerb = Literal["draw", "anchor", "lay", "run"]


class WallPiece(TypedDict):
    """A piece of furniture, and how far along its wall its notches are: the left one, then the right one."""

    piece: PieceKind
    notches: tuple[float, float]


class Wall(TypedDict):
    colour: FurnitureColour
    pieces: list[WallPiece]


class ToyDisc(NamedTuple):
    """Where a toy lies on the floor, which is 100 by 100."""

    x: float
    y: float
    radius: float


class Room(TypedDict):
    name: str
    walls: dict[WallPlace, Wall]
    toys: dict[ToyKind, ToyDisc]


class Notch(TypedDict):
    tile: Tile
    side: Side


class Place(TypedDict):
    """What lies open before one player."""

    draws: list[FurnitureColour]
    colours: dict[FurnitureColour, int]
    anchor: Side | None
    end: Notch | None
    string: float
    tokens: dict[ToyKind, int]


class Ran(TypedDict):
    """One run, or none where the string was too short."""

    seat: int
    entry: Side | None
    toys: list[ToyKind]
    tokens: list[int | None]  # one for each toy; None where its value is hidden
    string: float


class RascalKittensRound(TypedDict):
    """A round, over or under way."""

    leader: int
    tile: Tile
    runs: list[Ran]


class RunAhead(TypedDict):
    """A run that may be chosen now, or made possible by a tile, and what it would touch."""

    tile: Tile
    entry: Side
    toys: list[ToyKind]
    string: float  # what would be left; below 0: too short


class Revealed(TypedDict):
    """What was hidden, open after the end."""

    hands: list[list[Tile]]
    left_over: list[Tile]
    stacks: dict[ToyKind, list[int]]
    removed: dict[ToyKind, list[int]]


class RascalKittensOptions(TypedDict):
    rooms: list[str | Room]  # by seat: the name of a built-in one, or one's own
    variant: Variant
    start: int
    string: float


class RascalKittensView(CommonView):
    game: Literal["rascal-kittens"]
    options: RascalKittensOptions
    expects: RascalKittensVerb | None
    rooms: list[Room]
    leader: int
    middle: list[Tile]
    stacks: dict[ToyKind, int]
    places: list[Place]
    revealed: Revealed | None
    rounds: list[RascalKittensRound]
    hand: list[Tile] | None
    ahead: list[RunAhead]
    hands: NotRequired[list[list[Tile]]]  # by seat, in a replay that shows all
