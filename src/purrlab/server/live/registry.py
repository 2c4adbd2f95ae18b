"""The registry: every table that somebody plays or watches, in memory.

An accepted event changes its table at once, and is told only when it is stored. If storing fails, the table
is dropped and loaded again, so nobody ever sees what could be lost.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec.structs import replace

from purrlab.server.accounts.accounts import RecentChanges
from purrlab.server.accounts.auth import ID
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.bot_pool import BotPool
from purrlab.server.live.live_table import LiveTable, Watcher, now_ms
from purrlab.server.live.messages import Announcement, announcement_of, encode, missed, tell, with_seat
from purrlab.server.live.turns import Turns
from purrlab.server.logs import why
from purrlab.server.protocol import Chat, Named, TableInfo
from purrlab.server.settings import Settings
from purrlab.server.storage import store
from purrlab.server.storage.writer import Write, Writer
from purrlab.server.tables import commands
from purrlab.server.tables.clock import SECOND
from purrlab.server.tables.table import Event, Table

log = logging.getLogger(__name__)

T = TypeVar("T")
Then = Callable[[BaseException | None], None]

SHORTEST_WAIT, LONGEST_WAIT = 0.05, 60.0  # seconds, before a table that was lost is loaded again
LONGEST_WAIT_FOR_ALL = 5.0  # the same, while nothing at all can be stored
MOMENT = 0.1  # seconds in which who comes and goes is told at once
A_WHILE = 2  # seconds for which a table stays in memory although nobody looks at it
LOBBY = 0.5  # seconds for which a look into the lobby serves everybody
MOST_TAKING_TIME = 20  # who wait for an old game, or for their own rooms to be looked at


class TableRegistry:
    def __init__(self, settings: Settings, engine: sa.Engine, writer: Writer, bots: BotPool) -> None:
        self.settings = settings
        self.engine = engine
        self.writer = writer
        self.turns = Turns(settings, bots, self.accept)
        self.tables: dict[str, LiveTable] = {}
        self.gone = RecentChanges[None]()  # who was deleted
        self.renamed = RecentChanges[str]()
        self._catching_up = ThreadPoolExecutor(1, "purrlab-catching-up")
        self._slow_work = ThreadPoolExecutor(1, "purrlab-slow-work")
        self._taking_time = 0
        self._lobby: asyncio.Future[list[TableInfo]] | None = None
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._mail: dict[str, asyncio.TimerHandle] = {}  # tables that are not in memory, and when somebody's time ends
        self._opened = now_ms()

    # Finding and making tables

    async def find(self, table_id: str) -> LiveTable:
        """The table in memory, loaded if it was not there."""
        if (live := self.tables.get(table_id)) is not None:
            return live
        if (loading := self._loading.get(table_id)) is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(loading)

    async def peek(self, table_id: str) -> LiveTable:
        """A table to look at once, which need not stay in memory."""
        if (live := self.tables.get(table_id)) is not None:
            return live
        return await asyncio.to_thread(self._read, table_id)

    async def lobby(self) -> list[TableInfo]:
        """The tables that everybody may see; those who ask at about the same time get the same answer."""
        if self._lobby is None:
            self._lobby = asyncio.ensure_future(self._find_listed())
            asyncio.get_running_loop().call_later(LOBBY, self._forget_lobby)
        return await asyncio.shield(self._lobby)

    def _forget_lobby(self) -> None:
        self._lobby = None

    async def _find_listed(self) -> list[TableInfo]:
        found = await asyncio.to_thread(store.ask, self.engine, store.listed_tables)
        tables = [await self.attempt(self.peek(table_id)) for table_id in found]
        return [live.shown.info for live in tables if live is not None]

    async def take_time(self, work: Callable[..., T], *about: Any) -> T:
        """What plays a game again takes milliseconds, in which nobody else should have to wait."""
        if self._taking_time >= MOST_TAKING_TIME:
            raise Refused(ErrorCode.BUSY, "there is too much to do just now; please try again")
        self._taking_time += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._slow_work, work, *about)
        finally:
            self._taking_time -= 1

    async def missed(self, table_id: str, person: str | None, since: int) -> tuple[LiveTable, list[bytes]]:
        """A table, and all that a person would have been told of it since then, up to now."""
        loop, told = asyncio.get_running_loop(), list[bytes]()
        while since < (live := await self.find(table_id)).seq:
            work = partial(missed, live.table.terms, live.past(), person, dict(live.names), since)
            since = live.seq
            told += await loop.run_in_executor(self._catching_up, work)
        return live, told

    async def _load(self, table_id: str) -> LiveTable:
        return self._take_in(await asyncio.to_thread(self._read, table_id))

    def _take_in(self, live: LiveTable) -> LiveTable:
        """From now on the table is in memory, and goes on."""
        if (known := self.tables.get(live.id)) is not None:
            return known  # somebody who had it a moment ago has brought it back
        self.tables[live.id] = live
        if (timer := self._mail.pop(live.id, None)) is not None:
            timer.cancel()
        for person in self.gone.keys() & live.names.keys():  # it was read, or made, before they were deleted
            del live.names[person]
        if new := {person: self.renamed[person] for person in self.renamed.keys() & live.names.keys()}:
            live.names |= new
            live.show_names()
        live.chat = [said for said in live.chat if said[0] not in self.gone]
        self._clear_away_the_gone(live)
        self.turns.wake(live)
        self._let_go(live)  # unless somebody comes
        return live

    def _clear_away_the_gone(self, live: LiveTable) -> None:
        """Whoever was deleted keeps no seat, and hosts nothing."""
        table = live.table
        if table.status in store.OPEN:
            for person in {table.host, *table.seat_by_person} - live.names.keys():
                while (event := commands.forget(table, person, now_ms())) is not None:
                    self.accept(live, event)

    def _read(self, table_id: str) -> LiveTable:
        with self.engine.connect() as connection:
            table = store.load_table(connection, table_id) if ID.fullmatch(table_id) else None
            if table is None:
                raise Refused(ErrorCode.UNKNOWN_TABLE, "there is no such table")
            names = store.names_of(connection, {table.host, *table.seat_by_person})
            chat = store.load_chat(connection, table_id)
        now = now_ms()
        table.clock.pardon(now, self._opened)
        return LiveTable(table, names, chat, now)

    async def create(self, table: Table, names: dict[str, str], most: int | None = None) -> LiveTable:
        """A new table, as it is. Its host may have so many open ones."""
        if len(self.tables) >= self.settings.tables:
            raise Refused(ErrorCode.SERVER_FULL, "there are too many tables just now; please try again later")
        await self.writer.run(store.insert_table, table, most)
        self._forget_lobby()  # who made it looks for it there
        live = LiveTable(table, names, [], now_ms())
        return self._take_in(live) if table.status == "playing" else live  # else it is loaded when somebody comes

    async def resume_all(self) -> bool:
        """After a restart: no running table waits for somebody to look at it. False: some could not be loaded."""
        running = await asyncio.to_thread(store.ask, self.engine, store.tables_with_status, "playing")
        return None not in [await self.attempt(self.find(table_id)) for table_id in running]

    async def attempt(self, loading: Coroutine[Any, Any, LiveTable]) -> LiveTable | None:
        """One of many tables. One that cannot be loaded must not stand in the way of the others."""
        try:
            return await loading
        except Exception:
            log.exception("a table cannot be loaded")
            return None

    # What happens at a table

    def accept(self, live: LiveTable, event: Event, then: Then | None = None) -> None:
        """An event that the door let in: it counts from now on, and is told when it is stored."""
        live.must_hold()
        live.table.apply(event)
        announcement = live.latest = announcement_of(live.table, event, live.names, live.latest)
        live.pending += 1
        write = Write(
            store.event_row(live.id, event),
            _side_work(live.table, event),
            partial(self._stored, live, announcement, then),
            live,
        )
        self.writer.submit(write)

    def _stored(
        self, live: LiveTable, announcement: Announcement, then: Then | None, _result: Any, error: BaseException | None
    ) -> None:
        live.pending -= 1
        try:
            if error is None:
                self._publish(live, announcement)
            else:
                self._lost(live, error)
        finally:  # whatever becomes of the announcement, the table goes on
            self.turns.wake(live)
            self._let_go(live)
            if then is not None:
                then(error)

    def _publish(self, live: LiveTable, announcement: Announcement) -> None:
        before, people = live.shown.state, live.shown.people
        if announcement.info is not live.shown.info:
            announcement = announcement.renamed(live.names)  # somebody may have another name by now
        live.shown = announcement
        seats = {person: seat for seat, person in enumerate(announcement.people) if person is not None}
        looking = {watcher: seats.get(watcher.person or "") for watcher in live.watchers}
        places = list(dict.fromkeys(looking.values()))
        told = tell(announcement, before, live.view_diff, places)
        moved = people != announcement.people
        for watcher, seat in looking.items():
            message = told[seat]
            if moved and (people.index(watcher.person) if watcher.person in people else None) != seat:
                message = with_seat(message, seat)
            watcher.send(message)
        if moved:
            live.look_around(now_ms())  # who looked on and sat down is there from now on
            self._show_presence(live)

    def _lost(self, live: LiveTable, error: BaseException) -> None:
        """It was not stored: forget the table as it is in memory, and load what is stored."""
        if live.lost:
            return
        log.error("an event was not stored", extra={"table": live.id, "error": why(error)})
        live.lost = live.broken = True
        self.turns.rest(live)
        if self.tables.get(live.id) is live:
            del self.tables[live.id]
        self._spawn(self._insist(partial(self._move_over, live)))

    async def _insist(self, load: Callable[[], Coroutine[Any, Any, LiveTable]]) -> None:
        """Until it works, a little later each time: a table goes on as soon as the database does."""
        live, wait = None, SHORTEST_WAIT
        while live is None:
            await asyncio.sleep(max(wait, min(self.writer.trouble_for(), LONGEST_WAIT_FOR_ALL)))
            live, wait = await self.attempt(load()), min(2 * wait, LONGEST_WAIT)

    async def _move_over(self, old: LiveTable) -> LiveTable:
        """Everybody who looked at the table that was lost looks at the one that is stored."""
        live = await self.find(old.id)
        for watcher in list(old.watchers):
            live, told = await self.missed(old.id, watcher.person, old.seq)
            if watcher.live is old:  # else they went elsewhere meanwhile
                for message in told:
                    watcher.send(message)
                live = self.attach(live, watcher)
        self._show_presence(live)
        return live

    # Who looks

    def attach(self, live: LiveTable, watcher: Watcher) -> LiveTable:
        """Look at a table, which may have been let go or loaded anew a moment ago: at the one that is in memory."""
        if watcher.live is self.tables.get(live.id, live):
            return watcher.live
        if watcher.live is not None:
            self.detach(watcher)
        if live.id not in self.tables:
            live.must_hold()
        live = self._take_in(live)
        watcher.live = live
        live.watchers.add(watcher)
        live.look_around(now_ms())
        self._show_presence(live)
        return live

    def detach(self, watcher: Watcher) -> None:
        live, watcher.live = watcher.live, None
        if live is None:
            return
        live.watchers.discard(watcher)
        live.look_around(now_ms())
        self.turns.wake(live)
        self._show_presence(live)
        self._let_go(live)

    def _let_go(self, live: LiveTable) -> None:
        """A table that is idle need not stay in memory. Whoever is about to look at it still finds it there."""
        if live.is_idle and not live.going:
            live.going = True
            asyncio.get_running_loop().call_later(A_WHILE, self._let_go_now, live)

    def _let_go_now(self, live: LiveTable) -> None:
        live.going = False
        if not live.is_idle or self.tables.get(live.id) is not live:
            return
        del self.tables[live.id]
        if live.timer is not None:
            self._mail[live.id] = asyncio.get_running_loop().call_at(live.timer.when(), self._time_ends, live.id)
            self.turns.rest(live)

    def _time_ends(self, table_id: str) -> None:
        """Somebody has not answered their mail: the table is taken in again, and goes on."""
        del self._mail[table_id]
        self._spawn(self._insist(partial(self.find, table_id)))

    def _show_presence(self, live: LiveTable) -> None:
        """In a moment, once for all who come and go until then."""
        if not live.presence_due:
            live.presence_due = True
            asyncio.get_running_loop().call_later(MOMENT, self._tell_presence, live)

    def _tell_presence(self, live: LiveTable) -> None:
        live.presence_due = False
        if live.broken or not live.watchers:
            return
        message = encode(live.presence())
        for watcher in live.watchers:
            watcher.send(message)

    def _show_names(self, live: LiveTable) -> None:
        live.show_names()
        message = encode(Named(names=live.seat_names()))
        for watcher in live.watchers:
            watcher.send(message)

    def rename(self, person: str, name: str) -> None:
        self.renamed.add(person, name)
        for live in self.tables.values():
            if person in live.names:
                live.chat = [(who, replace(said, name=name) if who == person else said) for who, said in live.chat]
                live.names[person] = name
                self._show_names(live)

    def forget(self, person: str) -> None:
        """A person is gone: they leave their seats, and what they said is forgotten."""
        for live in self.tables.values():
            live.chat = [(author, message) for author, message in live.chat if author != person]
            if live.names.pop(person, None):
                self._show_names(live)
                if not live.broken:
                    self._clear_away_the_gone(live)

    # Chat

    def say(self, live: LiveTable, person: str, text: str, then: Then) -> None:
        seat = commands.own_seat(live.table, person)
        now = now_ms()
        message = Chat(number=live.next_chat(now), seat=seat, name=live.names[person], text=text, at=now)

        def done(_result: Any, error: BaseException | None) -> None:
            live.pending -= 1
            if error is None:
                self._tell_chat(self.tables.get(live.id, live), person, message)
            self._let_go(live)
            then(error)

        live.pending += 1

        self.writer.submit(
            Write(None, lambda connection: store.insert_chat(connection, live.id, person, message), done)
        )

    def _tell_chat(self, live: LiveTable, person: str, message: Chat) -> None:
        if any(said.number == message.number for _, said in live.chat):
            return  # the table was loaded again meanwhile, and this with it
        live.said = max(live.said, message.number)
        live.chat = [*live.chat, (person, message)][-store.RECENT :]
        encoded = encode(message)
        for watcher in live.watchers:
            if not watcher.mutes(person):
                watcher.send(encoded)

    # Keeping house

    async def close_forgotten(self) -> None:
        """Tables for which nobody came are closed."""
        old = now_ms() - int(self.settings.waiting_hours * 3600 * SECOND)
        for table_id in await asyncio.to_thread(store.ask, self.engine, store.tables_with_status, "waiting", old):
            live = await self.attempt(self.find(table_id))
            if live is None:
                continue
            if not live.watchers and live.table.status == "waiting":
                self.accept(live, commands.close(live.table, None, now_ms()))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        for pool in (self._catching_up, self._slow_work):
            pool.shutdown(wait=False, cancel_futures=True)
        self.turns.stop()
        for live in self.tables.values():
            self.turns.rest(live)
        for task in self._tasks:
            task.cancel()


def _side_work(table: Table, event: Event) -> Callable[[sa.Connection], None] | None:
    """What else is stored with an event, so that tables can be found."""
    table_id, status = table.terms.id, table.status
    if event.kind in ("sat", "left"):
        person = event.text if event.kind == "sat" else None
        return lambda connection: store.set_seat(connection, table_id, event.seat, person)
    if event.kind in ("started", "closed") or (event.kind == "acted" and status == "over"):
        return lambda connection: store.set_status(connection, table_id, status)
    return None
