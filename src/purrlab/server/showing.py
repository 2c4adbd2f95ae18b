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
    """The fields of one game's views."""

    names: tuple[str, ...]
    fields_of: Callable[[View], Fields]


_SHAPES: dict[type[View], _Shape] = {}


def _shape(view: View) -> _Shape:
    shape = _SHAPES.get(type(view))
    if shape is None:
        names = tuple(field.name for field in fields(view))
        shape = _SHAPES[type(view)] = _Shape(names, attrgetter(*names))
    return shape


class Showing:
    """The views of a game as they were last shown, to tell what changes."""

    __slots__ = ("_fields", "_plain", "_shape")

    def __init__(self, state: State) -> None:
        view = state.view(None)
        self._shape = _shape(view)
        self._fields: dict[int | None, Fields] = {None: self._shape.fields_of(view)}
        self._plain: dict[str, Any] = {}

    def advance(self, before: State, after: State, seats: list[int]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list.

        Only these seats are looked at; ``None`` is what spectators see.
        """
        names, fields_of = self._shape
        last, self._fields = self._fields, {None: fields_of(after.view(None))}
        public = [
            (was, now, b"" if was is now or was == now else self._shared(name, was, now))
            for name, was, now in zip(names, last[None], self._fields[None], strict=True)
        ]
        told: dict[int | None, bytes] = {None: b",".join([change for _, _, change in public if change])}
        for seat in seats:
            mine_before = last.get(seat) or fields_of(before.view(seat))
            mine = self._fields[seat] = fields_of(after.view(seat))
            told[seat] = _own(names, mine_before, mine, public)
        return told

    def _shared(self, name: str, was: Any, now: Any) -> bytes:
        before = self._plain[name] if name in self._plain else plain(was)
        after = self._plain[name] = plain(now)
        return _inside(name, before, after)


def _own(names: tuple[str, ...], mine_before: Fields, mine: Fields, public: list[tuple[Any, Any, bytes]]) -> bytes:
    """The changes of one seat's view: the shared ones, save where the seat sees something else than all others."""
    parts: list[bytes] = []
    for name, had, has, (was, now, shared) in zip(names, mine_before, mine, public, strict=True):
        if (has is now or has == now) and (had is was or had == was):
            if shared:
                parts.append(shared)
        elif had is not has and had != has:
            parts.append(_inside(name, plain(had), plain(has)))
    return b",".join(parts)


def _inside(name: str, before: Any, after: Any) -> bytes:
    found: list[Change] = []
    collect(found, [name], before, after)
    return _encode(found)[1:-1]
