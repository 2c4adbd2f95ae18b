"""What must hold after every round, whatever was done to the server."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Collection, Iterable
from random import Random
from typing import Any

import sqlalchemy as sa
from soak.clients import ENDED, TRY_AGAIN, Player
from soak.error_texts import RULES_CODES, is_expected, refusals_by_rules
from soak.stored_table import StoredTable
from soak.streams import Message, Stream, Streams, decode
from soak.violation import Violation
from soak.world import World

from purrlab.records import decode as decode_record
from purrlab.records import encode, record_of, verify
from purrlab.server.storage import schema

# By what somebody asked: what has happened at the seq that the answer names.
DONE_KINDS = {
    "sit": {"sat"},
    "leave": {"left", "taken"},
    "back": {"back"},
    "start": {"started"},
    "entropy": {"entropy"},
    "act": {"acted"},
}
# What a server may complain about while its database fails, and with which errors.
EXPECTED_ERRORS = {
    "an event could not be stored or published",
    "the database failed during a request",
    "the database failed while a client connected",
    "housekeeping failed; it will be retried",
    "a table could not be loaded",
}
DATABASE_ERRORS = ("OperationalError", "LeaseLost", "BrokenChain", "InternalError", "DBAPIError", "InterfaceError")
QUIET_TIMEOUT_SECONDS = 60  # in which a server, however slow, has let go of tables and connections that nobody needs
POLL_SECONDS = 0.1
# More than after warming up: games that were told again are kept, in 32 MB at most; pools have some connections.
MORE_MEMORY_MB, MORE_DESCRIPTORS, MORE_PROCESSES = 40, 16, 4
WARM_UP_ROUNDS = 1


def load_stored_tables(world: World) -> dict[str, StoredTable]:
    """All tables that were made in this round, also those of which nobody was told."""
    with world.engine.connect() as connection:
        made = list(connection.execute(sa.select(schema.tables.c.id)).scalars())
        new = [table for table in made if table not in world.known_tables]
        return {table: StoredTable(connection, table, world.names) for table in new}


def check_streams(stored_tables: dict[str, StoredTable], streams: Iterable[Stream]) -> None:
    for stream in streams:
        stored = stored_tables.get(stream.table)
        if stored is None:
            raise Violation(f"table {stream.table} was told of, and is not stored")
        _StreamCheck(stored, stream).run()


class _StreamCheck:
    """What was told on one connection: all of it is stored, and is what this person may know, and nothing else."""

    def __init__(self, stored: StoredTable, stream: Stream) -> None:
        self._stored = stored
        self._stream = stream
        self._person = stream.person.id if stream.person else None
        self._asked = {asked["id"]: asked for asked in stream.asked}
        self._answers: Counter[str] = Counter()

    def run(self) -> None:
        for received in self._stream.received:
            message = decode(received)
            if b'"status":"over"' not in received and any(secret in received for secret in self._stored.secrets):
                self._fail(message, "it holds a seed before the end")
            check = getattr(self, f"_check_{message['type'].replace('-', '_')}", None)
            if check is None:
                self._fail(message, "there is no such message")
            else:
                check(message)
        for number, count in self._answers.items():
            if count > sum(asked["id"] == number for asked in self._stream.asked):
                self._fail(self._asked[number], "it was answered more often than it was asked")

    def _fail(self, message: Message, reason: str) -> None:
        who = self._stream.person.name if self._stream.person else "a spectator"
        shown = json.dumps(message)[:2000]
        raise Violation(f"table {self._stored.id}, seq {message.get('seq')}, told to {who}: {reason}: {shown}")

    def _check_table(self, message: Message) -> None:
        self._check_stored(message)
        seq, stored = message["seq"], self._stored
        seat = stored.seat_of(self._person, seq)
        expected: Message = {"seat": seat, "view": stored.view(seq, seat), "table": stored.infos[seq], "muted": []}
        if any(message[name] != value for name, value in expected.items()):
            self._fail(message, f"expected {json.dumps(expected)}")
        self._check_clock(message, message["clock"])
        self._check_presence(message["presence"])
        for said in message["chat"]:
            self._check_chat(said)
        self._check_answer(message)

    def _check_event(self, message: Message) -> None:
        self._check_stored(message)
        expected = self._stored.message(message["seq"], self._person)
        told = {name: value for name, value in message.items() if name != "clock"}
        if told != expected:
            self._fail(message, f"expected {json.dumps(expected)}")
        self._check_clock(message, message.get("clock"))

    def _check_clock(self, message: Message, told: Message | None) -> None:
        """Clocks that stand show what is stored; of one that runs, no more than what its seat had at first is left.

        It may be more than the events say: nobody pays for the time in which there was no server.
        """
        clock = self._stored.clocks[message["seq"]]
        if clock is None and told is None:
            return
        if clock is None or told is None or not clock.allow(told):
            self._fail(message, f"expected the clock {clock}")

    def _check_caught_up(self, message: Message) -> None:
        self._check_stored(message)
        if message["names"] != [seat["name"] for seat in self._stored.infos[message["seq"]]["seats"]]:
            self._fail(message, "these are not the names of those who sit here")
        self._check_presence(message["presence"])
        self._check_answer(message)

    def _check_done(self, message: Message) -> None:
        """What is told to be done is stored, at the seq that is told, and done by this person."""
        self._check_stored(message)
        self._check_answer(message)
        asked, stored, seq = self._asked[message["id"]], self._stored, message["seq"]
        if asked["type"] == "say" and [said["text"] for said in stored.chat.values()].count(asked["text"]) != 1:
            self._fail(message, f"{asked} was answered, and is not stored once")
        kinds = DONE_KINDS.get(asked["type"])
        if kinds is None:
            return
        told = stored.message(seq, self._person)
        own = {stored.seat_of(self._person, seq - 1), stored.seat_of(self._person, seq)}
        if told["kind"] not in kinds or (told["seat"] is not None and told["seat"] not in own):
            self._fail(message, f"{asked} was answered, and stored is {told}")
        if asked["type"] == "act" and (told["id"], told["action"]) != (asked["id"], asked["action"]):
            self._fail(message, f"{asked} was answered, and stored is {told}")

    def _check_error(self, message: Message) -> None:
        """It says no more than everybody may know: of an action, what the rules say of it in a state that was."""
        self._check_answer(message)
        asked, states = self._asked[message["id"]], self._stored.states
        if message["code"] in RULES_CODES:
            seats = ((state, self._stored.seat_of(self._person, seq)) for seq, state in enumerate(states))
            known = ((state, seat) for state, seat in seats if state is not None and seat is not None)
            expected = (message["message"], message.get("rule"), message.get("cause")) in refusals_by_rules(
                known, asked["action"]
            )
        else:
            expected = is_expected(message)
        if not expected:
            self._fail(message, f"the answer to {asked}")

    def _check_pong(self, message: Message) -> None:
        self._check_answer(message)

    def _check_presence(self, message: Message) -> None:
        """Whether each seat is there, and how many look on. Who was there when is not stored."""
        seats, spectators = message["seats"], message["spectators"]
        if message.keys() != {"type", "seats", "spectators"} or len(seats) != len(self._stored.table.seats):
            self._fail(message, "it has other fields, or other seats")
        if {type(here) for here in seats} != {bool} or type(spectators) is not int or spectators < 0:
            self._fail(message, "it says something else than who is there")

    def _check_names(self, message: Message) -> None:
        self._fail(message, "nobody has taken another name")

    def _check_chat(self, message: Message) -> None:
        stored = self._stored.chat.get(message["number"], {})
        if any(stored.get(name) != message[name] for name in ("seat", "text", "at")) or (
            message.keys() != {"type", "number", "seat", "name", "text", "at"}
            or message["name"] != self._stored.names.get(stored["person"])
        ):
            self._fail(message, f"stored is {stored}")

    def _check_stored(self, message: Message) -> None:
        if not 0 <= message["seq"] <= self._stored.seq:
            self._fail(message, f"it is not stored; the last seq is {self._stored.seq}")

    def _check_answer(self, message: Message) -> None:
        if message["id"] is None and message["type"] in self._stream.told_unasked:
            return
        if message["id"] not in self._asked:
            self._fail(message, "nobody asked for it")
        self._answers[message["id"]] += 1


def check_actions(stored_tables: dict[str, StoredTable], players: Iterable[Player]) -> int:
    """Nothing is stored twice, nothing that nobody sent, and nothing that came too late. Gives how much is stored."""
    sent: dict[tuple[str, str], Player] = {}
    for player in players:
        sent |= {(player.table, number): player for number in (*player.acts, *player.late_acts)}
    for stored in stored_tables.values():
        for (seat, number), events in stored.actions.items():
            where = f"table {stored.id}, seq {events[0].seq}"
            if len(events) > 1:
                raise Violation(f"{where}: {number} is stored {len(events)} times")
            sender = sent.get((stored.id, number))
            if sender is None or sender.person is None or number in sender.late_acts:
                raise Violation(f"{where}: {events[0]} is stored, and nobody sent it, or too late")
            if stored.seat_of(sender.person.id, events[0].seq) != seat or sender.acts[number] != events[0].action:
                raise Violation(f"{where}: {sender.person.name} sent {sender.acts[number]}, and stored is {events[0]}")
    return sum(len(stored.actions) for stored in stored_tables.values())


async def check_tables(world: World, stored_tables: dict[str, StoredTable], chance: Random) -> None:
    """The server loads every table, and tells a stranger what is stored; the record agrees with it."""
    streams = Streams(lambda: world.port)
    for stored in stored_tables.values():
        async with streams.open(stored.id, None, chance) as stream:
            told = await _watch(stream, stored.id)
        if told["type"] != "table":
            raise Violation(f"table {stored.id} is not loaded: {told}")
        if stored.table.status in ENDED and told["seq"] != stored.seq:
            raise Violation(f"table {stored.id} is loaded with seq {told['seq']}, and {stored.seq} is stored")
        if stored.table.status == "over":
            await _check_record(world, stored)
    check_streams(
        stored_tables, [stream for stream in streams.all if stored_tables[stream.table].table.status in ENDED]
    )


async def _watch(stream: Stream, table: str) -> Message:
    """Of several servers one may be taking the table over."""
    while True:
        told = await stream.answer(await stream.ask("watch", table=table), lambda _: None)
        if told.get("code") not in TRY_AGAIN:
            return told
        await asyncio.sleep(POLL_SECONDS)


async def _check_record(world: World, stored: StoredTable) -> None:
    content = await world.get(f"/api/tables/{stored.id}/record")
    record, state = decode_record(content), stored.table.state
    assert state is not None
    verify(record)
    ours: Any = decode_record(encode(record_of(state, stored.table.names(world.names))))
    ours.fair = record.fair
    if record != ours or record.fair.server_seed != stored.table.terms.server_seed:  # type: ignore[union-attr]
        raise Violation(f"table {stored.id}: its record is not that of its events: {content!r}")


def check_log(lines: Iterable[str], stored_tables: dict[str, StoredTable], also: Collection[str] = ()) -> None:
    """No secret, and no complaint but about a database that failed; ``also`` in these words."""
    expected = EXPECTED_ERRORS.union(also)
    for line in lines:
        if any(secret.decode() in line for stored in stored_tables.values() for secret in stored.secrets):
            raise Violation(f"the log holds a secret: {line}")
        if not line.startswith("{"):
            if "Purrlab is at" not in line:
                raise Violation(f"the server says: {line}")
            continue
        entry = json.loads(line)
        is_expected = entry["message"] in expected and entry["error"].startswith(DATABASE_ERRORS)
        if entry["level"] in ("error", "critical") and not is_expected:
            raise Violation(f"the server says: {line}")


async def check_quiet(world: World) -> None:
    """When all games are over and everybody has gone, no table is in memory, and no connection is open."""
    latest = time.monotonic() + QUIET_TIMEOUT_SECONDS
    while (kept := await _kept(world)) != (0, 0):
        if time.monotonic() > latest:
            raise Violation(f"{world.name}: the server keeps {kept[0]} tables and {kept[1]} connections of nobody")
        await asyncio.sleep(POLL_SECONDS)


async def _kept(world: World) -> tuple[int, int]:
    """Tables, and connections."""
    return json.loads(await world.get("/health"))["tables"], world.server.connections()


def check_resources(world: World) -> None:
    """After warming up, memory and descriptors of a server that is never killed stay as they are."""
    used = world.server.resources()
    if used is None:
        return
    world.resources.append(used)
    first = world.resources[: WARM_UP_ROUNDS + 1][-1]
    if (
        used.memory_mb > first.memory_mb + MORE_MEMORY_MB
        or used.descriptors > first.descriptors + MORE_DESCRIPTORS
        or used.processes > first.processes + MORE_PROCESSES
    ):
        raise Violation(f"{world.name}: the server needs {used} after {len(world.resources)} rounds, first {first}")
