"""Everything that a running server has, put together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import sqlalchemy as sa

from purrlab.server.bots import BotPool
from purrlab.server.database import open_database
from purrlab.server.folder import open_folder
from purrlab.server.hall import Hall
from purrlab.server.identity import Cookies
from purrlab.server.limits import Rates
from purrlab.server.live import Live
from purrlab.server.making import make_successor
from purrlab.server.people import People
from purrlab.server.security import Origins
from purrlab.server.settings import Settings
from purrlab.server.store import Person
from purrlab.server.writer import Writer

log = logging.getLogger(__name__)

LOOKING_BACK = 5  # requests as which it counts to ask for a game move by move
HOUSEKEEPING = 600  # seconds between two rounds through the house


class House:
    def __init__(self, settings: Settings, origins: Origins, engine: sa.Engine, secret: bytes) -> None:
        self.settings = settings
        self.engine = engine
        self.cookies = Cookies(secret, secure=settings.secure)
        self.makers = Rates(settings.new_tables_per_minute / 60, settings.new_tables_per_minute)
        self.lookers = Rates(settings.requests_per_second / LOOKING_BACK, settings.request_burst / LOOKING_BACK)
        self.logins = Rates(settings.logins_per_minute / 60, settings.logins_per_minute)
        self.writer = Writer(engine, delay=settings.commit_delay)
        self.bots = BotPool(settings.bot_workers, settings.bot_patience)
        self.hall = Hall(settings, engine, self.writer, self.bots)
        self.people = People(engine, self.writer, self.cookies)
        self.live = Live(self.hall, self.people, origins, partial(make_successor, self.hall))

    async def forget(self, person: Person) -> None:
        """A person wants to be forgotten: their sockets are closed, their data goes, bots keep their seats."""
        self.live.leaving.add(person.id)
        try:
            await self.live.send_off(person.id)
            open_tables = await self.people.forget(person)
            self.hall.gone.add(person.id, None)  # whatever of theirs is still on its way comes too late
        finally:
            self.live.leaving.discard(person.id)
        self.hall.forget(person.id)
        for table_id in open_tables:
            await self.hall.attempt(self.hall.find(table_id))  # as it is loaded, whoever is gone leaves it


@asynccontextmanager
async def open_house(settings: Settings, origins: Origins) -> AsyncIterator[House]:
    """Start everything; at the end finish what was begun."""
    with open_folder(settings.data) as secret:
        engine = open_database(settings.database_url)
        house = House(settings, origins, engine, secret)
        chores = asyncio.create_task(_keep(house))
        try:
            yield house
        finally:
            chores.cancel()
            with suppress(asyncio.CancelledError):
                await chores
            house.hall.stop()
            await house.bots.stop()
            await house.writer.stop()
            engine.dispose()


async def _keep(house: House) -> None:
    resumed, wait = False, 1
    while True:
        try:
            resumed = resumed or await house.hall.resume_all()
            await house.hall.close_forgotten()
        except Exception:
            log.exception("keeping house has failed; it will be tried again")
        wait = HOUSEKEEPING if resumed else min(2 * wait, HOUSEKEEPING)
        await asyncio.sleep(wait)
