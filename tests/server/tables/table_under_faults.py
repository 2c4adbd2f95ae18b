"""A table of services in this process, with a time that a test advances and a store that fails on command."""

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import sqlalchemy as sa
from server.fault_injection import DirectTab, choose_first, cookie_of
from server.manual_time import ManualTime

from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.origins import Origins
from purrlab.server.services import open_services
from purrlab.server.settings import Settings
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store
from purrlab.server.storage.batch_commit import BatchCommit
from purrlab.server.storage.writer import Write
from purrlab.server.tables.table import Table

T = TypeVar("T")
NAMES = ("Ann", "Bo", "Cy")
NO_LIMIT = 10**6
ABSENCE_SECONDS = 60  # after which a bot plays for somebody who is not there, without a clock
LIFTED_LIMITS = (
    "messages_per_second",
    "message_burst",
    "requests_per_second",
    "request_burst",
    "sittings_per_minute",
    "chats_per_minute",
)


def _database_error(reason: str) -> Exception:
    return sa.exc.OperationalError("commit", None, Exception(reason))


class TableUnderFaults:
    """People are numbers; the first of them has made the table."""

    def start_services(self, wanted: NewTable) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.loop = asyncio.new_event_loop()
        self.time = ManualTime()
        self.asks: Counter[tuple[int, str]] = Counter()  # by person and id: how often it was sent
        self.told_before: list[list[dict[str, Any]]] = [[] for _ in NAMES]  # on earlier connections
        self.disk_is_full = False
        self.commit_is_denied = False
        self.run(self._open(wanted))

    async def _open(self, wanted: NewTable) -> None:
        given: dict[str, Any] = dict.fromkeys(LIFTED_LIMITS, NO_LIMIT)
        chosen = Settings(
            data=self.folder, absent_seat_seconds=NO_LIMIT, absent_player_seconds=ABSENCE_SECONDS, **given
        )
        self._services = open_services(chosen, time=self.time)
        self.services = await self._services.__aenter__()
        self._patches = [
            patch.object(self.services.bots, "choose", choose_first),
            patch.object(BatchCommit, "__call__", self._commit(BatchCommit.__call__)),
        ]
        for each in self._patches:
            each.start()
        guests = [await self.services.accounts.create_guest(name) for name in NAMES]
        self.ids = [guest.id for guest in guests]
        self.table = (await make_table(self.services.tables, guests[0], wanted)).id
        self._endpoint = SocketEndpoint(self.services, Origins([], secure=False))
        self._cookies = [await cookie_of(self.services, guest) for guest in guests]
        self.tabs: list[DirectTab | None] = [None] * len(NAMES)
        for person in range(len(NAMES)):
            await self.connect(person)

    async def connect(self, person: int) -> None:
        seqs = [told["seq"] for told in self.told_before[person] if told["type"] in ("event", "table", "caught-up")]
        self.tabs[person] = DirectTab(self._endpoint, self._cookies[person])
        await self.ask(person, "watch", table=self.table, **({"seq": max(seqs)} if seqs else {}))

    def _commit(self, true_commit: Any) -> Any:
        def commit(batch_commit: BatchCommit, writes: list[Write]) -> Any:
            if self.disk_is_full:
                raise _database_error("no space left on device")
            results = true_commit(batch_commit, writes)
            if self.commit_is_denied:
                self.commit_is_denied = False
                raise _database_error("the connection was lost during the commit")
            return results

        return commit

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(doing)

    async def ask(self, person: int, kind: str, *, times: int = 1, **fields: Any) -> list[dict[str, Any]]:
        """Whatever it is, it is answered, each time that it is sent."""
        tab = self.tabs[person]
        assert tab is not None
        number = f"q{self.asks.total()}"
        self.asks[person, number] = times
        for _ in range(times):
            tab.ask(kind, number, **fields)
        async with asyncio.timeout(30):
            while len(tab.answers(number)) < times:  # noqa: ASYNC110  # tabs have no event
                await asyncio.sleep(0.001)
        return tab.answers(number)

    @property
    def live(self) -> LiveTable | None:
        return self.services.tables.registry.tables.get(self.table)

    @property
    def is_settled(self) -> bool:
        live, watching = self.live, sum(tab is not None for tab in self.tabs)
        if live is None:
            return not watching
        if live.broken or live.unstored or live.thinking or self.services.writer._in_flight:
            return False
        return len(live.watchers) == watching and not live.table.bots_to_act()

    def stored(self) -> Table:
        with self.services.engine.connect() as connection:
            table = store.load_table(connection, self.table)
        assert table is not None
        return table

    def stop_services(self) -> None:
        self.disk_is_full = False
        self.run(self._close())
        self.loop.close()
        shutil.rmtree(self.folder)

    async def _close(self) -> None:
        for tab in self.tabs:
            if tab is not None:
                await tab.close()
        await self._services.__aexit__(None, None, None)
        for each in self._patches:
            each.stop()
