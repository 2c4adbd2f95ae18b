"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from ``state.view(seat)``. What all views share is made plain and encoded once.
"""

from dataclasses import fields
from typing import Any

import msgspec

from purrlab.games.game import State, View
from purrlab.games.values import plain
from purrlab.server.changes import Change, collect

_encode = msgspec.json.Encoder().encode


_NAMES: dict[type[View], tuple[str, ...]] = {}


def _names(view: View) -> tuple[str, ...]:
    names = _NAMES.get(type(view))
    if names is None:
        names = _NAMES[type(view)] = tuple(field.name for field in fields(view))
    return names


class Showing:
    """The views of a game as they were last shown, to tell what changes."""

    __slots__ = ("_plain", "_views")

    def __init__(self, state: State) -> None:
        self._views: dict[int | None, View] = {None: state.view(None)}
        self._plain: dict[str, Any] = {}

    def advance(self, before: State, after: State, seats: list[int]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list.

        Only these seats are looked at; ``None`` is what spectators see.
        """
        last, self._views = self._views, {None: after.view(None)}
        old, new = last[None], self._views[None]
        shared = {name: self._shared(name, old, new) for name in _names(new) if _differs(name, old, new)}
        public = {name: _inside(changes) for name, changes in shared.items()}
        told: dict[int | None, bytes] = {None: b",".join(filter(None, public.values()))}
        for seat in seats:
            mine_before = last.get(seat) or before.view(seat)
            mine = self._views[seat] = after.view(seat)
            told[seat] = _own(mine_before, mine, old, new, public)
        return told

    def _shared(self, name: str, old: View, new: View) -> list[Change]:
        before = self._plain[name] if name in self._plain else plain(getattr(old, name))
        after = self._plain[name] = plain(getattr(new, name))
        found: list[Change] = []
        collect(found, [name], before, after)
        return found


def _differs(name: str, one: View, other: View) -> bool:
    mine, theirs = getattr(one, name), getattr(other, name)
    return mine is not theirs and mine != theirs


def _own(mine_before: View, mine: View, old: View, new: View, public: dict[str, bytes]) -> bytes:
    """The changes of one seat's view: the shared ones, save where the seat sees something else than all others."""
    parts: list[bytes] = []
    for name in _names(mine):
        if _differs(name, mine, new) or _differs(name, mine_before, old):
            if _differs(name, mine_before, mine):
                found: list[Change] = []
                collect(found, [name], plain(getattr(mine_before, name)), plain(getattr(mine, name)))
                parts.append(_inside(found))
        elif name in public:
            parts.append(public[name])
    return b",".join(filter(None, parts))


def _inside(changes: list[Change]) -> bytes:
    return _encode(changes)[1:-1]
