"""What a room file must say (RK2 to RK4). A bad one is refused with the file and its fault named."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import isnan
from typing import Annotated, Any, Literal, NamedTuple, get_args

from purrlab.games.encoding import LEFT_OUT, EncodedAs
from purrlab.games.files import check_keys, check_name
from purrlab.games.game import InvalidSetup
from purrlab.games.rascal_kittens.furniture import COLOURS, PIECES, TOYS, FurnitureColour, PieceKind
from purrlab.games.rascal_kittens.geometry import THOUSANDTHS, Disc, Point, overlap

WallPlace = Literal["top", "right", "bottom", "left"]
WALL_PLACES: tuple[WallPlace, ...] = get_args(WallPlace)
FLOOR_THOUSANDTHS = 100 * THOUSANDTHS  # both ways
MAX_COORDINATE = 100_000  # no coordinate, and no string, needs to be larger
COORDINATE_DECIMALS = 3  # of a coordinate or a string


def floor_units(lengths: Sequence[int]) -> tuple[float, ...]:
    """As they stand in a file."""
    return tuple([length / THOUSANDTHS for length in lengths])


class WallPiece(NamedTuple):
    """RK3: a piece, and how far along its wall its notches are: the left one, then the right one, in thousandths."""

    piece: PieceKind
    notches: Annotated[tuple[int, int], EncodedAs(tuple[float, float], floor_units)]


class Wall(NamedTuple):
    """RK2: a wall of one colour with its five pieces."""

    place: Annotated[WallPlace, LEFT_OUT]
    colour: FurnitureColour
    pieces: tuple[WallPiece, ...]


class RoomPlan(NamedTuple):
    """The content of a room file."""

    name: str
    walls: tuple[Wall, ...]
    toys: tuple[Disc, ...]


def parse_room_file(data: Mapping[str, Any], source: str, unnamed: str) -> RoomPlan:
    """Check the whole of a room file. ``unnamed`` is the room's name unless the file gives one."""
    check_keys(data, ("name", "walls", "toys"), f"{source}: ")
    name = check_name(data.get("name", unnamed), source)
    return RoomPlan(name, _walls(data.get("walls"), f"{source}: walls"), _toys(data.get("toys"), f"{source}: toys"))


def _walls(walls: object, source: str) -> tuple[Wall, ...]:
    """RK2: four walls, each of another colour."""
    table = _table(walls, WALL_PLACES, source)
    if missing := [place for place in WALL_PLACES if place not in table]:
        raise InvalidSetup(source, f"RK2: the {missing[0]} wall is missing")
    built = tuple(_wall(place, table[place], f"{source}.{place}") for place in WALL_PLACES)
    painted = [wall.colour for wall in built]
    if unused := [colour for colour in COLOURS if colour not in painted]:
        raise InvalidSetup(source, f"RK2: no wall is {unused[0]}; each wall has a colour of its own")
    for wall, following in pairwise((*built, built[0])):
        if wall.pieces[-1].notches[1] == FLOOR_THOUSANDTHS and following.pieces[0].notches[0] == 0:
            corner = f"the {wall.place} wall ends with a notch where the {following.place} wall starts with one"
            raise InvalidSetup(source, f"RK3: {corner}; every piece has two of its own")
    return built


def _wall(place: WallPlace, wall: object, source: str) -> Wall:
    table = _table(wall, ("colour", "pieces"), source)
    colour = table.get("colour")
    if colour not in COLOURS:
        raise InvalidSetup(f"{source}.colour", f"RK2: expected {', '.join(COLOURS)}, not {colour!r:.80}")
    return Wall(place, colour, _pieces(table.get("pieces"), f"{source}.pieces"))


def _pieces(pieces: object, source: str) -> tuple[WallPiece, ...]:
    """RK2: each of the five pieces once; RK3: their notches one after the other along the wall."""
    if not isinstance(pieces, list | tuple):
        raise InvalidSetup(source, 'expected a list of pieces such as {piece = "table", notches = [4.0, 16.0]}')
    stand = tuple(_piece(piece, f"{source}[{index}]") for index, piece in enumerate(pieces[: len(PIECES) + 1]))
    _check_pieces([name for name, _ in stand], len(pieces), source)
    for one, other in pairwise([notch / THOUSANDTHS for _, notches in stand for notch in notches]):
        if one == other:
            raise InvalidSetup(source, f"RK3: two notches at {one}; every piece has two of its own")
        if one > other:
            order = f"notches out of order: {other} comes after {one}"
            raise InvalidSetup(source, f"RK3: {order}; they ascend from where the wall starts")
    return stand


def _check_pieces(names: Sequence[str], count: int, source: str) -> None:
    """RK2: each of the five once."""
    if count > len(PIECES):
        raise InvalidSetup(source, f"RK2: five pieces stand along a wall, not {count}")
    if twice := [name for name in PIECES if names.count(name) > 1]:
        raise InvalidSetup(
            source, f"RK2: the {twice[0]} stands here {names.count(twice[0])} times; each piece stands once"
        )
    if missing := [name for name in PIECES if name not in names]:
        raise InvalidSetup(source, f"RK2: the {missing[0]} is missing")


def _piece(piece: object, source: str) -> WallPiece:
    table = _table(piece, ("piece", "notches"), source)
    name = table.get("piece")
    if name not in PIECES:
        raise InvalidSetup(f"{source}.piece", f"RK2: expected {', '.join(PIECES)}, not {name!r:.80}")
    left, right = _numbers(
        table.get("notches"), 2, f"{source}.notches", "RK3: expected two notches such as [4.0, 16.0]"
    )
    if not (0 <= left <= FLOOR_THOUSANDTHS and 0 <= right <= FLOOR_THOUSANDTHS):
        raise InvalidSetup(
            f"{source}.notches", f"RK3: a notch lies on its wall, from 0 to {FLOOR_THOUSANDTHS // THOUSANDTHS}"
        )
    return WallPiece(name, (left, right))


def _toys(toys: object, source: str) -> tuple[Disc, ...]:
    """RK4: each kind once, on the floor, none over another."""
    table = _table(toys, TOYS, source)
    if missing := [toy for toy in TOYS if toy not in table]:
        raise InvalidSetup(source, f"RK4: the {missing[0]} is missing; every toy lies in every room")
    discs = {toy: _toy(table[toy], f"{source}.{toy}") for toy in TOYS}
    for (one, disc), (other, another) in combinations(discs.items(), 2):
        if overlap(disc, another):
            raise InvalidSetup(f"{source}.{other}", f"RK4: the {other} lies over the {one}")
    return tuple(discs.values())


def _toy(toy: object, source: str) -> Disc:
    x, y, radius = _numbers(toy, 3, source, "RK4: expected x, y and radius such as [31.0, 44.5, 5.0]")
    if radius <= 0:
        raise InvalidSetup(source, f"RK4: a toy has a size; the radius cannot be {radius / THOUSANDTHS}")
    if not (radius <= x <= FLOOR_THOUSANDTHS - radius and radius <= y <= FLOOR_THOUSANDTHS - radius):
        raise InvalidSetup(source, "RK4: the toy lies off the floor, which is 0 to 100 both ways")
    return Disc(Point(x, y), radius)


def _numbers(numbers: object, size: int, source: str, expected: str) -> Sequence[int]:
    if not isinstance(numbers, list | tuple) or len(numbers) != size:
        raise InvalidSetup(source, expected)
    return [thousandths(number, source) for number in numbers]


def thousandths(number: object, source: str) -> int:
    """A number of at most three decimals, in thousandths: so small steps that no drawing shows them."""
    if isinstance(number, bool) or not isinstance(number, int | float) or (isinstance(number, float) and isnan(number)):
        raise InvalidSetup(source, f"expected a number, not {number!r:.80}")
    if not abs(number) <= MAX_COORDINATE:
        raise InvalidSetup(source, f"expected a number of at most {MAX_COORDINATE}")
    if round(number, COORDINATE_DECIMALS) != number:
        raise InvalidSetup(source, f"{number!r} is too fine: a number has at most three decimals")
    return round(number * THOUSANDTHS)


def _table(value: object, keys: Sequence[str], source: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidSetup(source, f"expected a table of {', '.join(keys)}")
    check_keys(value, keys, f"{source}.")
    return value
