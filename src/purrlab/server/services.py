"""Everything that a running server has, put together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import sqlalchemy as sa

from purrlab.server.accounts.accounts import Accounts
from purrlab.server.accounts.lookalikes import confusables
from purrlab.server.accounts.sessions import Sessions
from purrlab.server.live.bot_pool import BotPool
from purrlab.server.live.open_connections import OpenConnections
from purrlab.server.live.recovery import attempt
from purrlab.server.live.service import TableService
from purrlab.server.settings import Settings
from purrlab.server.storage.data_dir import open_data_dir
from purrlab.server.storage.database import open_database
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Writer
from purrlab.server.time_source import SystemTime, TimeSource

log = logging.getLogger(__name__)

HOUSEKEEPING_SECONDS = 600  # between two rounds


class Services:
    def __init__(self, settings: Settings, engine: sa.Engine, secret: bytes, time: TimeSource) -> None:
        self.settings = settings
        self.engine = engine
        self.writer = Writer(engine)
        self.bots = BotPool(settings.bot_workers, settings.bot_patience)
        self.tables = TableService(settings, engine, self.writer, self.bots, time)
        self.connections = OpenConnections(time)
        self.sessions = Sessions(settings, engine, self.writer, secret, time, ended=self.connections.end_session)
        self.accounts = Accounts(engine, self.writer, self.sessions, time)

    def rename(self, person: Person) -> None:
        """A person has another name now, wherever they are."""
        self.tables.people.rename(person.id, person.name)
        self.connections.rename(person.id, person.name)

    async def delete(self, person: Person) -> None:
        """A person wants to be forgotten: their sockets are closed, their data goes, bots keep their seats."""
        self.connections.begin_deletion(person.id)
        try:
            await self.connections.sign_out(person.id)
            open_tables = await self.accounts.delete(person)
            self.tables.people.deleted.add(person.id, None)  # whatever of theirs is still on its way comes too late
        finally:
            self.connections.end_deletion(person.id)
        self.tables.people.forget(person.id)
        for table_id in open_tables:
            await attempt(self.tables.registry.find(table_id))  # as it is loaded, whoever is gone leaves it


@asynccontextmanager
async def open_services(settings: Settings, time: TimeSource | None = None) -> AsyncIterator[Services]:
    """Start everything; at the end finish what was begun."""
    time = time or SystemTime()
    await asyncio.to_thread(confusables)  # or whoever names themselves first would let everybody wait
    with open_data_dir(settings.data) as secret:
        engine = open_database(settings.database_url)
        services = Services(settings, engine, secret, time)
        housekeeping = asyncio.create_task(_keep_house(services, time))
        try:
            yield services
        finally:
            housekeeping.cancel()
            with suppress(asyncio.CancelledError):
                await housekeeping
            services.tables.stop()
            services.accounts.stop()
            await services.bots.stop()
            await services.writer.stop()
            engine.dispose()


async def _keep_house(services: Services, time: TimeSource) -> None:
    """Resume running games after the start; close tables for which nobody came; forget who never came back."""
    resumed, wait = False, 1
    while True:
        try:
            resumed = resumed or await services.tables.resume_all()
            await services.tables.close_abandoned()
            await services.sessions.tidy(services.connections.people())
        except Exception:
            log.exception("housekeeping failed; it will be tried again")
        wait = HOUSEKEEPING_SECONDS if resumed else min(2 * wait, HOUSEKEEPING_SECONDS)
        await time.sleep(wait)
