"""Everything that a running server has, put together."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from purrlab.server.accounts.accounts import Accounts
from purrlab.server.accounts.lookalikes import looks_like_bot
from purrlab.server.accounts.sessions import Sessions
from purrlab.server.errors import CannotServe
from purrlab.server.live.bot_pool import BotPool, Bots
from purrlab.server.live.broadcasts import Deleted, LimitSpent, Renamed
from purrlab.server.live.open_connections import OpenConnections
from purrlab.server.live.ownership import Ownership
from purrlab.server.live.recovery import try_load
from purrlab.server.live.table_service import TableService
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.settings import Settings
from purrlab.server.storage.batch_commit import BatchCommit
from purrlab.server.storage.data_dir import open_data_dir, share_secret
from purrlab.server.storage.database import Database, open_database
from purrlab.server.storage.fenced_commit import FencedCommit
from purrlab.server.storage.locks import is_held_by_another
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Commit, Writer
from purrlab.server.time_source import SystemTime, TimeSource

log = logging.getLogger(__name__)

HOUSEKEEPING_SECONDS = 600  # between two rounds
LOCK_CHECK_SECONDS = 5  # between two looks whether the database is still this server's
SHARED_BATCH_INTERVAL_SECONDS = 0.005  # between batches of one server among others: they write to the same disk


class Services:
    def __init__(
        self,
        settings: Settings,
        engine: sa.Engine,
        secret: bytes,
        *,
        time: TimeSource,
        bots: Bots,
        commit: Commit,
        ownership: Ownership | None = None,
    ) -> None:
        self.settings = settings
        self.engine = engine
        self.writer = Writer(commit, SHARED_BATCH_INTERVAL_SECONDS if ownership else 0)
        self.bots = bots
        self.tables = TableService(settings, engine, self.writer, bots, time, ownership)
        self.connections = OpenConnections(time)
        self.sessions = Sessions(settings, engine, self.writer, secret, time, ended=self.connections.end_session)
        self.accounts = Accounts(engine, self.writer, self.sessions, time)
        self.shared_limits: dict[str, RateLimiter] = {}
        self.is_ready: Callable[[], bool] = lambda: True  # whether people had better come here than elsewhere

    def share_limit(self, name: str, limiter: RateLimiter) -> None:
        """It counts at all servers together."""
        self.shared_limits[name] = limiter
        limiter.spent = lambda who: self.tables.broadcast(LimitSpent(name, who))

    async def rename(self, person: Person, name: str) -> Person:
        """From now on a person has another name, wherever they are."""
        with self.tables.people.renaming(person.id, name):
            renamed = await self.accounts.rename(person, name)
            self.tables.broadcast(Renamed(person.id, name))
            self.apply_rename(person.id, name)
        return renamed

    def apply_rename(self, person: str, name: str) -> None:
        self.tables.people.rename(person, name)
        self.connections.rename(person, name)

    async def delete(self, person: Person) -> None:
        """A person wants to be forgotten: their sockets are closed, their data goes, bots keep their seats."""
        self.connections.begin_deletion(person.id)
        try:
            await self.connections.sign_out(person.id)
            open_tables = await self.accounts.delete(person)
            self.tables.people.deleted.add(person.id, None)  # whatever of theirs is still on its way comes too late
        finally:
            self.connections.end_deletion(person.id)
        self.tables.broadcast(Deleted(person.id, open_tables))
        await self.forget(person.id, open_tables)

    async def forget(self, person: str, open_tables: list[str]) -> None:
        """Somebody was deleted, who was at these tables."""
        self.tables.people.forget_person(person)
        for table_id in filter(self.tables.ownership.owns, open_tables):
            await try_load(table_id, self.tables.registry.find)  # as it is loaded, whoever is gone leaves it


def _open_alone(stack: ExitStack, settings: Settings) -> tuple[Database, bytes]:
    """The database, and the key for cookies."""
    secret = stack.enter_context(open_data_dir(settings.data))
    return stack.enter_context(open_database(settings.database_url)), secret


def _open_shared(stack: ExitStack, settings: Settings, *, is_locked: bool) -> tuple[Database, bytes]:
    """The same among others, who share the key by the database."""
    database = stack.enter_context(open_database(settings.database_url, shared=True, is_locked=is_locked))
    return database, share_secret(database.writes, settings.data)


@asynccontextmanager
async def open_services(
    settings: Settings,
    *,
    time: TimeSource | None = None,
    bots: Bots | None = None,
    make_commit: Callable[[sa.Engine], Commit] = BatchCommit,
    ownership: Ownership | None = None,
    is_locked: bool = False,
    lost: Callable[[CannotServe], None] = lambda _reason: None,
) -> AsyncIterator[Services]:
    """Start everything; at the end finish what was begun. Who plays, the time and the commit can be handed in.

    ``ownership`` is for a server among others that share its database; ``is_locked`` where one of their machine holds
    its lock for all of them.
    ``lost`` is told when another server has taken the database over. From then on nothing can be stored.
    """
    time = time or SystemTime()
    bots = bots or BotPool(settings.bot_workers, settings.bot_timeout_seconds, time)
    await asyncio.to_thread(looks_like_bot, "")  # reads its data once, or the first name would let everybody wait
    with ExitStack() as stack:
        if ownership is None:
            database, secret = _open_alone(stack, settings)
            commit = make_commit(database.writes)
        else:
            assert ownership.member is not None
            database, secret = _open_shared(stack, settings, is_locked=is_locked)
            commit = FencedCommit(database.writes, ownership.member)
        services = Services(settings, database.reads, secret, time=time, bots=bots, commit=commit, ownership=ownership)
        tasks = [asyncio.create_task(_run_housekeeping(services, time))]
        if database.loses_lock_with_connection:
            tasks.append(asyncio.create_task(_watch_lock(services.writer, time, lost)))
        try:
            yield services
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            services.tables.stop()
            services.accounts.stop()
            await services.bots.stop()
            await services.writer.stop()


async def _run_housekeeping(services: Services, time: TimeSource) -> None:
    """Resume running games after the start; close tables for which nobody came; forget who never came back."""
    resumed, wait = False, 1
    while True:
        try:
            resumed = resumed or await services.tables.resume_all()
            await services.tables.close_abandoned()
            await services.sessions.delete_expired(services.connections.sessions())
        except Exception:
            log.exception("housekeeping failed; it will be retried")
        wait = HOUSEKEEPING_SECONDS if resumed else min(2 * wait, HOUSEKEEPING_SECONDS)
        await time.sleep(wait)


async def _watch_lock(writer: Writer, time: TimeSource, lost: Callable[[CannotServe], None]) -> None:
    """The lock goes with the connection. Any write gets both again, unless another server came in between."""
    while True:
        await time.sleep(LOCK_CHECK_SECONDS)
        try:
            await writer.run(lambda _connection: None)
        except SQLAlchemyError as error:  # while the database is only away, it may come back
            if is_held_by_another(error):
                lost(
                    CannotServe("the connection to the database was lost, and another server is using the database now")
                )
                return
