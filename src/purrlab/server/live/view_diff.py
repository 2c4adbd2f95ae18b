"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from the two parts of every view, a state's ``shared_view`` and ``own_view``. What all views share
is compared and encoded once.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from purrlab.games.game import State
from purrlab.server.patch import patch_fields

_encode = msgspec.json.Encoder().encode


class ViewDiff:
    """The views of a game as they were last shown, to tell what changes.

    A *viewer* is a seat, or None for all spectators.
    """

    __slots__ = ("_own", "_shared")

    def __init__(self) -> None:
        self._shared: tuple[Any, ...] = ()
        self._own: dict[int | None, tuple[Any, ...]] = {}

    def advance(self, before: State, after: State, viewers: Sequence[int | None]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list."""
        if not viewers:
            self._own = {}
            return {}
        shared, own = self._shared, self._own
        if own.keys() != set(viewers):  # else these were shown just now
            shared, own = before.shared_view(), {viewer: before.own_view(viewer) for viewer in viewers}
        self._shared, self._own = after.shared_view(), {viewer: after.own_view(viewer) for viewer in viewers}
        names = after.game.view_class
        for_all = _encoded_changes(names.shared, shared, self._shared)
        told: dict[int | None, bytes] = {}
        for viewer, now in self._own.items():
            for_one = _encoded_changes(names.own, own[viewer], now)
            told[viewer] = b"%b,%b" % (for_all, for_one) if for_all and for_one else for_all or for_one
        return told


def _encoded_changes(names: Sequence[str], before: tuple[Any, ...], after: tuple[Any, ...]) -> bytes:
    """What changed in these fields."""
    changes = patch_fields(names, before, after)
    return _encode(changes)[1:-1] if changes else b""
