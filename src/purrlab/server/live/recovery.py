"""Tables that could not be stored or loaded are loaded again, until that works."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from purrlab.server.errors import Refused
from purrlab.server.live.catch_up import CatchUp
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.presence import Presence
from purrlab.server.live.registry import TableRegistry
from purrlab.server.live.tasks import is_being_cancelled
from purrlab.server.storage.writer import Writer
from purrlab.server.time_source import TimeSource

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.05, 60.0  # before a table is loaded again
MAX_DATABASE_WAIT_SECONDS = 5.0  # the same, while nothing at all can be stored


Load = Callable[[str], Coroutine[Any, Any, LiveTable]]  # a table by its id


async def try_load(table_id: str, load: Load) -> LiveTable | None:
    """One of many tables. One that cannot be loaded must not stand in the way of the others."""
    try:
        return await load(table_id)
    except Refused as refusal:  # it is about to be another server's, or just has become this one's
        log.warning("a table cannot be loaded yet", extra={"table": table_id, "error": refusal.code})
        return None
    except (Exception, asyncio.CancelledError):
        if is_being_cancelled():
            raise
        log.exception("a table could not be loaded", extra={"table": table_id})
        return None


class Recovery:
    def __init__(
        self, registry: TableRegistry, presence: Presence, catch_up: CatchUp, writer: Writer, time: TimeSource
    ) -> None:
        self._registry = registry
        self._presence = presence
        self._catch_up = catch_up
        self._writer = writer
        self._time = time
        self._tasks: dict[asyncio.Task[None], str] = {}  # the table that each loads
        self._replacing: dict[LiveTable, asyncio.Task[None]] = {}  # tables that were not stored

    def load(self, table_id: str) -> None:
        """See to it that a table comes into memory."""
        self._start(table_id, self._registry.find)

    def reload(self, old: LiveTable) -> None:
        """See to it that everybody who watched a table that was not stored watches the stored one."""
        task = self._replacing[old] = self._start(old.id, partial(self._replace, old))
        task.add_done_callback(lambda _task: self._replacing.pop(old, None))

    def forget(self, goes: Callable[[str], bool]) -> list[LiveTable]:
        """Another server owns these tables, and whoever still watches what was not stored goes there."""
        for task, table_id in self._tasks.items():
            if goes(table_id):
                task.cancel()
        gone = [old for old in self._replacing if goes(old.id)]
        for old in gone:
            del self._replacing[old]
        return gone

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _start(self, table_id: str, load: Load) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._retry(table_id, load))
        self._tasks[task] = table_id
        task.add_done_callback(self._tasks.pop)
        return task

    async def _retry(self, table_id: str, load: Load) -> None:
        """Until it works, a little later each time: a table goes on as soon as the database does."""
        live, wait = None, FIRST_RETRY_SECONDS
        while live is None:
            await self._time.sleep(max(wait, min(self._writer.failing_seconds(), MAX_DATABASE_WAIT_SECONDS)))
            live, wait = await try_load(table_id, load), min(2 * wait, MAX_RETRY_SECONDS)

    async def _replace(self, old: LiveTable, table_id: str) -> LiveTable:
        live = await self._registry.find(table_id)
        for watcher in list(old.watchers):
            live, told = await self._catch_up.missed(table_id, watcher.person, old.seq, watcher.address)
            if watcher.live is old:  # else they went elsewhere meanwhile
                live = self._presence.attach(live, watcher)  # first: if it fails, they are told later, and once
                for message in told:
                    watcher.send(message)
        self._presence.announce(live)
        return live
