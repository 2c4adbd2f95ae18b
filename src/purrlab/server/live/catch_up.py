"""What somebody missed, by playing the events of a table again; and other work that takes milliseconds.

Both run in threads of their own, so that nobody else has to wait for them.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import missed_messages
from purrlab.server.live.registry import TableRegistry

T = TypeVar("T")

MAX_SLOW_REQUESTS = 20  # that may wait: for a past game, or for a room of one's own to be checked


class CatchUp:
    """All that a person would have been told of a table."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._thread = ThreadPoolExecutor(1, "purrlab-catch-up")

    async def missed(self, table_id: str, person: str | None, since: int) -> tuple[LiveTable, list[bytes]]:
        """A table, and all that a person would have been told of it since then, up to now."""
        loop, told = asyncio.get_running_loop(), list[bytes]()
        while since < (live := await self._registry.find(table_id)).seq:
            work = partial(missed_messages, live.table.terms, live.events(), person, dict(live.names), since)
            since = live.seq
            told += await loop.run_in_executor(self._thread, work)
        return live, told

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class SlowWork:
    """Work that plays a whole game again, or checks somebody's own room: one after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "purrlab-slow-work")
        self._waiting = 0

    async def run(self, work: Callable[..., T], *about: Any) -> T:
        if self._waiting >= MAX_SLOW_REQUESTS:
            raise Refused(ErrorCode.BUSY, "there is too much to do just now; please try again")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *about)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
