"""Processes that share an SQLite file write one after the other, and each stores much at once."""

import asyncio
import fcntl
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa

from purrlab.server.cluster.membership import Membership
from purrlab.server.storage import leases, sqlite
from purrlab.server.storage.database import open_database
from purrlab.server.storage.fenced_commit import FencedCommit
from purrlab.server.storage.writer import Write, Writer, WriteResult
from purrlab.server.time_source import SystemTime

TIMEOUT_SECONDS = 10  # after which something that should have happened did not
HOUR_SECONDS = 3600


def _store(engine: sa.Engine) -> None:
    FencedCommit(engine, "second")([Write(None, leases.join, lambda _result, _error: None)])


def _renew_lease(engine: sa.Engine) -> None:
    asyncio.run(Membership(engine, SystemTime(), lease_seconds=1).shared_secret("a secret", b""))


@pytest.fixture
def engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[sa.Engine, sa.Engine]]:
    """Of two processes. SQLite itself would let neither wait for the other."""
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 0)
    with ExitStack() as stack:
        url = f"sqlite:///{tmp_path / 'purrlab.sqlite'}"
        first, second = (stack.enter_context(open_database(url, shared=True, is_locked=True)) for _ in range(2))
        yield first.writes, second.writes


@pytest.mark.parametrize("write", [_store, _renew_lease])
def test_whoever_wants_to_write_waits_for_who_does(
    engines: tuple[sa.Engine, sa.Engine], write: Callable[[sa.Engine], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = engines
    begun, asked = threading.Event(), threading.Event()
    flock = fcntl.flock

    def flock_heard(file: int, operation: int) -> None:
        if begun.is_set():
            asked.set()
        flock(file, operation)

    def hold(_connection: sa.Connection) -> None:
        begun.set()
        assert asked.wait(TIMEOUT_SECONDS)

    monkeypatch.setattr(fcntl, "flock", flock_heard)
    with ThreadPoolExecutor() as threads:
        holding = threads.submit(FencedCommit(first, "first"), [Write(None, hold, lambda _result, _error: None)])
        assert begun.wait(TIMEOUT_SECONDS)
        writing = threads.submit(write, second)
        writing.result(TIMEOUT_SECONDS)
        assert [error for _, _, error in holding.result(TIMEOUT_SECONDS)] == [None]


def test_batches_begin_no_closer_to_each_other_than_they_may() -> None:
    """What comes in between is stored by the next one, all at once."""
    batches: list[int] = []

    def commit(writes: list[Write]) -> list[WriteResult]:
        batches.append(len(writes))
        return [(write, None, None) for write in writes]

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        clock, passed = loop.time, 0
        loop.time = lambda: clock() + passed  # type: ignore[method-assign]
        writer = Writer(commit, HOUR_SECONDS)
        await writer.run(lambda _connection: None)
        more = [asyncio.ensure_future(writer.run(lambda _connection: None)) for _ in range(3)]
        for _ in range(3):  # they are asked for, and the loop turns
            await asyncio.sleep(0)
        assert writer.waiting == len(more)
        passed = HOUR_SECONDS
        await asyncio.gather(*more)
        assert batches == [1, 3]
        passed *= 2
        await writer.stop()

    asyncio.run(scenario())
