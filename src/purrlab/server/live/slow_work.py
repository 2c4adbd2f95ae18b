"""Work that takes milliseconds, in a thread of its own: nobody else has to wait for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from purrlab.server.errors import ErrorCode, Refused

T = TypeVar("T")

MAX_SLOW_REQUESTS = 20  # that may wait: for a past game, or for a room of one's own to be checked


class SlowWork:
    """Work that plays a whole game again, or checks somebody's own room: one after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "purrlab-slow-work")
        self._waiting = 0

    async def run(self, work: Callable[..., T], *about: Any) -> T:
        if self._waiting >= MAX_SLOW_REQUESTS:
            raise Refused(ErrorCode.BUSY, "the server is busy; please try again")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *about)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
