"""What changed about people lately: a request that began before a change may still carry what was true then."""

from typing import TypeVar

from purrlab.server.time_source import TimeSource

T = TypeVar("T")

RECENT_CHANGE_SECONDS = 60


class RecentChanges(dict[str, T]):
    """The change of each person in the last minute."""

    def __init__(self, time: TimeSource) -> None:
        super().__init__()
        self._time = time

    def add(self, person: str, change: T) -> None:
        self[person] = change
        self._time.call_later(RECENT_CHANGE_SECONDS, self._forget, person, change)

    def _forget(self, person: str, change: T) -> None:
        if self.get(person) is change:
            self.pop(person, None)
