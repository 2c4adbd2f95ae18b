"""What became of people at other servers, applied here; and what may have been missed while the bus was away."""

import asyncio
from collections.abc import Callable
from typing import Any, assert_never

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

    async def apply(self, broadcast: Broadcast) -> None:
        connections = self._services.connections
        match broadcast:
            case Renamed(person, name):
                self._services.apply_rename(person, name)
            case SignedOut(person):
                connections.apply_sign_out(person)
            case SessionEnded(session):
                connections.apply_session_end(session)
            case MuteSet(person, other, muted):
                connections.apply_mute(person, other, muted=muted)
            case Deleted():
                await self._deleted(broadcast)
            case TableListed(table):
                self._table_listed(table)
            case LimitSpent(limit, who):
                self._limit_spent(limit, who)
            case _:
                assert_never(broadcast)

    async def _deleted(self, broadcast: Deleted) -> None:
        self._services.connections.apply_sign_out(broadcast.person)
        self._services.tables.people.deleted.add(broadcast.person, None)
        await self._services.forget(broadcast.person, broadcast.tables)

    def _table_listed(self, table: str) -> None:
        tables = self._services.tables
        tables.lobby.refresh()
        if tables.ownership.owns(table):
            tables.recovery.load(table)

    def _limit_spent(self, limit: str, who: str) -> None:
        if (limiter := self._services.shared_limits.get(limit)) is not None:
            limiter.spend(who)

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
