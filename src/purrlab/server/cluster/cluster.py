"""This server among others, put together.

bus          what servers say to each other        membership   who owns which tables
links        connections whose tables are elsewhere      carried      connections from elsewhere
handover     tables that move                      news         what became of people
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import msgspec

from purrlab.server.cluster.bus import EVERYBODY, Bus
from purrlab.server.cluster.carried import CarriedConnections
from purrlab.server.cluster.frames import (
    MAX_FRAME_BYTES,
    Alive,
    AnyFrame,
    Asked,
    Delivered,
    Dropped,
    Gone,
    HallChanged,
    Left,
    LobbyAsked,
    LobbyTold,
    Moved,
    NotHere,
    Opened,
    Restarted,
    Settle,
    Settled,
    Told,
)
from purrlab.server.cluster.handover import Handover
from purrlab.server.cluster.links import Links
from purrlab.server.cluster.membership import Membership
from purrlab.server.cluster.people_news import PeopleNews
from purrlab.server.ids import is_id
from purrlab.server.live.news import News
from purrlab.server.origins import Origins
from purrlab.server.protocol import TableInfo
from purrlab.server.services import Services
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store

log = logging.getLogger(__name__)

BEATS_PER_LEASE = 4
LOBBY_SECONDS = 1.0  # for which the lobby waits for others
_decode_infos = msgspec.json.Decoder(dict[str, TableInfo]).decode
_encode = msgspec.json.Encoder().encode


class Cluster:
    def __init__(
        self, services: Services, endpoint: SocketEndpoint, origins: Origins, membership: Membership, bus: Bus
    ) -> None:
        tables = services.tables
        self._services = services
        self._membership = membership
        self.bus = bus
        self.links = Links(bus, membership, endpoint, tables.presence, self._table_exists)
        carried_endpoint = SocketEndpoint(services, origins, endpoint.handlers)
        self.carried = CarriedConnections(bus, membership, carried_endpoint, services.writer)
        self._news = PeopleNews(services)
        self._lease_seconds = services.settings.lease
        self._heard: dict[str, float] = {}
        self._numbers = count(1)
        self._lobby_answers: dict[int, asyncio.Future[dict[str, TableInfo]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        handover = Handover(tables, membership, self.links, self.carried)
        membership.gained = lambda shards: self._start(self._resume(shards))
        membership.lost = handover.lost
        membership.release = handover.release
        membership.changed = lambda: bus.post(EVERYBODY, HallChanged())
        membership.reachable = lambda: bus.connected
        bus.receive, bus.lost, bus.found = self._receive, self._bus_lost, self._bus_found
        tables.lobby.ask_owners = self._ask_owners
        tables.tell_others = services.connections.tell_others = self._tell_others
        endpoint.router = self.links

    async def open(self) -> None:
        name = await self._membership.shared_secret("bus", secrets.token_bytes(8))
        await self.bus.open(name.hex())
        await self._membership.open()
        self._start(self._beat())
        self.bus.post(EVERYBODY, HallChanged())

    async def close(self) -> None:
        await self._membership.close()
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.links.stop()
        self.bus.post(EVERYBODY, Gone())
        await self.bus.close()

    def _receive(self, sender: str, frame: AnyFrame) -> None:
        self._heard[sender] = time.monotonic()
        if isinstance(frame, Opened | Asked | Settle | Delivered | Left):
            self.carried.receive(sender, frame)
        elif isinstance(frame, Told | Settled | Moved | NotHere | Dropped):
            self.links.receive(sender, frame)
        elif isinstance(frame, HallChanged):
            self._membership.wake()
        elif isinstance(frame, Gone):
            self._see_off(sender)
        elif isinstance(frame, Restarted):
            self._give_up(sender)
        elif isinstance(frame, LobbyAsked):
            self._start(self._tell_lobby(sender, frame))
        elif isinstance(frame, LobbyTold):
            if (answer := self._lobby_answers.get(frame.number)) is not None and not answer.done():
                answer.set_result(_decode_infos(frame.tables))
        elif isinstance(frame, News):
            self._start(self._news.apply(frame))

    def _tell_others(self, news: News) -> None:
        self.bus.post(EVERYBODY, news)  # type: ignore[arg-type]

    async def _table_exists(self, table_id: str) -> bool:
        engine = self._services.engine
        return is_id(table_id) and await asyncio.to_thread(store.read, engine, store.table_exists, table_id)

    async def _resume(self, shards: set[int]) -> None:
        await self._services.tables.resume_all(shards)

    # Who is there

    async def _beat(self) -> None:
        """Links to somebody of whom nothing is heard lead nowhere. Who was not awake oneself has heard nothing."""
        step = self._lease_seconds / BEATS_PER_LEASE
        while True:
            began = time.monotonic()
            self.bus.post(EVERYBODY, Alive())
            await asyncio.sleep(step)
            if time.monotonic() - began > 2 * step:
                continue
            for member in self.links.owners() | self.carried.gateways():
                last = self._heard.setdefault(member, began)
                if began - last > self._lease_seconds:
                    log.warning("another server is silent", extra={"member": member})
                    self._give_up(member)

    def _see_off(self, member: str) -> None:
        self._membership.forget(member)
        self._membership.wake()
        self.links.place_all_of(member)
        self.carried.end(member)
        self._heard.pop(member, None)

    def _give_up(self, member: str) -> None:
        self._heard.pop(member, None)
        self.links.give_up_owner(member)
        self.carried.end(member)

    def _bus_lost(self) -> None:
        self.links.give_up()
        self.carried.end()

    def _bus_found(self) -> None:
        self.bus.post(EVERYBODY, Restarted())
        self._membership.wake()
        self._start(self._news.recheck())

    # The lobby

    async def _ask_owners(self, tables: list[str]) -> dict[str, TableInfo]:
        """Those that answer in time; the others are read from the database."""
        by_owner: dict[str, list[str]] = {}
        tables = tables if self.bus.connected else []
        for table_id in tables:
            if (owner := self._membership.owner(table_id)) is not None and owner != self._membership.member:
                by_owner.setdefault(owner, []).append(table_id)
        answers: dict[int, asyncio.Future[dict[str, TableInfo]]] = {}
        for owner, wanted in by_owner.items():
            number = next(self._numbers)
            answer = self._lobby_answers[number] = asyncio.get_running_loop().create_future()
            self.bus.post(owner, LobbyAsked(number, wanted))
            answers[number] = answer
        if not answers:
            return {}
        done, _ = await asyncio.wait(answers.values(), timeout=LOBBY_SECONDS)
        for number in answers:
            del self._lobby_answers[number]
        return {table_id: info for answer in done for table_id, info in answer.result().items()}

    async def _tell_lobby(self, sender: str, asked: LobbyAsked) -> None:
        owns = self._membership.owns
        found = await self._services.tables.lobby.look_at([table_id for table_id in asked.tables if owns(table_id)])
        self.bus.post(sender, LobbyTold(asked.number, lobby_answer(found)))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def lobby_answer(found: dict[str, TableInfo]) -> bytes:
    """As many of these tables as go into one frame: options with rooms of people's own can be long."""
    told = dict(found)
    while len(encoded := _encode(told)) > MAX_FRAME_BYTES:
        told.popitem()
    return encoded


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        log.exception("a task of the cluster failed")


@asynccontextmanager
async def run_cluster(
    services: Services, endpoint: SocketEndpoint, origins: Origins, membership: Membership
) -> AsyncIterator[Cluster]:
    """At the end all tables are handed over."""
    cluster = Cluster(services, endpoint, origins, membership, Bus(services.settings.bus, membership.member))
    try:
        await cluster.open()
        yield cluster
    finally:
        await cluster.close()
