"""What became of people, for other servers on the same database: what this server knows, they do not see."""

from collections.abc import Callable

from msgspec import Struct


class News(Struct, array_like=True):
    pass


class Renamed(News, tag="renamed"):
    person: str
    name: str


class SignedOut(News, tag="signed-out"):
    person: str


class SessionEnded(News, tag="session-ended"):
    session: str


class MuteSet(News, tag="mute-set"):
    person: str
    other: str
    muted: bool


class Deleted(News, tag="deleted"):
    person: str
    tables: list[str]  # open ones where they were


class TableListed(News, tag="table-listed"):
    """There is a new table."""

    table: str


TellOthers = Callable[[News], None]


def nobody_else(_news: News) -> None:
    """Where a server is alone."""
