"""The registry of tables in memory: they are found there, loaded when somebody comes, and let go when they are idle."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.fair_semaphore import FairSemaphore
from purrlab.server.live.live_table import UNKNOWN_ADDRESS, LiveTable
from purrlab.server.live.ownership import Ownership
from purrlab.server.tables.clock import SECOND_MS
from purrlab.server.time_source import Timer, TimeSource

IDLE_TABLE_SECONDS = 2  # for which a table stays in memory although nobody needs it


class TableRegistry:
    """Every table in memory, by its id. There is never more than one of a table.

    ``read`` gives a table as it is stored; it may wait, and runs in a thread of its own, for one after the other.
    Addresses take turns, so that nobody waits for all tables that another address asks for. ``admitted`` is called with
    every table that comes into memory, ``deadline_reached`` with the id of one outside of it for which a player's time
    has run out.
    """

    def __init__(
        self,
        read: Callable[[str], LiveTable],
        time: TimeSource,
        ownership: Ownership,
        *,
        admitted: Callable[[LiveTable], None],
        deadline_reached: Callable[[str], None],
    ) -> None:
        self.tables: dict[str, LiveTable] = {}
        self._read = read
        self._time = time
        self._ownership = ownership
        self._admitted = admitted
        self._deadline_reached = deadline_reached
        self._thread = ThreadPoolExecutor(1, "purrlab-loading")
        self._turns = FairSemaphore(1)
        self._deadlines: dict[str, Timer] = {}  # of tables that are not in memory

    async def find(self, table_id: str, address: str = UNKNOWN_ADDRESS, person: str | None = None) -> LiveTable:
        """The table in memory, loaded if it was not there. Without an address the server itself wants it."""
        if (live := self.tables.get(table_id)) is not None:
            return live
        async with self._turns.slot(person or "", address):
            return self.tables.get(table_id) or self.admit(await self._load(table_id))

    async def peek(self, table_id: str, address: str = UNKNOWN_ADDRESS) -> LiveTable:
        """A table to look at once, which need not stay in memory."""
        if (live := self.tables.get(table_id)) is not None:
            return live
        async with self._turns.slot("", address):
            return self.tables.get(table_id) or await self._load(table_id)

    async def _load(self, table_id: str) -> LiveTable:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, table_id)

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def admit(self, live: LiveTable) -> LiveTable:
        """From now on the table is in memory. Gives the one that is there, if somebody was faster."""
        if (known := self.tables.get(live.id)) is not None:
            return known
        if live.lease != self._ownership.lease_of(live.id) or not self._ownership.owns(live.id):
            raise Refused(ErrorCode.TRY_AGAIN, "the table is moving to another server; please try again")
        self.tables[live.id] = live
        if (timer := self._deadlines.pop(live.id, None)) is not None:
            timer.cancel()
        try:
            self._admitted(live)
        except Exception:
            self.remove(live)  # nobody would wake it: the next who looks for it tries again
            raise
        self.release_when_idle(live)
        return live

    def remove(self, live: LiveTable) -> None:
        """This table is not as it is stored: the next who looks for it loads it anew."""
        if self.tables.get(live.id) is live:
            del self.tables[live.id]

    def forget(self, goes: Callable[[str], bool]) -> list[LiveTable]:
        """Another server owns these tables: nothing of them stays here. Gives those that were in memory."""
        for table_id in [table_id for table_id in self._deadlines if goes(table_id)]:
            self._deadlines.pop(table_id).cancel()
        gone = [live for live in self.tables.values() if goes(live.id)]
        for live in gone:
            self.remove(live)
        return gone

    def release_when_idle(self, live: LiveTable) -> None:
        """A table that is idle need not stay in memory. Whoever is about to watch it still finds it there."""
        if live.is_idle and not live.release_scheduled:
            live.release_scheduled = True
            self._time.call_later(IDLE_TABLE_SECONDS, self._release, live)

    def _release(self, live: LiveTable) -> None:
        live.release_scheduled = False
        if not live.is_idle or self.tables.get(live.id) is not live:
            return
        del self.tables[live.id]
        if live.timer is None:
            return
        live.timer.cancel()
        live.timer = None
        if live.table.status == "playing":  # before the start, seats become free only where somebody looks
            seconds = max(0, live.deadline - self._time.now_ms()) / SECOND_MS
            self._deadlines[live.id] = self._time.call_later(seconds, self._wake, live.id)

    def _wake(self, table_id: str) -> None:
        del self._deadlines[table_id]
        self._deadline_reached(table_id)
