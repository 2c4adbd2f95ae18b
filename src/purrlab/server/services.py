"""Everything that a running server has, put together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import sqlalchemy as sa

from purrlab.server.accounts.accounts import Accounts
from purrlab.server.accounts.auth import Cookies
from purrlab.server.http.security import Origins
from purrlab.server.live.bot_pool import BotPool
from purrlab.server.live.registry import TableRegistry
from purrlab.server.live.table_factory import make_successor
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.settings import Settings
from purrlab.server.socket.endpoint import Live
from purrlab.server.storage.data_dir import open_data_dir
from purrlab.server.storage.database import open_database
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Writer

log = logging.getLogger(__name__)

LOOKING_BACK = 5  # requests as which it counts to ask for a game move by move
HOUSEKEEPING = 600  # seconds between two rounds through the house


class Services:
    def __init__(self, settings: Settings, origins: Origins, engine: sa.Engine, secret: bytes) -> None:
        self.settings = settings
        self.engine = engine
        self.cookies = Cookies(secret, secure=settings.secure)
        self.makers = RateLimiter(settings.new_tables_per_minute / 60, settings.new_tables_per_minute)
        self.lookers = RateLimiter(settings.requests_per_second / LOOKING_BACK, settings.request_burst / LOOKING_BACK)
        self.logins = RateLimiter(settings.logins_per_minute / 60, settings.logins_per_minute)
        self.writer = Writer(engine, delay=settings.commit_delay)
        self.bots = BotPool(settings.bot_workers, settings.bot_patience)
        self.registry = TableRegistry(settings, engine, self.writer, self.bots)
        self.accounts = Accounts(engine, self.writer, self.cookies)
        self.live = Live(self.registry, self.accounts, origins, partial(make_successor, self.registry))

    async def forget(self, person: Person) -> None:
        """A person wants to be forgotten: their sockets are closed, their data goes, bots keep their seats."""
        self.live.leaving.add(person.id)
        try:
            await self.live.send_off(person.id)
            open_tables = await self.accounts.forget(person)
            self.registry.gone.add(person.id, None)  # whatever of theirs is still on its way comes too late
        finally:
            self.live.leaving.discard(person.id)
        self.registry.forget(person.id)
        for table_id in open_tables:
            await self.registry.attempt(self.registry.find(table_id))  # as it is loaded, whoever is gone leaves it


@asynccontextmanager
async def open_services(settings: Settings, origins: Origins) -> AsyncIterator[Services]:
    """Start everything; at the end finish what was begun."""
    with open_data_dir(settings.data) as secret:
        engine = open_database(settings.database_url)
        services = Services(settings, origins, engine, secret)
        chores = asyncio.create_task(_keep(services))
        try:
            yield services
        finally:
            chores.cancel()
            with suppress(asyncio.CancelledError):
                await chores
            services.registry.stop()
            await services.bots.stop()
            await services.writer.stop()
            engine.dispose()


async def _keep(services: Services) -> None:
    resumed, wait = False, 1
    while True:
        try:
            resumed = resumed or await services.registry.resume_all()
            await services.registry.close_forgotten()
        except Exception:
            log.exception("keeping services has failed; it will be tried again")
        wait = HOUSEKEEPING if resumed else min(2 * wait, HOUSEKEEPING)
        await asyncio.sleep(wait)
