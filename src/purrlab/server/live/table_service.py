"""The parts that keep tables alive, put together.

registry    which tables are in memory            publisher   accepted events, stored and then told
turns       bots and clocks                       presence    who watches
chat        what is said                          people      new names and deletions
lobby       tables that everybody may see         catch_up    what somebody missed
recovery    tables that have to be loaded again   slow_work   what takes milliseconds
pictures    of tables, for messengers
"""

import asyncio
from functools import partial

import sqlalchemy as sa

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.ids import is_id
from purrlab.server.live.bot_pool import Bots
from purrlab.server.live.broadcasts import Broadcaster, TableListed, broadcast_to_nobody
from purrlab.server.live.catch_up import CatchUp
from purrlab.server.live.chat import Chat
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.lobby import Lobby
from purrlab.server.live.ownership import Ownership, SoleOwner
from purrlab.server.live.people_updates import PeopleUpdates
from purrlab.server.live.presence import Presence
from purrlab.server.live.publisher import Check, Publisher
from purrlab.server.live.recovery import Recovery, try_load
from purrlab.server.live.registry import TableRegistry
from purrlab.server.live.slow_work import SlowWork
from purrlab.server.live.table_pictures import TablePictures
from purrlab.server.live.turns import Turns
from purrlab.server.settings import Settings
from purrlab.server.storage import store
from purrlab.server.storage.leases import Lease, LeaseLost
from purrlab.server.storage.writer import Writer
from purrlab.server.tables import commands
from purrlab.server.tables.clock import SECOND_MS
from purrlab.server.tables.table import Table
from purrlab.server.time_source import TimeSource

HOUR_MS = 3600 * SECOND_MS


class TableService:
    def __init__(
        self,
        settings: Settings,
        engine: sa.Engine,
        writer: Writer,
        bots: Bots,
        time: TimeSource,
        ownership: Ownership | None = None,
    ) -> None:
        self.settings = settings
        self.engine = engine
        self.writer = writer
        self.time = time
        self.ownership = ownership or SoleOwner(time)
        self.broadcast: Broadcaster = broadcast_to_nobody
        self.registry = TableRegistry(
            self._read, time, self.ownership, admitted=self._admitted, deadline_reached=self._deadline_reached
        )
        self.publisher = Publisher(
            writer, seats_changed=self._seats_changed, stored=self._continue, failed=self._failed
        )
        self.turns = Turns(settings, bots, self.publisher.accept, time)
        self.presence = Presence(self.registry, time, departed=self._continue)
        self.people = PeopleUpdates(self.registry, self.publisher, time)
        self.chat = Chat(self.registry, writer, time, stored=self.registry.release_when_idle)
        self.lobby = Lobby(self.registry, engine, time, self.ownership)
        self.catch_up = CatchUp(self.registry, time)
        self.recovery = Recovery(self.registry, self.presence, self.catch_up, writer, time)
        self.slow_work = SlowWork()
        self.pictures = TablePictures(time)

    # What the parts tell each other

    def _admitted(self, live: LiveTable) -> None:
        self.people.update(live)
        self.turns.wake(live)

    def _deadline_reached(self, table_id: str) -> None:
        """Somebody's time for a move of a correspondence game is up: the table is loaded, and goes on."""
        self.recovery.load(table_id)

    def _seats_changed(self, live: LiveTable) -> None:
        self.presence.update(live)  # who looked on and sat down is there from now on

    def _continue(self, live: LiveTable) -> None:
        self.turns.wake(live)
        self.registry.release_when_idle(live)

    def _failed(self, live: LiveTable, error: BaseException) -> None:
        """An event was not stored: forget the table as it is in memory, and load what is stored."""
        self.turns.cancel_timer(live)
        if isinstance(error, LeaseLost):
            self.ownership.lease_lost()  # whoever watches goes to the new owner
            return
        self.reload(live)

    def reload(self, live: LiveTable) -> None:
        self.registry.remove(live)
        self.recovery.reload(live)

    # Tables come from the database, and go there

    def _read(self, table_id: str) -> LiveTable:
        """In a thread: a table as it is stored."""
        lease = self.ownership.lease_of(table_id)  # before it is read: nobody else has written since
        with self.engine.connect() as connection:
            table = store.load_table(connection, table_id) if is_id(table_id) else None
            if table is None:
                raise Refused(ErrorCode.UNKNOWN_TABLE, "there is no such table")
            names = store.names_of(connection, {table.host, *table.seat_by_person})
            chat = store.load_chat(connection, table_id)
        now = self.time.now_ms()
        table.clock.excuse_downtime(now, self.ownership.opened_at(table_id))
        return LiveTable(table, names, chat, now, lease)

    async def create(
        self,
        table: Table,
        names: dict[str, str],
        address: str,
        max_open_tables: int | None = None,
        check: Check | None = None,
        *,
        is_awaited: bool = False,
    ) -> LiveTable:
        """A new table, as it is, made from this address. Its host may have so many open ones.

        ``check`` may refuse it by what is stored then. One that is awaited stays in memory for who is about to come.
        """
        if len(self.registry.tables) >= self.settings.tables:
            raise Refused(ErrorCode.SERVER_FULL, "the server has too many tables; please try again later")
        lease = self.ownership.lease_of(table.terms.id)
        try:
            await self.writer.run(_insert, table, max_open_tables, lease, check, lease=lease)
        except LeaseLost:
            self.ownership.lease_lost()
            raise Refused(ErrorCode.TRY_AGAIN, "the table is moving to another server; please try again") from None
        self.lobby.refresh()  # who made it looks for it there
        self.broadcast(TableListed(table.terms.id))
        live = LiveTable(table, names, [], self.time.now_ms(), lease)
        live.address = address
        comes_into_memory = is_awaited or table.status == "playing"
        if not comes_into_memory or lease != self.ownership.lease_of(live.id) or not self.ownership.owns(live.id):
            return live  # it is loaded when somebody comes, or by its owner
        return self.registry.admit(live)

    async def resume_all(self, shards: set[int] | None = None) -> bool:
        """No running table, of these shards or at all, waits for somebody to watch it. False: some cannot be loaded."""
        running = await asyncio.to_thread(store.read, self.engine, store.running_tables, shards)
        own = filter(self.ownership.owns, running)
        return None not in [await try_load(table_id, self.registry.find) for table_id in own]

    async def close_abandoned(self) -> None:
        """Tables for which nobody came are closed."""
        created_before = self.time.now_ms() - int(self.settings.waiting_hours * HOUR_MS)
        query = partial(store.read, self.engine, store.waiting_tables, created_before)
        for table_id in filter(self.ownership.owns, await asyncio.to_thread(query)):
            live = await try_load(table_id, self.registry.find)
            if live is not None and not live.watchers and live.table.status == "waiting":
                self.publisher.accept(live, commands.close(live.table, None, self.time.now_ms()))

    def stop(self) -> None:
        self.registry.stop()
        self.catch_up.stop()
        self.slow_work.stop()
        self.pictures.stop()
        self.turns.stop()
        for live in self.registry.tables.values():
            self.turns.cancel_timer(live)
        self.recovery.stop()


def _insert(
    connection: sa.Connection, table: Table, most: int | None, lease: Lease | None, check: Check | None
) -> None:
    store.insert_table(connection, table, most, lease)
    if check is not None:
        check(connection)
