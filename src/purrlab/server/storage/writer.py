"""The one writer: everything is stored by a thread of its own, many things in one transaction.

While a batch is being committed the next one gathers. Nobody is told of anything before its commit.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa

from purrlab.server.storage.event_rows import EventRow
from purrlab.server.storage.leases import Lease

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[sa.Connection], Any]
DoneCallback = Callable[[Any, BaseException | None], None]

STOP_TIMEOUT_SECONDS = 10  # that a stopping server waits for the database
CONTENT_ERRORS = (sa.exc.IntegrityError, sa.exc.DataError)  # all others are the database's own


class Chain(Protocol):
    """Writes that stand on each other: when one fails, all that follow it fail too."""

    broken: bool


class BrokenChain(Exception):
    """Something that this write stands on was not stored."""


class Write(NamedTuple):
    """Something to store: an event's row, other work, or both; and who wants to know when it is done."""

    row: EventRow | None
    work: Work | None
    done: DoneCallback
    chain: Chain | None = None
    lease: Lease | None = None  # without which it must not be stored


WriteResult = tuple[Write, Any, BaseException | None]
Commit = Callable[[list[Write]], list[WriteResult]]  # stores all of them in one transaction, or raises


class Writer:
    def __init__(self, commit: Commit, interval_seconds: float = 0) -> None:
        """``interval_seconds``: the least between the beginnings of two batches, so that each is worth its while."""
        self._commit = commit
        self._interval_seconds = interval_seconds
        self._next_at = 0.0  # by the loop's clock: when the next batch may begin
        self._gathering: list[Write] = []
        self._in_flight = False
        self._batches: SimpleQueue[list[Write] | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._failing_since: float | None = None
        self.stored = 0  # writes, since the start
        self.committed: Callable[[float], None] = lambda _seconds: None  # told in the writer's thread how long it took
        self._thread = threading.Thread(target=self._run, name="purrlab-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write) -> None:
        """Store this soon; ``done`` is called on the event loop, after the commit."""
        self._gathering.append(write)
        if len(self._gathering) == 1 and not self._in_flight:
            self._loop.call_soon(self._start_batch)  # with whatever else comes until then

    def _start_batch(self) -> None:
        """One batch is in flight, and one gathers: waking the thread for each write would cost more than the write."""
        if not self._gathering or self._in_flight:
            return
        now = self._loop.time()
        if now < self._next_at:
            self._loop.call_at(self._next_at, self._start_batch)
            return
        self._next_at = now + self._interval_seconds
        self._in_flight = True
        self._batches.put(self._gathering)
        self._gathering = []

    def _finish_batch(self, answers: list[WriteResult]) -> None:
        self._in_flight = False
        self._start_batch()  # first, so that the disk works while watchers are told
        for write, result, error in answers:
            try:
                write.done(result, error)
            except Exception:  # the others want to know all the same
                log.exception("the callback of a stored write failed")

    async def run(self, work: Callable[..., T], *about: Any, lease: Lease | None = None) -> T:
        """Store something, and wait until it is committed."""
        future: asyncio.Future[T] = self._loop.create_future()

        def done(result: Any, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self.submit(Write(None, lambda connection: work(connection, *about), done, lease=lease))
        return await future

    @property
    def waiting(self) -> int:
        """Writes that wait for the batch before."""
        return len(self._gathering)

    def failing_seconds(self) -> float:
        """For how many seconds nothing could be stored; 0 where all is well."""
        return 0.0 if self._failing_since is None else time.monotonic() - self._failing_since

    async def stop(self) -> None:
        """Finish what is there, then stop; but do not wait for ever for a database that is gone."""
        try:
            async with asyncio.timeout(STOP_TIMEOUT_SECONDS):
                while self._gathering or self._in_flight:
                    await self.run(lambda _connection: None)
                self._batches.put(None)
                await asyncio.to_thread(self._thread.join, STOP_TIMEOUT_SECONDS)
        except (TimeoutError, sa.exc.SQLAlchemyError):
            log.error("the database did not answer while the server was stopping; unacknowledged writes are lost")  # noqa: TRY400

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            self._loop.call_soon_threadsafe(self._finish_batch, self._store(batch))

    def _store(self, writes: list[Write]) -> list[WriteResult]:
        """All in one transaction; if one was bad each in its own, so that only the bad ones are lost."""
        lost: list[WriteResult] = []
        whole: list[Write] = []
        for write in writes:
            if write.chain is not None and write.chain.broken:
                lost.append((write, None, BrokenChain()))
            else:
                whole.append(write)
        if not whole:
            return lost
        began = time.perf_counter()
        try:
            stored = self._commit(whole)
        except Exception as error:  # noqa: BLE001  # whatever it is, those who wait must know
            database_failed = isinstance(error, sa.exc.DBAPIError | OSError) and not isinstance(error, CONTENT_ERRORS)
            if len(whole) > 1 and not database_failed:
                return lost + [answer for write in whole for answer in self._store([write])]
            if database_failed:
                self._failing_since = self._failing_since or time.monotonic()
            for write in whole:
                if write.chain is not None:
                    write.chain.broken = True
            return lost + [(write, None, error) for write in whole]
        self._failing_since = None
        self.stored += len(whole)
        self.committed(time.perf_counter() - began)
        return lost + stored
