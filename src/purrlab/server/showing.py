"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from ``state.view(seat)``. What all views share is made plain and encoded once.
"""

from collections.abc import Callable
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


def _shape(state: State, view: View) -> _Shape:
    game = state.game
    shape = _SHAPES.get(game.name)
    if shape is None:
        names = tuple(field.name for field in fields(view))
        notation = {id(action): str(action) for action in game.actions}
        shape = _SHAPES[game.name] = _Shape(names, attrgetter(*names), notation)
    return shape


class Showing:
    """The views of a game as they were last shown, to tell what changes."""

    __slots__ = ("_fields", "_plain", "_private", "_shape")

    def __init__(self, state: State) -> None:
        view = state.view(None)
        self._shape = _shape(state, view)
        self._fields: dict[int | None, Fields] = {None: self._shape.fields_of(view)}
        self._private: dict[int, list[int]] = {}  # where a seat sees something else than all others
        self._plain: dict[str, Any] = {}

    def advance(self, before: State, after: State, seats: list[int]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list.

        Only these seats are looked at; ``None`` is what spectators see.
        """
        names, fields_of, _ = self._shape
        last, self._fields = self._fields, {None: fields_of(after.view(None))}
        old, new = last[None], self._fields[None]
        public = {index: self._shared(names[index], old[index], new[index]) for index in _differing(old, new)}
        told: dict[int | None, bytes] = {None: b",".join(public.values())}
        for seat in seats:
            if (mine_before := last.get(seat)) is None:
                mine_before = fields_of(before.view(seat))
                self._private[seat] = _differing(mine_before, old)
            mine = self._fields[seat] = fields_of(after.view(seat))
            private_before, self._private[seat] = self._private[seat], _differing(mine, new)
            changes = public.copy()
            for index in {*private_before, *self._private[seat]}:
                had, has = mine_before[index], mine[index]
                changes.pop(index, None)
                if had is not has and had != has:
                    changes[index] = self._own(names[index], had, has)
            told[seat] = b",".join([changes[index] for index in sorted(changes)])
        return told

    def _shared(self, name: str, was: Any, now: Any) -> bytes:
        """A change that everybody sees."""
        before = self._plain[name] if name in self._plain else plain(was)
        after = self._plain[name] = plain(now)
        return _inside(name, before, after)

    def _own(self, name: str, had: Any, has: Any) -> bytes:
        """A change that one seat sees. A list that was replaced is told whole, without a look at what it was."""
        if type(had) is type(has) is tuple and len(had) != len(has) and (not had or has[: len(had)] != had):
            now = [self._shape.notation.get(id(item)) or plain(item) for item in has] if name == "legal" else plain(has)
            return _encode([[name], now])
        return _inside(name, plain(had), plain(has))


def _differing(one: Fields, other: Fields) -> list[int]:
    """The places at which two views are not the same. Mostly they hold the very same things, which is quick to see."""
    found = []
    for index, mine in enumerate(one):
        theirs = other[index]
        if mine is not theirs and mine != theirs:
            found.append(index)
    return found


def _inside(name: str, before: Any, after: Any) -> bytes:
    found: list[Change] = []
    collect(found, [name], before, after)
    return _encode(found)[1:-1]
