"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from ``state.view(seat)``. What all views share is compared and encoded once.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from purrlab.games.game import State, View
from purrlab.server.changes import Change, collect

_encode = msgspec.json.Encoder().encode

Values = tuple[Any, ...]


class _Part(NamedTuple):
    """Some fields of a view."""

    names: tuple[str, ...]
    of: Callable[[View], Values]


@cache
def _parts(kind: Any) -> tuple[_Part, _Part]:
    """The open part of such views, and the seat's own."""
    names = [field.name for field in fields(kind)]
    shared = tuple(name for name in names if name not in kind.own)
    own = tuple(name for name in names if name in kind.own)
    return _Part(shared, attrgetter(*shared)), _Part(own, attrgetter(*own))


class Showing:
    """The views of a game as they were last shown, to tell what changes.

    Views are looked at from *places*: a seat, or None for spectators.
    """

    __slots__ = ("_own", "_shared")

    def __init__(self) -> None:
        self._shared: Values = ()
        self._own: dict[int | None, Values] = {}

    def advance(self, before: State, after: State, places: Sequence[int | None]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list."""
        if not places:
            self._own = {}  # nobody sees this move, so nobody has seen what comes before the next one
            return {}
        if list(self._own) != list(places):
            self._look([before.view(place) for place in places], places)
        shared_before, own_before = self._shared, self._own
        views = [after.view(place) for place in places]
        shared, own = self._look(views, places)
        for_all = _told(shared.names, shared_before, self._shared)
        told: dict[int | None, bytes] = {}
        for place in places:
            for_one = _told(own.names, own_before[place], self._own[place])
            told[place] = b"%b,%b" % (for_all, for_one) if for_all and for_one else for_all or for_one
        return told

    def _look(self, views: Sequence[View], places: Sequence[int | None]) -> tuple[_Part, _Part]:
        kind: object = type(views[0])
        shared, own = _parts(kind)
        self._shared = shared.of(views[0])
        self._own = dict(zip(places, map(own.of, views), strict=True))
        return shared, own


def _told(names: tuple[str, ...], before: Values, after: Values) -> bytes:
    """What changed in these fields."""
    found: list[Change] = []
    for name, was, now in zip(names, before, after, strict=True):
        if was is not now and was != now:
            collect(found, [name], was, now)
    return _encode(found)[1:-1] if found else b""
