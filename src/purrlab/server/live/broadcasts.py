"""What a server tells all others on the same database: what became of people, and of the lobby."""

from collections.abc import Callable

from msgspec import Struct


class Broadcast(Struct, array_like=True):
    pass


class Renamed(Broadcast, tag="renamed"):
    person: str
    name: str


class SignedOut(Broadcast, tag="signed-out"):
    person: str


class SessionEnded(Broadcast, tag="session-ended"):
    session: str


class MuteSet(Broadcast, tag="mute-set"):
    person: str
    other: str
    muted: bool


class Deleted(Broadcast, tag="deleted"):
    person: str
    tables: list[str]  # open ones where they were


class TableListed(Broadcast, tag="table-listed"):
    """There is a new table."""

    table: str


class LimitSpent(Broadcast, tag="limit-spent"):
    """Somebody did once more what is limited: it counts at all servers together."""

    limit: str
    who: str


Broadcaster = Callable[[Broadcast], None]


def broadcast_to_nobody(_broadcast: Broadcast) -> None:
    """Where a server is alone."""
