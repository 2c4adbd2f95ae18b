"""This server among others, put together.

bus                 what servers say to each other
membership          who owns which tables
forwarding          connections that came in here, and whose tables are elsewhere
remote_connections  connections that came in elsewhere, and whose tables are here
passing             connections that go to another process of this machine as they are
handover            tables that move
broadcast_handlers  what became of people elsewhere
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any, get_args

import msgspec

from purrlab.server.cluster.broadcast_handlers import BroadcastHandlers
from purrlab.server.cluster.bus import ALL_SERVERS, Bus, BusHandlers
from purrlab.server.cluster.forwarding import Forwarder
from purrlab.server.cluster.frames import (
    MAX_FRAME_BYTES,
    AnyFrame,
    BusRejoined,
    ClientSaid,
    CloseRequested,
    Drained,
    DrainRequested,
    Heartbeat,
    LinkClosed,
    LinkOpened,
    LobbyReply,
    LobbyRequest,
    MessagesDelivered,
    NotOwner,
    OwnerSaid,
    ServerLeaving,
    ShardsChanged,
    TableMoved,
)
from purrlab.server.cluster.handover import Handover
from purrlab.server.cluster.membership import Membership, MembershipHandlers
from purrlab.server.cluster.passing import Passing
from purrlab.server.cluster.remote_connections import RemoteConnections
from purrlab.server.ids import is_id
from purrlab.server.live.broadcasts import Broadcast
from purrlab.server.origins import Origins
from purrlab.server.protocol import TableInfo
from purrlab.server.services import Services
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store

log = logging.getLogger(__name__)

FrameType = type[AnyFrame]
TO_OWNER: tuple[FrameType, ...] = (LinkOpened, ClientSaid, DrainRequested, MessagesDelivered, LinkClosed)
TO_GATEWAY: tuple[FrameType, ...] = (OwnerSaid, Drained, TableMoved, NotOwner, CloseRequested)
HEARTBEATS_PER_LEASE = 4
LOBBY_REPLY_TIMEOUT_SECONDS = 1.0  # for which the lobby waits for others
_decode_infos = msgspec.json.Decoder(dict[str, TableInfo]).decode
_encode = msgspec.json.Encoder().encode


class Cluster:
    def __init__(
        self,
        services: Services,
        endpoint: SocketEndpoint,
        origins: Origins,
        membership: Membership,
        bus: Bus,
        passing: Passing | None = None,
    ) -> None:
        tables = services.tables
        self._services = services
        self.membership = self._membership = membership
        self.bus = bus
        self._passing = passing
        self._endpoint = endpoint
        self.forwarder = Forwarder(bus, membership, endpoint, tables.presence, self._table_exists, passing)
        remote_endpoint = SocketEndpoint(services, origins, endpoint.handlers)
        self.remote_connections = RemoteConnections(bus, membership, remote_endpoint, services.writer)
        self._broadcast_handlers = BroadcastHandlers(services)
        self._lease_seconds = services.settings.lease_seconds
        self._last_heard: dict[str, float] = {}
        self._leases: dict[str, float] = {}  # of others, in seconds: they need not be set alike
        self._numbers = count(1)
        self._lobby_answers: dict[int, asyncio.Future[dict[str, TableInfo]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._frame_handlers = self._handlers_by_frame()
        self._handover = Handover(tables, membership, self.forwarder, self.remote_connections)
        tables.lobby.ask_owners = self._ask_owners
        tables.broadcast = services.connections.broadcast = self._broadcast
        endpoint.router = self.forwarder

    async def open(self) -> None:
        name = await self._membership.shared_secret("bus", secrets.token_bytes(8))
        await self.bus.open(name.hex(), BusHandlers(self._receive, self._bus_lost, self._bus_found, self._heard))
        handlers = MembershipHandlers(
            gained=lambda shards: self._start(self._resume(shards)),
            lost=self._handover.lost,
            changed=lambda: self.bus.post(ALL_SERVERS, ShardsChanged()),
            release=self._handover.release,
            reachable=lambda: self.bus.connected,
        )
        await self._membership.open(handlers)
        if self._passing is not None:
            self._passing.open(self._membership, self._endpoint, self._services.writer)
        self._start(self._send_heartbeats())
        self.bus.post(ALL_SERVERS, ShardsChanged())

    async def close(self) -> None:
        if self._passing is not None:
            await self._passing.close()
        await self._membership.close()
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.forwarder.stop()
        self.bus.post(ALL_SERVERS, ServerLeaving())
        await self.bus.close()

    def _receive(self, sender: str, frame: AnyFrame) -> None:
        self._frame_handlers[type(frame)](sender, frame)

    def _heard(self, sender: str) -> None:
        self._last_heard[sender] = time.monotonic()

    def _handlers_by_frame(self) -> dict[FrameType, Callable[[str, Any], None]]:
        """Several frames come for every forwarded move, so what is done with one is looked up, not asked for."""
        handlers: dict[FrameType, Callable[[str, Any], None]] = {
            **dict.fromkeys(TO_OWNER, self.remote_connections.receive),
            **dict.fromkeys(TO_GATEWAY, self.forwarder.receive),
            **dict.fromkeys(get_args(Broadcast), self._broadcast_received),
            Heartbeat: self._heartbeat_received,
            ShardsChanged: lambda _sender, _frame: self.membership.wake(),
            ServerLeaving: lambda sender, _frame: self._server_leaving(sender),
            BusRejoined: lambda sender, _frame: self._drop_server(sender),
            LobbyRequest: lambda sender, frame: self._start(self._tell_lobby(sender, frame)),
            LobbyReply: lambda _sender, frame: self._lobby_reply_received(frame),
        }
        assert handlers.keys() == set(get_args(AnyFrame))
        return handlers

    def _broadcast_received(self, _sender: str, broadcast: Broadcast) -> None:
        self._start(self._broadcast_handlers.apply(broadcast))

    def _heartbeat_received(self, sender: str, heartbeat: Heartbeat) -> None:
        self._leases[sender] = max(heartbeat.lease, self._lease_seconds)

    def _lobby_reply_received(self, frame: LobbyReply) -> None:
        if (answer := self._lobby_answers.get(frame.number)) is not None and not answer.done():
            answer.set_result(_decode_infos(frame.tables))

    def _broadcast(self, broadcast: Broadcast) -> None:
        self.bus.post(ALL_SERVERS, broadcast)

    async def _table_exists(self, table_id: str) -> bool:
        engine = self._services.engine
        return is_id(table_id) and await asyncio.to_thread(store.read, engine, store.table_exists, table_id)

    async def _resume(self, shards: set[int]) -> None:
        await self._services.tables.resume_all(shards)

    # Who is there

    async def _send_heartbeats(self) -> None:
        """Links to a server that says nothing lead nowhere. A server that was stopped itself has heard nothing."""
        step = self._lease_seconds / HEARTBEATS_PER_LEASE
        while True:
            began = time.monotonic()
            self.bus.post(ALL_SERVERS, Heartbeat(self._lease_seconds))
            await asyncio.sleep(step)
            if time.monotonic() - began > 2 * step:
                continue
            self.forwarder.give_up_misled(self._lease_seconds)
            for member in self.forwarder.owners() | self.remote_connections.gateways():
                last = self._last_heard.setdefault(member, began)
                if began - last > self._leases.get(member, self._lease_seconds):
                    log.warning("another server has sent nothing for as long as its lease", extra={"member": member})
                    self._drop_server(member)

    def _server_leaving(self, member: str) -> None:
        self._membership.forget(member)
        self._membership.wake()
        self.forwarder.place_all_of(member)
        self.remote_connections.end(member)
        self._last_heard.pop(member, None)
        self._leases.pop(member, None)

    def _drop_server(self, member: str) -> None:
        self._last_heard.pop(member, None)
        self.forwarder.give_up_owner(member)
        self.remote_connections.end(member)

    def _bus_lost(self) -> None:
        self.forwarder.give_up()
        self.remote_connections.end()

    def _bus_found(self) -> None:
        self.bus.post(ALL_SERVERS, BusRejoined())
        self._membership.wake()
        self._start(self._broadcast_handlers.recheck())

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
            self.bus.post(owner, LobbyRequest(number, wanted))
            answers[number] = answer
        if not answers:
            return {}
        done, _ = await asyncio.wait(answers.values(), timeout=LOBBY_REPLY_TIMEOUT_SECONDS)
        for number in answers:
            del self._lobby_answers[number]
        return {table_id: info for answer in done for table_id, info in answer.result().items()}

    async def _tell_lobby(self, sender: str, asked: LobbyRequest) -> None:
        owns = self._membership.owns
        found = await self._services.tables.lobby.look_at([table_id for table_id in asked.tables if owns(table_id)])
        self.bus.post(sender, LobbyReply(asked.number, lobby_answer(found)))

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
    services: Services,
    endpoint: SocketEndpoint,
    origins: Origins,
    membership: Membership,
    passing: Passing | None = None,
) -> AsyncIterator[Cluster]:
    """At the end all tables are handed over."""
    bus = Bus(services.settings.bus, membership.member)
    cluster = Cluster(services, endpoint, origins, membership, bus, passing)
    try:
        await cluster.open()
        yield cluster
    finally:
        await cluster.close()
