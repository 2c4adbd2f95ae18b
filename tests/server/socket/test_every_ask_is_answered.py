"""Every ask is answered, whatever happens: under faults in every part, one after the other."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa
from server.clients import wait_until
from server.faults import ANSWER_TYPES, DirectTab, Faults, Tab, accelerated_services, cookie_of, wait_for_answers

from purrlab.server.live import publisher
from purrlab.server.live.messages import PastMessages
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.services import Services
from purrlab.server.socket import message_handlers
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store
from purrlab.server.storage.batch_commit import BatchCommit
from purrlab.server.storage.schema import events
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Write
from purrlab.server.time_source import Timer

ERRORS: list[Callable[[], Exception]] = [
    lambda: OSError("no space left on device"),
    lambda: sa.exc.OperationalError("insert", None, Exception("database is locked")),
    lambda: RuntimeError("what nobody thought of"),
]
LATER_SEQ = 16  # the seq of a game that has been going on for a while
CANCELLED_PARTS = ("missed", "run", "choose", "sleep", "find")  # what waits for another task or thread


def _points(services: Services) -> list[tuple[Any, str]]:
    """Every part that waits, stores, reads, thinks, tells or is called back."""
    tables = services.tables
    return [
        (BatchCommit, "__call__"),
        (services.writer, "submit"),
        (services.writer, "run"),
        (tables.registry, "_read"),
        (tables.registry, "find"),
        (tables.registry, "_admitted"),
        (tables.catch_up, "missed"),
        (PastMessages, "advance"),
        (publisher, "announce"),
        (publisher, "event_messages"),
        (tables.publisher, "_stored"),
        (tables.publisher, "_seats_changed"),
        (services.bots, "choose"),
        (tables.presence, "attach"),
        (tables.presence, "detach"),
        (tables.presence, "update"),
        (tables.time, "ring"),
        (tables.time, "sleep"),
    ]


class Conversation:
    """Two tabs of Ann's, one of Bo's and a bot, at a table of their own."""

    def __init__(self, services: Services, endpoint: SocketEndpoint, cookies: list[str], table: str) -> None:
        ann, bo = cookies
        self.services = services
        self.table = table
        self.ann, self.other, self.bo = DirectTab(endpoint, ann), Tab(endpoint, ann), DirectTab(endpoint, bo)
        self.tabs = [self.ann, self.other, self.bo]

    async def talk(self) -> None:
        for tab in self.tabs:
            tab.ask("watch", "w1", table=self.table)
        await wait_for_answers(*self.tabs)
        self.bo.ask("sit", "s1", seat=1)
        self.ann.ask("entropy", "e1", text="luck")
        self.ann.ask("bot", "b1", seat=2, bot="random")
        await wait_for_answers(*self.tabs)
        self.ann.ask("start", "s2")
        await wait_for_answers(*self.tabs)
        self.act(self.ann, "k1")
        self.act(self.other, "k1")  # the same action, by another tab, while it is being stored
        self.act(self.bo, "k2")
        self.bo.ask("say", "c1", text="hello")
        self.bo.ask("ping", "p1")
        await wait_for_answers(*self.tabs)
        self.other.ask("watch", "w2", table=self.table, seq=0)
        self.bo.ask("mute", "m1", seat=0)
        self.ann.ask("leave", "l1")
        self.ann.ask("back", "l2")
        self.bo.ask("rematch", "r1")
        await wait_for_answers(*self.tabs)
        self.act(self.ann, "k3")
        self.act(self.bo, "k4")
        self.ann.ask("watch", "w3", table=self.table, seq=1)
        self.bo.ask("watch", "w4", table="no-such-table")
        await wait_for_answers(*self.tabs)

    def act(self, tab: Tab, request_id: str) -> None:
        """What is legal, as far as the table in memory knows."""
        live = self.services.tables.registry.tables.get(self.table)
        seat = 1 if tab is self.bo else 0
        legal = live.table.state.legal(seat) if live and live.table.state else ()
        seq = live.table.seq if live else 0
        tab.ask("act", request_id, seq=seq, action=str(legal[0]) if legal else "discard 1")

    async def check(self) -> None:
        """What was told is stored, once; and the table goes on."""
        await self._goes_on()
        with self.services.engine.connect() as connection:
            query = sa.select(events).where(events.c.table_id == self.table).order_by(events.c.seq)
            stored = list(connection.execute(query))
            table = store.load_table(connection, self.table)
        assert table is not None
        assert [row.seq for row in stored] == list(range(1, len(stored) + 1))
        keys = [(row.seat, row.key) for row in stored if row.kind == "acted" and row.key is not None]
        assert len(keys) == len(set(keys)), keys
        for tab in self.tabs:
            _check_stream(tab, stored)
            _check_answers(tab, stored)

    async def _goes_on(self) -> None:
        """Whoever was unlucky asks again, as a client does, until the game has gone on for a while."""
        for attempt in range(200):
            for tab in (self.other, self.bo):
                shown = await tab.answer("watch", f"w{attempt}-on", table=self.table)
                if shown["type"] != "table":
                    await asyncio.sleep(0.005)
                elif shown["table"]["status"] == "waiting":
                    await self._prepare(tab, shown["seat"], attempt)
                elif shown["seq"] >= LATER_SEQ:
                    return
                else:
                    await self._move(tab, shown, attempt)
        raise AssertionError("the table does not go on")

    async def _prepare(self, tab: Tab, seat: int | None, attempt: int) -> None:
        if seat is None:
            await tab.answer("sit", f"s{attempt}-on")
        else:  # whoever is the host now
            await tab.answer("bot", f"b{attempt}-on", seat=2, bot="random")
            await tab.answer("start", f"t{attempt}-on")

    async def _move(self, tab: Tab, shown: dict[str, Any], attempt: int) -> None:
        if shown["table"]["seats"][shown["seat"]]["bot"]:
            await tab.answer("back", f"l{attempt}-on")
        elif shown["view"]["legal"]:
            action = shown["view"]["legal"][0]
            await tab.answer("act", f"k{attempt}-on", seq=shown["seq"], action=action)
        else:
            await asyncio.sleep(0.002)

    async def close(self) -> None:
        for tab in self.tabs:
            await tab.close()


def _check_stream(tab: Tab, stored: list[Any]) -> None:
    """Events are told in order, without a gap and none twice, and as they are stored."""
    last: int | None = None
    since = {each["id"]: each["seq"] for each in tab.asked.values() if each["type"] == "watch" and "seq" in each}
    for told in tab.told:
        if told["type"] == "table":
            last = told["seq"]
        elif told["type"] == "event":
            row = stored[told["seq"] - 1]
            assert (told["kind"], told["seat"]) == (row.kind, row.seat)
            assert last is None or told["seq"] == last + 1 or told["seq"] - 1 in since.values(), (last, told)
            assert "action" not in told or (told["action"], told["id"]) == (row.text, row.key)
            last = told["seq"]
        elif told["type"] == "done" and told["id"] in tab.asked and tab.asked[told["id"]]["type"] == "act":
            assert stored[told["seq"] - 1].key == told["id"]


def _check_answers(tab: Tab, stored: list[Any]) -> None:
    keys = {row.key for row in stored if row.kind == "acted" and row.seat == (1 if "c1" in tab.asked else 0)}
    for number, asked in tab.asked.items():
        answers = tab.answers(number)
        final = [answer for answer in answers if answer["type"] in ANSWER_TYPES]
        assert len(final) <= 1, final
        if asked["type"] == "act":
            assert len(answers) >= 1, asked
            if final and final[0]["type"] == "error" and number != "k1":
                assert number not in keys, final
        else:
            assert len(answers) == 1, asked


async def _converse(
    services: Services,
    endpoint: SocketEndpoint,
    people: list[Person],
    faults: Faults,
    part: str | None = None,
    number: int = 0,
    error: BaseException | None = None,
) -> list[str]:
    """The parts that were called, each of which could fail."""
    faults.arm(None, 0, None)
    live = await make_table(services.tables, people[0], NewTable(game="cat-in-the-box", players=3, pace=0))
    conversation = Conversation(services, endpoint, [await cookie_of(services, person) for person in people], live.id)
    faults.arm(part, number, error)
    try:
        await conversation.talk()
        parts = list(faults.calls)
        faults.arm(None, 0, None)
        await conversation.check()
    except AssertionError as failure:
        raise AssertionError(f"call {number} of {part} failed with {error!r}: {failure}") from failure
    finally:
        await conversation.close()
    return parts


def _errors(number: int, part: str) -> list[BaseException]:
    """One of each kind by turns; and what ends a wait from outside, where there is one."""
    error: BaseException = ERRORS[number % len(ERRORS)]()
    return [error, asyncio.CancelledError()] if part.endswith(CANCELLED_PARTS) else [error]


def test_every_ask_is_answered_whatever_fails(tmp_path: Path) -> None:
    """And what is told is stored, nothing counts twice, and the table goes on."""

    async def run() -> None:
        faults = Faults()
        async with accelerated_services(tmp_path) as (services, endpoint):
            people = [await services.accounts.create_guest(name) for name in ("Ann", "Bo")]
            with ExitStack() as stack:
                for owner, name in _points(services):
                    stack.enter_context(faults.around(owner, name))
                calls = await _converse(services, endpoint, people, faults)
                assert len(set(calls)) == len(_points(services)), set(calls)
                for call, part in enumerate(calls):
                    for error in _errors(call, part):
                        number = calls[: call + 1].count(part)
                        await _converse(services, endpoint, people, faults, part, number, error)

    asyncio.run(run())


Visit = Callable[[Services, Conversation], Awaitable[None]]


def _at_a_started_game(folder: Path, visit: Visit) -> None:
    async def run() -> None:
        async with accelerated_services(folder) as (services, endpoint):
            people = [await services.accounts.create_guest(name) for name in ("Ann", "Bo")]
            wanted = NewTable(game="cat-in-the-box", players=3, bots=["random"], pace=0)
            table = (await make_table(services.tables, people[0], wanted)).id
            conversation = Conversation(
                services, endpoint, [await cookie_of(services, person) for person in people], table
            )
            for tab in conversation.tabs:
                tab.ask("watch", "w1", table=table)
            await wait_for_answers(*conversation.tabs)
            await conversation.bo.answer("sit", "s1")
            await conversation.ann.answer("start", "s2")
            await wait_until(lambda: _is_quiet(services, table))
            await visit(services, conversation)
            await conversation.close()

    asyncio.run(run())


def _is_quiet(services: Services, table: str) -> bool:
    """The bot has put its card away, and all that happened is stored."""
    state = services.tables.registry.tables[table].table.state
    assert state is not None
    return 2 not in state.to_act and not (services.writer._gathering or services.writer._in_flight)


def _disk_full(_commit: BatchCommit, _writes: list[Write]) -> Any:
    raise OSError("no space left on device")


def test_the_same_act_on_a_second_tab_is_answered_when_storing_fails(tmp_path: Path) -> None:
    async def visit(_services: Services, two: Conversation) -> None:
        with patch.object(BatchCommit, "__call__", _disk_full):
            two.act(two.ann, "k1")
            two.act(two.other, "k1")
            await wait_for_answers(*two.tabs)
        assert [tab.answers("k1")[0]["code"] for tab in (two.ann, two.other)] == ["not-stored", "not-stored"]
        await two.check()

    _at_a_started_game(tmp_path, visit)


def test_a_table_goes_on_when_only_the_wait_for_a_repeated_act_fails(tmp_path: Path) -> None:
    """The act itself was stored in the batch before."""

    async def visit(_services: Services, two: Conversation) -> None:
        true_commit, release = BatchCommit.__call__, threading.Event()
        batches: list[int] = []

        def second_fails(commit: BatchCommit, writes: list[Write]) -> Any:
            batches.append(len(writes))
            if len(batches) == 2:
                raise OSError("no space left on device")
            release.wait(10)
            return true_commit(commit, writes)

        with patch.object(BatchCommit, "__call__", second_fails):
            two.act(two.ann, "k1")
            await wait_until(lambda: len(batches) == 1)
            two.act(two.other, "k1")
            await wait_until(lambda: two.services.writer._gathering != [])
            release.set()
            await wait_for_answers(*two.tabs)
        assert two.ann.answers("k1")[0]["type"] == "event"
        await two.check()

    _at_a_started_game(tmp_path, visit)


def test_who_looks_elsewhere_before_an_act_is_stored_is_answered(tmp_path: Path) -> None:
    async def visit(services: Services, two: Conversation) -> None:
        ann = store.Person(id=services.tables.registry.tables[two.table].table.host, name="Ann", login=None, created=0)
        elsewhere = await make_table(services.tables, ann, NewTable(game="cat-in-the-box", players=2))
        true_commit, release = BatchCommit.__call__, threading.Event()

        def slowly(commit: BatchCommit, writes: list[Write]) -> Any:
            release.wait(10)
            return true_commit(commit, writes)

        with patch.object(BatchCommit, "__call__", slowly):
            two.act(two.ann, "k1")
            two.ann.ask("watch", "w2", table=elsewhere.id)
            await wait_until(lambda: bool(two.ann.answers("w2")))
        release.set()
        await wait_for_answers(two.ann)
        assert [answer["type"] for answer in two.ann.answers("k1")] == ["done"]

    _at_a_started_game(tmp_path, visit)


def test_no_rematch_is_told_to_be_made_that_was_not_stored(tmp_path: Path) -> None:
    """Somebody who asks while the other's is being stored stands on it."""

    async def visit(services: Services, two: Conversation) -> None:
        live = services.tables.registry.tables[two.table]
        true_commit, release = BatchCommit.__call__, threading.Event()
        batches: list[int] = []

        def first_fails(commit: BatchCommit, writes: list[Write]) -> Any:
            batches.append(len(writes))
            if len(batches) == 1:
                release.wait(10)
                raise OSError("no space left on device")
            return true_commit(commit, writes)

        live.table.status = "over"
        with (
            patch.object(message_handlers, "make_successor", _successor),
            patch.object(BatchCommit, "__call__", first_fails),
        ):
            two.ann.ask("rematch", "r1")
            await wait_until(lambda: len(batches) == 1)
            two.bo.ask("rematch", "r2")
            for _ in range(20):  # by then all is done that waits for no thread
                await asyncio.sleep(0)
            release.set()
            await wait_for_answers(*two.tabs)
        assert two.ann.answers("r1")[0]["code"] == "not-stored"
        assert two.bo.answers("r2")[0]["code"] == "not-stored"

    _at_a_started_game(tmp_path, visit)


async def _successor(*_: object) -> str:
    return "next"


class _BareTimer:
    """All that a timer promises: under uvloop, one that rings at once has no ``when``."""

    __slots__ = ("_handle",)

    def __init__(self, handle: Timer) -> None:
        self._handle = handle

    def cancel(self) -> None:
        self._handle.cancel()


def test_an_act_is_answered_while_a_clock_is_about_to_ring(tmp_path: Path) -> None:
    async def visit(services: Services, two: Conversation) -> None:
        true_call_later = services.tables.time.call_later

        def bare(seconds: float, callback: Callable[..., None], *about: object) -> Timer:
            return _BareTimer(true_call_later(seconds, callback, *about))

        with patch.object(services.tables.time, "call_later", bare):
            live = services.tables.registry.tables[two.table]
            services.tables.turns.cancel_timer(live)
            live.away_since[0] = live.table.clock.running[0] = 0  # so long ago that it rings in this very moment
            services.tables.turns.wake(live)
            assert live.deadline <= services.tables.time.now_ms()
            live.away_since[1] = -1
            services.tables.turns.wake(live)
            two.act(two.bo, "k1")
            await wait_for_answers(two.bo)
        assert two.bo.answers("k1")[0]["type"] == "event"

    _at_a_started_game(tmp_path, visit)
