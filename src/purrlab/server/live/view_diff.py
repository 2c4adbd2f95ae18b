"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from ``state.view(seat)``. What all views share is compared and encoded once.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from purrlab.games.game import State, View
from purrlab.server.patch import patch_fields

_encode = msgspec.json.Encoder().encode


class ViewDiff:
    """The views of a game as they were last shown, to tell what changes.

    Views are looked at from *places*: a seat, or None for spectators.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: dict[int | None, View] = {}

    def advance(self, before: State, after: State, places: Sequence[int | None]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list."""
        last = self._last
        if last.keys() != set(places):  # else these were shown just now
            last = {place: before.view(place) for place in places}
        views = self._last = {place: after.view(place) for place in places}
        told: dict[int | None, bytes] = {}
        for_all: bytes | None = None
        for place, view in views.items():
            was, own_from = last[place], view.own_from
            if for_all is None:
                for_all = _told(view._fields[:own_from], was[:own_from], view[:own_from])
            for_one = _told(view.own, was[own_from:], view[own_from:])
            told[place] = b"%b,%b" % (for_all, for_one) if for_all and for_one else for_all or for_one
        return told


def _told(names: Sequence[str], before: tuple[Any, ...], after: tuple[Any, ...]) -> bytes:
    """What changed in these fields."""
    return b"" if before == after else _encode(patch_fields(names, before, after))[1:-1]
