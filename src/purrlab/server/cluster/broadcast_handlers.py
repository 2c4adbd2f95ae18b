"""What became of people at other servers, applied here; and what may have been missed while the bus was away."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from purrlab.server.live.broadcasts import (
    Broadcast,
    Deleted,
    LimitSpent,
    MuteSet,
    Renamed,
    SessionEnded,
    SignedOut,
    TableListed,
)
from purrlab.server.services import Services
from purrlab.server.storage import session_store, store


class BroadcastHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._handlers: dict[type[Broadcast], Callable[[Any], Coroutine[Any, Any, None]]] = {
            Renamed: self._renamed,
            SignedOut: self._signed_out,
            SessionEnded: self._session_ended,
            MuteSet: self._mute_set,
            Deleted: self._deleted,
            TableListed: self._table_listed,
            LimitSpent: self._limit_spent,
        }

    async def apply(self, broadcast: Broadcast) -> None:
        await self._handlers[type(broadcast)](broadcast)

    async def _renamed(self, broadcast: Renamed) -> None:
        self._services.apply_rename(broadcast.person, broadcast.name)

    async def _signed_out(self, broadcast: SignedOut) -> None:
        self._services.connections.apply_sign_out(broadcast.person)

    async def _session_ended(self, broadcast: SessionEnded) -> None:
        self._services.connections.apply_session_end(broadcast.session)

    async def _mute_set(self, broadcast: MuteSet) -> None:
        self._services.connections.apply_mute(broadcast.person, broadcast.other, muted=broadcast.muted)

    async def _deleted(self, broadcast: Deleted) -> None:
        self._services.connections.apply_sign_out(broadcast.person)
        self._services.tables.people.deleted.add(broadcast.person, None)
        await self._services.forget(broadcast.person, broadcast.tables)

    async def _table_listed(self, broadcast: TableListed) -> None:
        tables = self._services.tables
        tables.lobby.refresh()
        if tables.ownership.owns(broadcast.table):
            tables.recovery.load(broadcast.table)

    async def _limit_spent(self, broadcast: LimitSpent) -> None:
        if (limiter := self._services.shared_limits.get(broadcast.limit)) is not None:
            limiter.spend(broadcast.who)

    async def recheck(self) -> None:
        """All that is known here about people, once more from the database."""
        services = self._services
        clients = services.connections.all()
        ended = {client.session for client in clients if client.session is not None}
        ended -= await self._read(session_store.known_sessions, ended)
        for session in ended:
            services.connections.apply_session_end(session)
        known = {client.person: client.name for client in clients if client.person is not None}
        for live in services.tables.registry.tables.values():
            known |= live.names
        names = await self._read(store.names_of, set(known))
        for person, name in known.items():
            if person not in names:
                await self._deleted(Deleted(person, []))
            elif names[person] != name:
                services.apply_rename(person, names[person])
        for client in clients:
            if client.person in names:
                client.muted.clear()
                client.muted |= await self._read(store.mutes_of, client.person)

    async def _read(self, query: Callable[..., Any], *about: Any) -> Any:
        return await asyncio.to_thread(store.read, self._services.engine, query, *about)
