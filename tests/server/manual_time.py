"""A time that stands still until a test advances it."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")
SECOND_MS = 1000
START_MS = 1_700_000_000_000  # as good as any


class ManualTimer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self._callback = None

    def fire(self) -> None:
        if self._callback is not None:
            self._callback()


class ManualTime:
    """A TimeSource. Everything due is called in its order, each at its own time."""

    def __init__(self) -> None:
        self._sleepers: set[asyncio.Future[Any]] = set()
        self._now_ms: float = START_MS
        self._order = count()
        self._timers: list[tuple[float, int, ManualTimer]] = []

    def now_ms(self) -> int:
        return int(self._now_ms)

    def call_later(self, seconds: float, callback: Callable[..., None], *about: object) -> ManualTimer:
        timer = ManualTimer(lambda: callback(*about))
        heapq.heappush(self._timers, (self._now_ms + seconds * SECOND_MS, next(self._order), timer))
        return timer

    async def sleep(self, seconds: float) -> None:
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.call_later(seconds, waking.set_result, None)
        try:
            await self.wait_for(waking)
        finally:
            timer.cancel()

    async def wait_for(self, waking: asyncio.Future[T]) -> T:
        """For something that comes when the test says so."""
        self._sleepers.add(waking)
        try:
            return await waking
        finally:
            self._sleepers.discard(waking)

    @property
    def sleepers(self) -> int:
        """How many tasks wait for nothing but this time, or the test."""
        return sum(not waking.done() for waking in self._sleepers)

    async def advance(self, seconds: float, settle: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)) -> None:
        """``settle`` waits for all that a moment brings with it, before the next one comes."""
        end = self._now_ms + seconds * SECOND_MS
        await settle()
        while self._timers and self._timers[0][0] <= end:
            self._now_ms, _, timer = heapq.heappop(self._timers)
            timer.fire()
            await settle()
        self._now_ms = end
