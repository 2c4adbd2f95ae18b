"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from the two parts of every view, a state's ``shared_view`` and ``own_view``. What all views share
is compared and encoded once.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from purrlab.games.game import State, View
from purrlab.server.patch import Change, Comparer, comparer_of

_encode = msgspec.json.Encoder().encode


class ViewDiff:
    """The views of a game as they were last shown, to tell what changes.

    A *viewer* is a seat, or None for all spectators.
    """

    __slots__ = ("_own", "_shared", "_viewers")

    def __init__(self) -> None:
        self._viewers: Sequence[int | None] = ()
        self._shared: tuple[Any, ...] = ()
        self._own: list[tuple[Any, ...]] = []

    def advance(self, before: State, after: State, viewers: Sequence[int | None]) -> dict[int | None, bytes]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list."""
        if not viewers:
            self._viewers = ()
            return {}
        shared, own = self._shared, self._own
        if viewers != self._viewers:  # else these were shown just now
            shared, own = before.shared_view(), [before.own_view(viewer) for viewer in viewers]
        self._viewers = viewers
        self._shared, self._own = after.shared_view(), [after.own_view(viewer) for viewer in viewers]
        compare_shared, compare_own = _comparers(after.game.view_class)
        for_all = _inside(compare_shared(shared, self._shared))
        told: dict[int | None, bytes] = {}
        for viewer, was, now in zip(viewers, own, self._own, strict=True):
            changes = compare_own(was, now)
            if not changes:
                told[viewer] = for_all
            elif for_all:
                told[viewer] = b"%b,%b" % (for_all, _inside(changes))
            else:
                told[viewer] = _inside(changes)
        return told


def _inside(changes: list[Change]) -> bytes:
    return _encode(changes)[1:-1]


@cache
def _comparers(view_class: type[View]) -> tuple[Comparer, Comparer]:
    return comparer_of(view_class, view_class.shared), comparer_of(view_class, view_class.own)
