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
from server.fault_injection import Faults, accelerated_services, cookie_of, wait_for_answers
from server.socket.conversation import Conversation

from purrlab.server.live import publisher
from purrlab.server.live.messages import PastMessages
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.services import Services
from purrlab.server.socket import message_handlers
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store
from purrlab.server.storage.batch_commit import BatchCommit
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Write
from purrlab.server.time_source import Timer

ERRORS: list[Callable[[], Exception]] = [
    lambda: OSError("no space left on device"),
    lambda: sa.exc.OperationalError("insert", None, Exception("database is locked")),
    lambda: RuntimeError("what nobody thought of"),
]
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
