"""What each seat is shown of a game: the one place where views become messages.

Everything here comes from the two parts of every view, a state's ``shared_view`` and ``own_view``. What all views share
is compared and encoded once.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from purrlab.games.game import State, View
from purrlab.server.patch import WritesChanges, writer_of


class ViewDiff:
    """The views of a game as they were last shown, to tell what changes.

    A *viewer* is a seat, or None for all spectators.
    """

    __slots__ = ("_own", "_shared", "_viewers")

    def __init__(self) -> None:
        self._viewers: Sequence[int | None] = ()
        self._shared: tuple[Any, ...] = ()
        self._own: list[tuple[Any, ...]] = []

    def advance(
        self, before: State, after: State, viewers: Sequence[int | None]
    ) -> tuple[bytes, dict[int | None, bytes]]:
        """What leads from the views of one state to those of the next, each as the inside of a JSON list: for most
        viewers, and for those of whose own something changed.
        """
        if not viewers:
            self._viewers = ()
            return b"", {}
        shared, own = self._shared, self._own
        if viewers != self._viewers:  # else these were shown just now
            shared, own = before.shared_view(), [before.own_view(viewer) for viewer in viewers]
        self._viewers = viewers
        self._shared, self._own = after.shared_view(), []
        changes_of_shared, changes_of_own = _writers(after.game.view_class)
        for_all = changes_of_shared(shared, self._shared)
        changed = after.own_views_changed(before)
        with_own: dict[int | None, bytes] = {}
        for viewer, was in zip(viewers, own, strict=True):
            if viewer not in changed:
                self._own.append(was)
                continue
            now = after.own_view(viewer)
            self._own.append(now)
            if changes := changes_of_own(was, now):
                with_own[viewer] = b"%b,%b" % (for_all, changes) if for_all else changes
        return for_all, with_own


@cache
def _writers(view_class: type[View]) -> tuple[WritesChanges, WritesChanges]:
    return writer_of(view_class, view_class.shared), writer_of(view_class, view_class.own)
