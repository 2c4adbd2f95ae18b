"""What a server tells all others on the same database: what became of people, and of the lobby."""

from collections.abc import Callable

from msgspec import Struct


class _Broadcast(Struct, array_like=True):
    pass


class Renamed(_Broadcast, tag="renamed"):
    person: str
    name: str


class SignedOut(_Broadcast, tag="signed-out"):
    person: str


class SessionEnded(_Broadcast, tag="session-ended"):
    session: str


class MuteSet(_Broadcast, tag="mute-set"):
    person: str
    other: str
    muted: bool


class Deleted(_Broadcast, tag="deleted"):
    person: str
    tables: list[str]  # open ones where they were


class TableListed(_Broadcast, tag="table-listed"):
    """There is a new table."""

    table: str


class LimitSpent(_Broadcast, tag="limit-spent"):
    """Somebody did once more what is limited: it counts at all servers together."""

    limit: str
    who: str


Broadcast = Renamed | SignedOut | SessionEnded | MuteSet | Deleted | TableListed | LimitSpent
Broadcaster = Callable[[Broadcast], None]


def broadcast_to_nobody(_broadcast: Broadcast) -> None:
    """Where a server is alone."""
