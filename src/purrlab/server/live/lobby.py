"""The lobby: the tables that everybody may see."""

import asyncio

import sqlalchemy as sa

from purrlab.server.live.recovery import try_load
from purrlab.server.live.registry import TableRegistry
from purrlab.server.protocol import TableInfo
from purrlab.server.storage import store
from purrlab.server.time_source import TimeSource

LOBBY_CACHE_SECONDS = 0.5


class Lobby:
    """Those who ask at about the same time get the same answer."""

    def __init__(self, registry: TableRegistry, engine: sa.Engine, time: TimeSource) -> None:
        self._registry = registry
        self._engine = engine
        self._time = time
        self._answer: asyncio.Future[list[TableInfo]] | None = None

    async def tables(self) -> list[TableInfo]:
        if self._answer is None:
            self._answer = asyncio.ensure_future(self._find())
            self._time.call_later(LOBBY_CACHE_SECONDS, self.refresh)
        return await asyncio.shield(self._answer)

    def refresh(self) -> None:
        """The next who asks gets the tables as they are then."""
        self._answer = None

    async def _find(self) -> list[TableInfo]:
        found = await asyncio.to_thread(store.read, self._engine, store.listed_tables)
        tables = [await try_load(table_id, self._registry.peek) for table_id in found]
        return [live.published.info for live in tables if live is not None]
