"""A table in memory, with those who watch it and what they have been told."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.announcements import announce
from purrlab.server.live.view_diff import ViewDiff
from purrlab.server.storage.leases import Lease
from purrlab.server.storage.store import ChatMessage
from purrlab.server.tables.events import Event, Sat
from purrlab.server.tables.history import PastGame
from purrlab.server.tables.table import Table

if TYPE_CHECKING:
    from purrlab.server.time_source import Timer

UNKNOWN_ADDRESS = ""  # of tables that were loaded and that nobody watches: they share one turn
CHAT_NUMBER_STEP_MS = 100  # chat numbers follow the clock, so that none is given twice; nobody talks faster


class Watcher(Protocol):
    """Somebody who watches a table."""

    person: str | None
    address: str
    live: "LiveTable | None"

    def send(self, message: bytes) -> None: ...

    def mutes(self, person: str) -> bool: ...


class Audience(NamedTuple):
    """Those who watch a table, and from where."""

    people: tuple[str | None, ...]  # whose seat is whose
    seats: list[tuple[Watcher, int | None]]
    viewers: list[int | None]  # these seats, each once


class LiveTable:
    """A table in memory. ``accepted`` may be ahead of ``published``: nobody is told what is not stored."""

    __slots__ = (
        "accepted",
        "address",
        "audience",
        "away_since",
        "bot_lock",
        "broken",
        "chat",
        "deadline",
        "last_chat_number",
        "lease",
        "names",
        "presence_scheduled",
        "published",
        "release_scheduled",
        "reloading",
        "successor",
        "table",
        "thinking",
        "timer",
        "unstored",
        "view_diff",
        "watchers",
    )

    def __init__(
        self, table: Table, names: dict[str, str], chat: list[ChatMessage], now: int, lease: Lease | None = None
    ) -> None:
        self.table = table
        self.lease = lease  # under which it was loaded; None: this server is alone
        self.names = names  # by person
        self.chat = chat  # what is stored of it
        self.last_chat_number = chat[-1].number if chat else 0
        self.published = self.accepted = announce(table, None, names, None, now)
        self.address = UNKNOWN_ADDRESS  # from which its host came, or else whoever watches it
        self.unstored = 0  # writes that are under way
        self.broken = False  # set by the writer: something accepted was not stored
        self.reloading = False  # and the table is being loaded again
        self.release_scheduled = False
        self.view_diff = ViewDiff()
        self.watchers: set[Watcher] = set()
        self.audience: Audience | None = None  # until somebody comes or goes
        self.presence_scheduled = False
        self.away_since: dict[int, int] = {}  # by seat from which nobody watches
        self.update_away(now)
        self.thinking: set[int] = set()  # seats for which a bot thinks
        self.bot_lock = asyncio.Lock()  # one bot of a table thinks at a time, so that no table takes the whole pool
        self.successor: asyncio.Future[str] | None = None  # the table of the rematch, while it is made
        self.timer: Timer | None = None  # rings when somebody's time runs out
        self.deadline = 0  # when it rings, in milliseconds since 1970

    @property
    def id(self) -> str:
        return self.table.terms.id

    @property
    def seq(self) -> int:
        """The last event that everybody may know of."""
        return self.published.seq

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person, as everybody knows it."""
        people = self.published.people
        return people.index(person) if person is not None and person in people else None

    def audience_of(self, people: tuple[str | None, ...]) -> Audience:
        """Who watches, where these have the seats: the same from one move to the next."""
        audience = self.audience
        if audience is None or audience.people is not people:
            seat_of = seats_by_person(people)
            seats = [(watcher, seat_of.get(watcher.person or "")) for watcher in self.watchers]
            viewers = list(dict.fromkeys(seat for _, seat in seats))
            audience = self.audience = Audience(people, seats, viewers)
        return audience

    def has_sat(self, person: str | None) -> bool:
        """Whether a person ever had a seat here, as everybody knows it."""
        return person is not None and any(type(event) is Sat and event.person == person for event in self.events())

    def present(self) -> list[bool]:
        """By seat: whether somebody watches from there."""
        here = {self.seat_of(watcher.person) for watcher in self.watchers}
        return [seat in here for seat in range(len(self.table.seats))]

    def update_away(self, now: int) -> None:
        """See who is there. Whoever was away already has been for longer."""
        present = enumerate(self.present())
        self.away_since = {seat: self.away_since.get(seat, now) for seat, here in present if not here}

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs here, and nobody watches."""
        if self.watchers or self.unstored or self.broken or self.thinking:
            return False
        return self.table.status != "playing" or self.table.waits_for_correspondence

    def check_usable(self) -> None:
        if self.broken:
            words = "something could not be stored; the table is read again once the database answers; please try again"
            raise Refused(ErrorCode.TRY_AGAIN, words)

    def next_chat_number(self, now: int) -> int:
        """A number that no other message of this table has or had, not even one that was deleted."""
        self.last_chat_number = max(self.last_chat_number + 1, (now - self.table.terms.created) // CHAT_NUMBER_STEP_MS)
        return self.last_chat_number

    def chat_for(self, watcher: Watcher) -> list[ChatMessage]:
        return [message for message in self.chat if not watcher.mutes(message.person)]

    def refresh_names(self) -> None:
        """Names have changed: those that are told next are the new ones."""
        same = self.accepted.info is self.published.info
        self.published = self.published.renamed(self.names)
        self.accepted = self.accepted._replace(info=self.published.info) if same else self.accepted.renamed(self.names)

    def events(self) -> list[Event]:
        """All that everybody may know of."""
        return self.table.events[: self.seq]

    def past(self) -> PastGame:
        return PastGame(self.table, self.events(), self.published.state, self.published.status, self.names)


def seats_by_person(people: Iterable[str | None]) -> dict[str, int]:
    return {person: seat for seat, person in enumerate(people) if person is not None}
