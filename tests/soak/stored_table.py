"""A table as the database has it: what everybody there should have been told, by the rules."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sa
from soak.streams import Message
from soak.violation import Violation

from purrlab.server.live.announcements import table_info
from purrlab.server.patch import patch_between
from purrlab.server.storage import schema, store
from purrlab.server.tables.events import Acted, Event, Left, Started, TakenOver, kind_of, seat_of
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Relaxed

if TYPE_CHECKING:
    from purrlab.games.game import State


class Clocks(NamedTuple):
    """The clocks after an event, as the events say."""

    left: list[int | None]  # by seat, when it began to run
    running: dict[int, int]  # seat: since when

    def allow(self, told: Message) -> bool:
        """Whether somebody may be told this.

        Of a clock that runs more may be left than the events say: time in which there was no server is nobody's.
        """
        if told.keys() != {"left", "running", "at"} or told["running"] != sorted(self.running):
            return False
        bounds = [self._bounds(seat, told["at"]) for seat in range(len(self.left))]
        return len(told["left"]) == len(bounds) and all(
            left in bound if left is None or None in bound else min(bound) <= left <= max(bound)  # type: ignore[type-var]
            for left, bound in zip(told["left"], bounds, strict=True)
        )

    def _bounds(self, seat: int, at: int) -> tuple[int | None, int | None]:
        """What it had when it began to run, and what is left if no time was excused; a clock set back gives no time."""
        left = self.left[seat]
        if left is None or seat not in self.running:
            return left, left
        return left, max(0, left - max(0, at - self.running[seat]))


def clocks_of(table: Table) -> Clocks | None:
    if isinstance(table.terms.speed, Relaxed):
        return None
    return Clocks(list(table.clock.left), dict(table.clock.running))


class StoredTable:
    """The states, seats and infos of a table by seq, and what follows from them for every place."""

    def __init__(self, connection: sa.Connection, table_id: str, names: dict[str, str]) -> None:
        table = store.load_table(connection, table_id)
        assert table is not None
        self.id = table_id
        self.table = table
        self.events: list[Event] = table.events
        self.chat = _rows(connection, schema.chat, table_id, "number")
        self._check_rows(connection)
        self.names = names  # by person
        self._views: dict[tuple[int, int | None], Message | None] = {}
        self._changes: dict[tuple[int, int | None], list[Any]] = {}
        self._play_again()

    def _check_rows(self, connection: sa.Connection) -> None:
        """The seqs have no gap, and what tables are found by says what the events say."""
        if [event.seq for event in self.events] != list(range(1, len(self.events) + 1)):
            raise Violation(f"table {self.id}: its seqs are {[event.seq for event in self.events]}")
        status = connection.execute(sa.select(schema.tables.c.status).where(schema.tables.c.id == self.id)).scalar_one()
        if status != self.table.status:
            raise Violation(f"table {self.id} is stored as {status}, and its events say {self.table.status}")
        seats = {seat: row["person"] for seat, row in _rows(connection, schema.seats, self.id, "seat").items()}
        if seats != {seat: person for person, seat in self.table.seat_by_person.items()}:
            raise Violation(f"table {self.id}: the stored seats {seats} are not those of its events")

    def _play_again(self) -> None:
        again = Table(self.table.terms)
        self.states: list[State | None] = [None]
        self.seats: list[dict[str, int]] = [{}]
        self.infos = [self._info(again)]
        self.clocks = [clocks_of(again)]
        for event in self.events:
            again.apply(event)
            self.states.append(again.state)
            self.clocks.append(clocks_of(again))
            if type(event) is Acted and again.status != "over":
                self.seats.append(self.seats[-1])
                self.infos.append(self.infos[-1])
            else:
                self.seats.append(dict(again.seat_by_person))
                self.infos.append(self._info(again))

    def _info(self, table: Table) -> Message:
        info: Message = msgspec.to_builtins(table_info(table, self.names))
        return info

    @property
    def seq(self) -> int:
        return len(self.events)

    @cached_property
    def secrets(self) -> list[bytes]:
        """That nobody may know before the end."""
        terms = self.table.terms
        return [terms.server_seed.encode(), *([self.table.seed.encode()] if self.table.state else [])]

    @cached_property
    def actions(self) -> dict[tuple[int, str], list[Acted]]:
        """All that people did, by seat and id."""
        found: dict[tuple[int, str], list[Acted]] = {}
        for event in self.events:
            if isinstance(event, Acted) and event.request_id is not None:
                found.setdefault((event.seat, event.request_id), []).append(event)
        return found

    def seat_of(self, person: str | None, seq: int) -> int | None:
        return self.seats[seq].get(person or "")

    def view(self, seq: int, seat: int | None) -> Message | None:
        """What this seat sees then."""
        if (seq, seat) not in self._views:
            state = self.states[seq]
            self._views[seq, seat] = None if state is None else state.view(seat).as_dict()
        return self._views[seq, seat]

    def message(self, seq: int, person: str | None) -> Message:
        """What somebody is told of an event; but for the clock."""
        event = self.events[seq - 1]
        sat, seat = self.seat_of(person, seq - 1), self.seat_of(person, seq)
        told: Message = {"type": "event", "seq": seq, "at": event.at, "kind": kind_of(event), "seat": seat_of(event)}
        if isinstance(event, Acted):
            told |= self._told_of_action(event, seat)
        else:
            told["table"] = self.infos[seq]
        if isinstance(event, TakenOver | Left) and event.reason is not None:
            told["reason"] = event.reason
        if isinstance(event, Started):
            told["view"] = self.view(seq, seat)
        if sat != seat:
            told["you"] = seat
        return told

    def _told_of_action(self, event: Acted, seat: int | None) -> Message:
        before, after = self.states[event.seq - 1], self.states[event.seq]
        assert before is not None
        assert before.expects is not None
        assert after is not None
        if (event.seq, seat) not in self._changes:
            changes = patch_between(before.view(seat)._asdict(), after.view(seat)._asdict())
            self._changes[event.seq, seat] = list(map(list, changes))
        told: Message = {"verb": before.expects.verb, "changes": self._changes[event.seq, seat]}
        if after.outcome is not None:
            told["table"] = self.infos[event.seq]
        if seat == event.seat:
            told |= {"id": event.request_id, "action": event.action}
        return told


def _rows(connection: sa.Connection, table: sa.Table, table_id: str, key: str) -> dict[int, dict[str, Any]]:
    rows = connection.execute(sa.select(table).where(table.c.table_id == table_id)).mappings()
    return {row[key]: dict(row) for row in rows}
