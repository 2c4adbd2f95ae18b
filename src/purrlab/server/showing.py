"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from ``state.view(seat)``. What all views share is made plain and encoded once.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from purrlab.games.game import State, View
from purrlab.games.values import plain
from purrlab.server.changes import Change, collect

_encode = msgspec.json.Encoder().encode

Fields = tuple[Any, ...]  # the values of a view, in the order of its fields


class _Shape(NamedTuple):
    """The fields of one game's views, and its actions in notation."""

    names: tuple[str, ...]
    fields_of: Callable[[View], Fields]
    notation: dict[int, str]  # by the identity of the action, since that is quick


_SHAPES: dict[str, _Shape] = {}


def _shape(state: State) -> _Shape:
    game = state.game
    shape = _SHAPES.get(game.name)
    if shape is None:
        names = tuple(field.name for field in fields(state.view(None)))
        notation = {id(action): str(action) for action in game.actions}
        shape = _SHAPES[game.name] = _Shape(names, attrgetter(*names), notation)
    return shape


class Showing:
    """The views of a game as they were last shown, to tell what changes.

    Views are looked at from *places*: a seat, or None for spectators. What the first place sees is made plain and
    encoded; the others get the same bytes, save for what they see otherwise.
    """

    __slots__ = ("_apart", "_fields", "_plain", "_shape")

    def __init__(self, state: State) -> None:
        self._shape = _shape(state)
        self._fields: dict[int | None, Fields] = {}
        self._apart: dict[int | None, list[int]] = {}  # where a place saw something else than the first one
        self._plain: dict[str, Any] = {}  # of what the first one saw

    def advance(self, before: State, after: State, places: Sequence[int | None]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list."""
        if not places:
            self._fields = {}  # nobody sees this move, so nobody has seen what comes before the next one
            return {}
        if list(self._fields) != list(places):
            self._look(before, places)
        names, fields_of, _ = self._shape
        last, self._fields = self._fields, {place: fields_of(after.view(place)) for place in places}
        old, new = last[places[0]], self._fields[places[0]]
        shared = {index: self._first(names[index], old[index], new[index]) for index in _differing(old, new)}
        told: dict[int | None, bytes] = {places[0]: b",".join(filter(None, shared.values()))}
        for place in places[1:]:
            had, has = last[place], self._fields[place]
            apart, self._apart[place] = self._apart[place], _differing(has, new)
            changes = shared.copy()
            for index in {*apart, *self._apart[place]}:
                changes.pop(index, None)
                if had[index] is not has[index] and had[index] != has[index]:
                    changes[index] = self._own(names[index], had[index], has[index])
            told[place] = b",".join([changes[index] for index in sorted(changes) if changes[index]])
        return told

    def _look(self, state: State, places: Sequence[int | None]) -> None:
        """Others look now than at the last move."""
        self._plain = {}
        self._fields = {place: self._shape.fields_of(state.view(place)) for place in places}
        first = self._fields[places[0]]
        self._apart = {place: _differing(self._fields[place], first) for place in places}

    def _first(self, name: str, was: Any, now: Any) -> bytes:
        """A change that the first place sees."""
        before = self._plain[name] if name in self._plain else self._made_plain(name, was)
        after = self._plain[name] = self._made_plain(name, now)
        return _inside(name, before, after)

    def _own(self, name: str, had: Any, has: Any) -> bytes:
        """A change that one place sees. A list that was replaced is told whole, without a look at what it was."""
        if type(had) is type(has) is tuple and len(had) != len(has) and (not had or has[: len(had)] != had):
            return _encode([[name], self._made_plain(name, has)])
        return _inside(name, self._made_plain(name, had), self._made_plain(name, has))

    def _made_plain(self, name: str, value: Any) -> Any:
        if name != "legal":
            return plain(value)
        notation = self._shape.notation
        return [notation.get(id(action)) or str(action) for action in value]


def _differing(one: Fields, other: Fields) -> list[int]:
    """The indices at which two views are not the same. Mostly they hold the very same things: that is quick to see."""
    found = []
    for index, mine in enumerate(one):
        theirs = other[index]
        if mine is not theirs and mine != theirs:
            found.append(index)
    return found


def _inside(name: str, before: Any, after: Any) -> bytes:
    """What leads from one to the other; nothing where only something changed that the plain view does not tell."""
    found: list[Change] = []
    if before != after:
        collect(found, [name], before, after)
    return _encode(found)[1:-1]
