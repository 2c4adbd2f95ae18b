"""What became of people at other servers, applied here; and what may have been missed while the bus was away."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from purrlab.server.live.news import Deleted, MuteSet, News, Renamed, SessionEnded, SignedOut, TableListed
from purrlab.server.services import Services
from purrlab.server.storage import session_store, store


class PeopleNews:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._handlers: dict[type[News], Callable[[Any], Coroutine[Any, Any, None]]] = {
            Renamed: self._renamed,
            SignedOut: self._signed_out,
            SessionEnded: self._session_ended,
            MuteSet: self._mute_set,
            Deleted: self._deleted,
            TableListed: self._table_listed,
        }

    async def apply(self, news: News) -> None:
        await self._handlers[type(news)](news)

    async def _renamed(self, news: Renamed) -> None:
        self._services.apply_rename(news.person, news.name)

    async def _signed_out(self, news: SignedOut) -> None:
        self._services.connections.apply_sign_out(news.person)

    async def _session_ended(self, news: SessionEnded) -> None:
        self._services.connections.apply_session_end(news.session)

    async def _mute_set(self, news: MuteSet) -> None:
        self._services.connections.apply_mute(news.person, news.other, muted=news.muted)

    async def _deleted(self, news: Deleted) -> None:
        self._services.connections.apply_sign_out(news.person)
        self._services.tables.people.deleted.add(news.person, None)
        await self._services.forget(news.person, news.tables)

    async def _table_listed(self, news: TableListed) -> None:
        tables = self._services.tables
        tables.lobby.refresh()
        if tables.ownership.owns(news.table):
            tables.recovery.load(news.table)

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
