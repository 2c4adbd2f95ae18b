"""Rooms: where the pieces stand and the toys lie (RK2 to RK4). Rooms are files; a player may bring one of their own."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from purrlab.games.game import InvalidSetup
from purrlab.games.rascal_kittens.furniture import NOTCHES, TOYS, other_end
from purrlab.games.rascal_kittens.geometry import BILLIONTHS, THOUSANDTHS, Disc, Point, distance, touches
from purrlab.games.rascal_kittens.room_files import FLOOR, Furnished, Wall, furnish

BUILT_IN = ("attic", "nursery", "library", "conservatory")


class Way(NamedTuple):
    """The taut string between two notches."""

    toys: tuple[int, ...]  # the numbers of those it touches
    length: int  # in billionths


@dataclass(frozen=True, slots=True)
class Room:
    name: str
    walls: tuple[Wall, ...]  # clockwise from the top
    toys: tuple[Disc, ...]  # by their numbers
    built_in: bool
    notches: tuple[Point, ...] = field(repr=False, compare=False)  # by their numbers
    _ways: dict[tuple[int, int], Way] = field(default_factory=dict, repr=False, compare=False)  # those found so far

    def __reduce__(self) -> tuple[type["Room"], tuple[Any, ...]]:
        """A copy finds its ways again: what was found so far is no part of the room."""
        return Room, (self.name, self.walls, self.toys, self.built_in, self.notches)

    def way(self, start: int, end: int) -> Way:
        """The straight line from notch to notch, and what it touches."""
        known = self._ways.get((start, end))
        if known is None:
            one, other = self.notches[start], self.notches[end]
            toys = tuple(toy for toy, disc in enumerate(self.toys) if touches(one, other, disc))
            known = self._ways[start, end] = Way(toys, distance(one, other))
        return known

    def run_length(self, start: int, entry: int) -> int:
        """RK13: the straight segment plus the stretch behind the piece, from one of its notches to the other."""
        return self.way(start, entry).length + self.way(entry, other_end(entry)).length

    def as_plain(self) -> dict[str, Any]:
        """What stands in a room file, and the room's name."""
        walls = {wall.place: {"colour": wall.colour, "pieces": _plain_pieces(wall)} for wall in self.walls}
        toys = {
            toy: list(map(_decimal, (*disc.centre, disc.radius))) for toy, disc in zip(TOYS, self.toys, strict=True)
        }
        return {"name": self.name, "walls": walls, "toys": toys}

    @property
    def option(self) -> str | dict[str, Any]:
        """What names this room in a game's options: a built-in name, or the whole of it."""
        return self.name if self.built_in else self.as_plain()


def _plain_pieces(wall: Wall) -> list[dict[str, Any]]:
    return [{"piece": piece, "notches": list(map(_decimal, notches))} for piece, notches in wall.pieces]


def _decimal(thousandths: int) -> float:
    return thousandths / THOUSANDTHS


def in_units(length: int) -> float:
    """A length of string as people read it: in units of the floor, with nine decimals."""
    return length / BILLIONTHS


def find_room(room: object, source: str) -> Room:
    """A room by its built-in name, from a user's file (a Path), or from the content of such a file."""
    if isinstance(room, Path):
        return _read(room)
    if isinstance(room, Mapping):
        return _room(furnish(room, source, "own room"))
    if isinstance(room, str) and room in BUILT_IN:
        return _built_in(room)
    expected = f"expected {', '.join(BUILT_IN)}, a pathlib.Path of a room file, or its content"
    raise InvalidSetup(source, f"{expected}, not {str(room)[:80]!r}")


@cache
def _built_in(name: str) -> Room:
    text = files(__package__).joinpath("rooms", f"{name}.toml").read_text("utf-8")
    return _room(furnish(tomllib.loads(text), name, name), built_in=True)


def _read(path: Path) -> Room:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidSetup(str(path), f"cannot be read as a room file: {error}") from None
    return _room(furnish(data, str(path), path.stem))


def _room(furnished: Furnished, *, built_in: bool = False) -> Room:
    name, walls, toys = furnished
    places = {
        f"{wall.colour}-{piece}": tuple(_on_the_edge(wall.place, notch) for notch in notches)
        for wall in walls
        for piece, notches in wall.pieces
    }
    points = tuple(places[notch.tile][notch.side == "right"] for notch in NOTCHES)
    return Room(name, walls, toys, built_in, points)


def _on_the_edge(place: str, along: int) -> Point:
    """A point of a wall by its distance from where the wall starts; walls run clockwise."""
    points = {
        "top": Point(along, 0),
        "right": Point(FLOOR, along),
        "bottom": Point(FLOOR - along, FLOOR),
        "left": Point(0, FLOOR - along),
    }
    return points[place]
