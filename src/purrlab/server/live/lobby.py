"""The lobby: the tables that everybody may see."""

import asyncio
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from purrlab.server.live.ownership import Ownership
from purrlab.server.live.recovery import try_load
from purrlab.server.live.registry import TableRegistry
from purrlab.server.protocol import TableInfo
from purrlab.server.storage import store
from purrlab.server.time_source import TimeSource

LOBBY_CACHE_SECONDS = 0.5

AskOwners = Callable[[list[str]], Awaitable[dict[str, TableInfo]]]  # tables of other servers, by id


class Lobby:
    """Those who ask at about the same time get the same answer."""

    def __init__(self, registry: TableRegistry, engine: sa.Engine, time: TimeSource, ownership: Ownership) -> None:
        self._registry = registry
        self._engine = engine
        self._time = time
        self._ownership = ownership
        self.ask_owners: AskOwners | None = None  # None: there are no others
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
        elsewhere = [table_id for table_id in found if not self._ownership.owns(table_id)]
        told = await self.ask_owners(elsewhere) if self.ask_owners is not None and elsewhere else {}
        rest = await self.look_at([table_id for table_id in found if table_id not in told])
        return [info for table_id in found if (info := told.get(table_id) or rest.get(table_id)) is not None]

    async def look_at(self, wanted: list[str]) -> dict[str, TableInfo]:
        """These tables, as this server has or loads them."""
        tables = [await try_load(table_id, self._registry.peek) for table_id in wanted]
        return {live.id: live.published.info for live in tables if live is not None}
