"""A table in memory, with those who look at it and what they have been told."""

import asyncio
import time
from typing import Protocol

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.messages import announcement_of
from purrlab.server.live.view_diff import ViewDiff
from purrlab.server.protocol import Chat, Presence, TableMessage
from purrlab.server.tables.table import Event, Table

CHAT_TICK = 100  # milliseconds; nobody talks faster


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Watcher(Protocol):
    """Somebody who looks at a table."""

    person: str | None
    live: "LiveTable | None"

    def send(self, message: bytes) -> None: ...

    def mutes(self, person: str) -> bool: ...


class LiveTable:
    """A table in memory, with those who look at it and what they have been told."""

    __slots__ = (
        "away",
        "broken",
        "chat",
        "going",
        "latest",
        "lost",
        "names",
        "pending",
        "presence_due",
        "quiet",
        "said",
        "shown",
        "successor",
        "table",
        "thinking",
        "timer",
        "view_diff",
        "watchers",
    )

    def __init__(self, table: Table, names: dict[str, str], chat: list[tuple[str, Chat]], now: int) -> None:
        self.table = table
        self.names = names
        self.chat = chat  # what is stored of it
        self.said = chat[-1][1].number if chat else 0
        self.broken = False  # set by the writer: what is here was not stored
        self.lost = False  # and is being loaded again
        self.going = False  # in a while, if nobody comes
        self.pending = 0
        opening = Event(seq=table.seq, at=now, kind="sat")
        self.shown = self.latest = announcement_of(table, opening, names, None)
        self.view_diff = ViewDiff()
        self.watchers: set[Watcher] = set()
        self.presence_due = False
        self.away: dict[int, int] = {}  # seat: since when nobody looks from there
        self.look_around(now)
        self.thinking: set[int] = set()
        self.quiet = asyncio.Lock()  # one bot of a table thinks at a time, so that no table takes all their places
        self.successor: asyncio.Future[str] | None = None  # the table of the rematch, while it is made
        self.timer: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        return self.table.terms.id

    @property
    def seq(self) -> int:
        """The last event that everybody may know of."""
        return self.shown.event.seq

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person, as everybody knows it."""
        people = self.shown.people
        return people.index(person) if person is not None and person in people else None

    def present(self) -> list[bool]:
        here = {self.seat_of(watcher.person) for watcher in self.watchers}
        return [seat in here for seat in range(len(self.table.chairs))]

    def look_around(self, now: int) -> None:
        """See who is there. Whoever was away already has been for longer."""
        self.away = {seat: self.away.get(seat, now) for seat, here in enumerate(self.present()) if not here}

    def presence(self) -> Presence:
        spectators = sum(self.seat_of(watcher.person) is None for watcher in self.watchers)
        return Presence(seats=self.present(), spectators=spectators)

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs here, and nobody looks."""
        runs = self.table.status == "playing" and not self.table.waits_for_mail
        return not (runs or self.watchers or self.pending or self.broken or self.thinking)

    def must_hold(self) -> None:
        if self.broken:
            raise Refused(ErrorCode.TRY_AGAIN, "the table is being loaded again; please try again")

    def snapshot(self, watcher: Watcher, ask: str | None) -> TableMessage:
        """Everything at once, as somebody sees it."""
        seat, state = self.seat_of(watcher.person), self.shown.state
        return TableMessage(
            id=ask,
            seq=self.seq,
            seat=seat,
            table=self.shown.info,
            clock=self.shown.clock,
            view=None if state is None else state.view(seat).as_dict(),
            presence=self.presence(),
            chat=self.chat_for(watcher),
            muted=[seat for seat, person in enumerate(self.shown.people) if person and watcher.mutes(person)],
        )

    def next_chat(self, now: int) -> int:
        """A number that no other message of this table has or had, not even one that was deleted."""
        self.said = max(self.said + 1, (now - self.table.terms.created) // CHAT_TICK)
        return self.said

    def chat_for(self, watcher: Watcher) -> list[Chat]:
        return [message for person, message in self.chat if not watcher.mutes(person)]

    def seat_names(self) -> list[str | None]:
        return [seat.name for seat in self.shown.info.seats]

    def show_names(self) -> None:
        """The names as they are now."""
        same = self.latest.info is self.shown.info
        self.shown = self.shown.renamed(self.names)
        self.latest = self.latest._replace(info=self.shown.info) if same else self.latest.renamed(self.names)

    def past(self) -> list[Event]:
        """All that everybody may know of."""
        return self.table.events[: self.seq]
