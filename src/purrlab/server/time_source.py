"""The one place from which the server takes the time, so that tests can hand in a time of their own."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> None: ...


class TimeSource(Protocol):
    def now_ms(self) -> int:
        """Milliseconds since 1970."""

    def call_later(self, seconds: float, callback: Callable[..., None], *about: object) -> Timer:
        """Call this on the event loop after so many seconds."""

    async def sleep(self, seconds: float) -> None: ...


class SystemTime:
    """The time of this machine."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def call_later(self, seconds: float, callback: Callable[..., None], *about: object) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback, *about)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def seconds_left(time_source: TimeSource, began_ms: int, seconds: float) -> float:
    """What is left of a wait that began then. A clock that is set back meanwhile does not make it longer."""
    passed_ms = max(0, time_source.now_ms() - began_ms)
    return max(0.0, seconds - passed_ms / 1000)
