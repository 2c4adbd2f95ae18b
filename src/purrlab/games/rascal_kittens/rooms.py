"""Rooms: where the pieces stand and the toys lie (RK2 to RK4). Rooms are files; a player may bring one of their own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from purrlab.games.encoding import LEFT_OUT, EncodedAs, Labelled, plain
from purrlab.games.files import read_built_in, read_file
from purrlab.games.game import InvalidSetup
from purrlab.games.options import OWN_FILE, either
from purrlab.games.rascal_kittens.furniture import NOTCHES, TOYS, ToyKind, other_end
from purrlab.games.rascal_kittens.geometry import Disc, Point, distance, touches
from purrlab.games.rascal_kittens.room_files import FLOOR_THOUSANDTHS, Wall, WallPlace, floor_units, parse_room_file

BUILT_IN = ("attic", "nursery", "library", "conservatory")


class Way(NamedTuple):
    """The taut string between two notches."""

    toys: tuple[int, ...]  # the numbers of those it touches
    length: int  # in billionths


ToyDisc = Annotated[tuple[float, float, float], Labelled("ToyDisc", "x", "y", "radius")]


def _by_place(walls: tuple[Wall, ...]) -> dict[WallPlace, Wall]:
    return {wall.place: wall for wall in walls}


def _by_kind(discs: tuple[Disc, ...]) -> dict[ToyKind, ToyDisc]:
    """As they stand in a room file."""
    return {toy: _toy_disc(disc) for toy, disc in zip(TOYS, discs, strict=True)}


def _toy_disc(disc: Disc) -> ToyDisc:
    x, y, radius = floor_units((*disc.centre, disc.radius))
    return x, y, radius


@dataclass(frozen=True, slots=True)
class Room:
    """A room, encoded as it stands in a file, with its name."""

    name: str
    walls: Annotated[tuple[Wall, ...], EncodedAs(Mapping[WallPlace, Wall], _by_place)]  # clockwise from the top
    toys: Annotated[tuple[Disc, ...], EncodedAs(Mapping[ToyKind, ToyDisc], _by_kind)]  # by their numbers
    built_in: Annotated[bool, LEFT_OUT]
    notches: Annotated[tuple[Point, ...], LEFT_OUT] = field(repr=False, compare=False)  # by their numbers
    ways: Annotated[tuple[tuple[Way, ...], ...], LEFT_OUT] = field(repr=False, compare=False)  # from each notch to each

    def __reduce__(self) -> tuple[Callable[..., "Room"], tuple[Any, ...]]:
        """What follows from the rest is not written down."""
        return _stand, (self.name, self.walls, self.toys, self.built_in)

    def way(self, start: int, end: int) -> Way:
        """The straight line from notch to notch, and what it touches."""
        return self.ways[start][end]

    def run_length(self, start: int, entry: int) -> int:
        """RK13: the straight segment plus the stretch behind the piece, from one of its notches to the other."""
        return self.way(start, entry).length + self.way(entry, other_end(entry)).length

    @property
    def option(self) -> str | dict[str, Any]:
        """What names this room in a game's options: a built-in name, or the whole of it."""
        if self.built_in:
            return self.name
        whole: dict[str, Any] = plain(self)
        return whole


def find_room(room: object, source: str) -> Room:
    """A room by its built-in name, from a user's file (a Path), or from the content of such a file."""
    if isinstance(room, Path):
        return _stand(*parse_room_file(read_file(room, "room"), str(room), room.stem), built_in=False)
    if isinstance(room, Mapping):
        return _stand(*parse_room_file(room, source, "own room"), built_in=False)
    if isinstance(room, str) and room in BUILT_IN:
        return _built_in(room)
    raise InvalidSetup(source, f"expected {either(BUILT_IN)}, or {OWN_FILE}, not {str(room)[:80]!r}")


@cache
def _built_in(name: str) -> Room:
    return _stand(*parse_room_file(read_built_in(__package__, "rooms", name), name, name), built_in=True)


def _stand(name: str, walls: tuple[Wall, ...], toys: tuple[Disc, ...], built_in: bool) -> Room:  # noqa: FBT001
    """A room with all that follows from its walls and toys."""
    places = {
        f"{wall.colour}-{piece}": tuple(_on_the_edge(wall.place, notch) for notch in notches)
        for wall in walls
        for piece, notches in wall.pieces
    }
    points = tuple(places[notch.tile][notch.side == "right"] for notch in NOTCHES)
    return Room(name, walls, toys, built_in, points, _ways(points, toys))


@lru_cache(maxsize=64)
def _ways(notches: tuple[Point, ...], toys: tuple[Disc, ...]) -> tuple[tuple[Way, ...], ...]:
    """All of them at once: were they found one by one, a room would tell who has looked at which."""
    found = {pair: _way(*pair, toys) for pair in combinations_with_replacement(notches, 2)}
    return tuple([tuple([found.get((one, other)) or found[other, one] for other in notches]) for one in notches])


def _way(one: Point, other: Point, toys: tuple[Disc, ...]) -> Way:
    """RK10, RK11, RK13."""
    return Way(tuple([toy for toy, disc in enumerate(toys) if touches(one, other, disc)]), distance(one, other))


def _on_the_edge(place: str, along: int) -> Point:
    """A point of a wall by its distance from where the wall starts; walls run clockwise."""
    points = {
        "top": Point(along, 0),
        "right": Point(FLOOR_THOUSANDTHS, along),
        "bottom": Point(FLOOR_THOUSANDTHS - along, FLOOR_THOUSANDTHS),
        "left": Point(0, FLOOR_THOUSANDTHS - along),
    }
    return points[place]
