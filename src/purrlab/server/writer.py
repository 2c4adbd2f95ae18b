"""The one writer: everything is stored by a thread of its own, many things in one transaction.

While a batch is being committed the next one gathers. Nobody is told of anything before its commit.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from itertools import groupby
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa

from purrlab.server.schema import events

T = TypeVar("T")
Work = Callable[[sa.Connection], Any]
Done = Callable[[Any, BaseException | None], None]

_insert_events = sa.insert(events)


class Chain(Protocol):
    """Writes that stand on each other: when one fails, all that follow it fail too."""

    broken: bool


class BrokenChain(Exception):
    """Something that this write stands on was not stored."""


class Write(NamedTuple):
    """Something to store: an event's row, other work, or both; and who wants to know when it is done."""

    row: dict[str, Any] | None
    work: Work | None
    done: Done
    chain: Chain | None = None


Answer = tuple[Write, Any, BaseException | None]


class Writer:
    def __init__(self, engine: sa.Engine, *, delay: float = 0.0) -> None:
        self._engine = engine
        self._delay = delay  # stands for a slow disk
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="purrlab-writer")
        self._thread.start()

    def submit(self, write: Write) -> None:
        """Store this soon; ``done`` is called on the event loop, after the commit."""
        self._queue.put(write)

    async def run(self, work: Callable[..., T], *about: Any) -> T:
        """Store something, and wait until it is committed."""
        future: asyncio.Future[T] = self._loop.create_future()

        def done(result: Any, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self.submit(Write(None, lambda connection: work(connection, *about), done))
        return await future

    async def stop(self) -> None:
        """Finish what is there, then stop."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.sleep(0)  # lets the last answers run

    def _run(self) -> None:
        running = True
        while running:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            running = None not in batch
            writes = [write for write in batch if write is not None]
            if writes:
                self._loop.call_soon_threadsafe(_answer, self._store(writes))

    def _store(self, writes: list[Write]) -> list[Answer]:
        """All in one transaction; if that fails each in its own, so that only the bad ones are lost."""
        whole = [write for write in writes if write.chain is None or not write.chain.broken]
        lost: list[Answer] = [(write, None, BrokenChain()) for write in writes if write not in whole]
        if not whole:
            return lost
        try:
            return lost + self._commit(whole)
        except Exception as error:  # noqa: BLE001  # whatever it is, those who wait must know
            if len(whole) > 1:
                return lost + [answer for write in whole for answer in self._store([write])]
            if whole[0].chain is not None:
                whole[0].chain.broken = True
            return [*lost, (whole[0], None, error)]

    def _commit(self, writes: list[Write]) -> list[Answer]:
        answers: list[Answer] = []
        with self._engine.begin() as connection:
            for only_rows, group in groupby(writes, key=lambda write: write.work is None):
                if only_rows:
                    rows = list(group)
                    connection.execute(_insert_events, [write.row for write in rows])  # type: ignore[misc]
                    answers += [(write, None, None) for write in rows]
                else:
                    answers += [(write, _work(connection, write), None) for write in group]
            if self._delay:
                time.sleep(self._delay)
        return answers


def _work(connection: sa.Connection, write: Write) -> Any:
    if write.row is not None:
        connection.execute(_insert_events, write.row)
    assert write.work is not None
    return write.work(connection)


def _answer(answers: list[Answer]) -> None:
    for write, result, error in answers:
        write.done(result, error)
