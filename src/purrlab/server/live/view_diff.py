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

    A *viewer* is a seat, or None for all spectators.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: dict[int | None, View] = {}

    def advance(self, before: State, after: State, viewers: Sequence[int | None]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list."""
        last = self._last
        if last.keys() != set(viewers):  # else these were shown just now
            last = {viewer: before.view(viewer) for viewer in viewers}
        views = self._last = {viewer: after.view(viewer) for viewer in viewers}
        told: dict[int | None, bytes] = {}
        for_all: bytes | None = None
        for viewer, view in views.items():
            was, own_from = last[viewer], view.own_from
            if for_all is None:
                for_all = _encoded_changes(view._fields[:own_from], was[:own_from], view[:own_from])
            for_one = _encoded_changes(view.own, was[own_from:], view[own_from:])
            told[viewer] = b"%b,%b" % (for_all, for_one) if for_all and for_one else for_all or for_one
        return told


def _encoded_changes(names: Sequence[str], before: tuple[Any, ...], after: tuple[Any, ...]) -> bytes:
    """What changed in these fields."""
    return b"" if before == after else _encode(patch_fields(names, before, after))[1:-1]
