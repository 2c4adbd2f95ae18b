"""Work that takes milliseconds, in a thread of its own: nobody else has to wait for it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.fair_semaphore import FairSemaphore

T = TypeVar("T")

MAX_SLOW_REQUESTS = 100  # that may wait: for a past game, a picture, or a room of one's own to be checked
MAX_SLOW_REQUESTS_PER_ADDRESS = 20


class SlowWork:
    """Work that plays a whole game again, draws it, or checks somebody's own room: one after the other, by turns of
    addresses.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "purrlab-slow-work")
        self._turns = FairSemaphore(1)
        self._waiting: Counter[str] = Counter()  # by address

    async def run(self, address: str, work: Callable[..., T], *about: Any) -> T:
        if self._waiting[address] >= MAX_SLOW_REQUESTS_PER_ADDRESS or self._waiting.total() >= MAX_SLOW_REQUESTS:
            raise Refused(ErrorCode.BUSY, "the server is busy; please try again")
        self._waiting[address] += 1
        try:
            async with self._turns.slot("", address):
                return await asyncio.get_running_loop().run_in_executor(self._thread, work, *about)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
