"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from the two parts of every view, a state's ``shared_view`` and ``own_view``. What all views share
is compared and encoded once.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from purrlab.games.game import State, View
from purrlab.server.patch import Comparer, comparer_of

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
        compare_shared, compare_own = _comparers(after.game.view_class)
        for_all = _encode(compare_shared(shared, self._shared))[1:-1]
        told: dict[int | None, bytes] = {}
        for viewer, now in self._own.items():
            changes = compare_own(own[viewer], now)
            if changes:
                for_one = _encode(changes)[1:-1]
                told[viewer] = b"%b,%b" % (for_all, for_one) if for_all else for_one
            else:
                told[viewer] = for_all
        return told


@cache
def _comparers(view_class: type[View]) -> tuple[Comparer, Comparer]:
    return comparer_of(view_class, view_class.shared), comparer_of(view_class, view_class.own)
