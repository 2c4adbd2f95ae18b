"""What somebody missed, by playing the events of a table again in a thread of its own: nobody else waits."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from purrlab.server.live.fair_semaphore import FairSemaphore
from purrlab.server.live.live_table import LiveTable, Watcher
from purrlab.server.live.messages import PastMessages
from purrlab.server.live.registry import TableRegistry
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.time_source import TimeSource

ReaderKey = tuple[str, str | None]  # a table, and who reads; all who never sat there read the same

MAX_CACHE_BYTES = 32_000_000  # of what was told lately
REPLAY_OVERHEAD_BYTES = 50_000  # about what a game takes that is being played again, besides its messages
MESSAGES_PER_TURN = 50  # that one client is sent of what it missed before others have a turn
MISSED_MESSAGES_PER_SECOND, MISSED_MESSAGES_BURST = 2_000, 5_000  # that go to one address


class FlowControlledWatcher(Watcher, Protocol):
    async def send_all(self, messages: Iterable[bytes]) -> None:
        """As fast as they are read."""


class CatchUp:
    """All that a person would have been told of a table.

    What was told lately is kept, so that many who ask for the same are told the same. One plays events again at a time,
    and addresses take turns, so that nobody waits for all that another address asks for.
    """

    def __init__(self, registry: TableRegistry, time: TimeSource) -> None:
        self._registry = registry
        self._time = time
        self._rates = RateLimiter(MISSED_MESSAGES_PER_SECOND, MISSED_MESSAGES_BURST, lambda: time.now_ms() / 1000)
        self._thread = ThreadPoolExecutor(1, "purrlab-catch-up")
        self._playing = FairSemaphore(1)
        self._sending = FairSemaphore(1)
        self._cache: OrderedDict[ReaderKey, PastMessages] = OrderedDict()

    async def missed(
        self, table_id: str, person: str | None, since: int, address: str
    ) -> tuple[LiveTable, list[bytes]]:
        """A table, and all that a person would have been told of it since then, up to now."""
        told: list[bytes] = []
        while since < (live := await self._registry.find(table_id, address, person)).seq:
            key = table_id, person if live.has_sat(person) else None
            past = self._find(live, key, since)
            if not past.covers(since, live.seq):
                async with self._playing.slot(person or "", address):
                    past = self._find(live, key, since)  # somebody else may have waited for the same
                    await self._play(live, key, past)
            since, more = past.after(since)
            told += more
        return live, told

    def _find(self, live: LiveTable, key: ReaderKey, since: int) -> PastMessages:
        """What is kept for such a reader, or else something to play."""
        past = self._cache.pop(key, None)
        if past is None or past.names != live.names or past.since > since:
            first = 0 if past is not None else since  # all of it, or one could ask for a little more again and again
            past = PastMessages(live.table.terms, key[1], dict(live.names), first)
        self._cache[key] = past
        return past

    async def _play(self, live: LiveTable, key: ReaderKey, past: PastMessages) -> None:
        if past.covers(past.since, live.seq):
            return
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._thread, past.advance, live.events())
        except BaseException:
            self._cache.pop(key, None)  # nobody knows how far it came
            raise
        kept = sum(each.bytes + REPLAY_OVERHEAD_BYTES for each in self._cache.values())
        while kept > MAX_CACHE_BYTES and len(self._cache) > 1:
            _, oldest = self._cache.popitem(last=False)
            kept -= oldest.bytes + REPLAY_OVERHEAD_BYTES

    async def send(self, watcher: FlowControlledWatcher, messages: list[bytes]) -> None:
        """Many messages, a few at a time: others' moves come between, and others who catch up have their turn.

        An address that asks for more than people could read waits for it.
        """
        for start in range(0, len(messages), MESSAGES_PER_TURN):
            part = messages[start : start + MESSAGES_PER_TURN]
            if wait := self._rates.seconds_until(watcher.address, len(part)):
                await self._time.sleep(wait)
            async with self._sending.slot(watcher.person or "", watcher.address):
                await asyncio.sleep(0)
            await watcher.send_all(part)  # nobody waits for who reads slowly

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
