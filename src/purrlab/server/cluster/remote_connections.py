"""Connections that came in at other servers, and whose tables are here: for the table they are like any other."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from purrlab.server.asgi import CLOSE_SERVICE_RESTART, Message
from purrlab.server.cluster.bus import Bus
from purrlab.server.cluster.frames import (
    ClientSaid,
    CloseRequested,
    Drained,
    DrainRequested,
    LinkClosed,
    LinkOpened,
    MessagesDelivered,
    NotOwner,
    OwnerSaid,
    TableMoved,
)
from purrlab.server.cluster.membership import Membership
from purrlab.server.cluster.remote_clients import recognised
from purrlab.server.logs import describe_error
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage.writer import Write, Writer

log = logging.getLogger(__name__)

MAX_UNDELIVERED = 128  # messages on their way, before a connection has to wait


class RemoteSocket:
    """The far end of a socket, for the endpoint: what ``websocket_protocol.py`` is for one that came in here."""

    def __init__(self, bus: Bus, gateway: str, opened: LinkOpened, drain: Callable[["RemoteSocket"], None]) -> None:
        """``drain`` is called when nothing is begun of what was asked before it."""
        self._drain = drain
        self.gateway = gateway
        self.table = opened.table
        self.listener: Callable[[bytes], bool] | None = None
        self.held = False  # the table is about to move: nothing more is handled
        self.task: asyncio.Task[None] | None = None
        self.transport: Any = self  # of which nobody needs more than ``abort``
        self._bus = bus
        self._link = opened.link
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()  # None: drain
        self._waits = False
        self._handled = 0
        self._begun = False
        self._undelivered = 0
        self._writable = asyncio.Event()
        self._closed = False
        self._was_told = False  # anything at all

    @property
    def is_busy(self) -> bool:
        """What is begun here ends soon; but nobody waits for a client that does not read."""
        return not self._waits and self._undelivered < MAX_UNDELIVERED

    def offer(self, message: bytes) -> None:
        """At once where that can be done, as it is for clients of this server."""
        if self.held:
            return  # its gateway says it again to the next owner
        if self.listener is not None and self._waits and self._inbox.empty() and self.listener(message):
            self._handled += 1
        else:
            self._inbox.put_nowait(message)

    def drain(self) -> None:
        """After all that was asked before."""
        self._inbox.put_nowait(None)

    def drained(self) -> None:
        if not self._closed:
            self._bus.post(self.gateway, Drained(self._link))

    async def receive(self) -> Message:
        self._handled += self._begun
        self._begun = False
        self._waits = True
        while (message := await self._inbox.get()) is None:
            self._drain(self)
        if self.held:
            await asyncio.Event().wait()  # for the end of this task
        self._waits = False
        self._begun = True
        return {"type": "websocket.receive", "bytes": message}

    def write_text(self, message: bytes) -> bool:
        if self._closed:
            return True
        if self._undelivered >= MAX_UNDELIVERED:
            return False
        self._tell(message)
        return True

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            while self._undelivered >= MAX_UNDELIVERED and not self._closed:
                self._writable.clear()
                await self._writable.wait()
            if not self._closed:
                self._tell(message["text"].encode())
        elif message["type"] == "websocket.close":
            self.close_with_code(message["code"])

    def _tell(self, message: bytes) -> None:
        self._was_told = True
        self._undelivered += 1
        self._bus.post(self.gateway, OwnerSaid(self._link, message, self._handled))

    def delivered(self, count: int) -> None:
        self._undelivered -= count
        self._writable.set()

    def close_with_code(self, code: int) -> None:
        self._close(CloseRequested(self._link, code))

    def abort(self) -> None:
        self._close(CloseRequested(self._link, None))

    def move(self, table: str, seq: int, chat: int) -> None:
        """Somebody else has the table, of which this connection was told up to here. The gateway goes on there."""
        self._close(TableMoved(self._link, self._handled, table, seq, chat))
        self.end()

    def move_unattached(self) -> None:
        """The same for one that watches nothing yet. Who was told a part of what was missed comes back, and asks."""
        if self._was_told:
            self.close_with_code(CLOSE_SERVICE_RESTART)
        else:
            self._close(TableMoved(self._link, self._handled, None, 0, 0))
        self.end()

    def refuse(self) -> None:
        self._close(NotOwner(self._link))

    def _close(self, frame: CloseRequested | TableMoved | NotOwner) -> None:
        if not self._closed:
            self._closed = True
            self._writable.set()
            self._bus.post(self.gateway, frame)

    def end(self) -> None:
        """The gateway knows, or is gone."""
        self._closed = True
        self.listener = None
        if self.task is not None:
            self.task.cancel()


class RemoteConnections:
    def __init__(self, bus: Bus, membership: Membership, endpoint: SocketEndpoint, writer: Writer) -> None:
        self._bus = bus
        self._writer = writer
        self._membership = membership
        self._endpoint = endpoint
        self._sockets: dict[tuple[str, int], RemoteSocket] = {}

    def __len__(self) -> int:
        return len(self._sockets)

    def receive(
        self, sender: str, frame: LinkOpened | ClientSaid | DrainRequested | MessagesDelivered | LinkClosed
    ) -> None:
        key = sender, frame.link
        socket = self._sockets.get(key)
        if isinstance(frame, ClientSaid) and socket is not None:  # first, as nearly every frame
            socket.offer(frame.message)
        elif isinstance(frame, LinkOpened):
            if socket is not None:
                socket.end()
            socket = self._sockets[key] = RemoteSocket(self._bus, sender, frame, self._drain)
            socket.task = asyncio.get_running_loop().create_task(self._serve(key, socket, frame))
        elif socket is None:
            if isinstance(frame, ClientSaid | DrainRequested):
                self._bus.post(sender, CloseRequested(frame.link, CLOSE_SERVICE_RESTART))
        elif isinstance(frame, DrainRequested):
            socket.drain()
        elif isinstance(frame, MessagesDelivered):
            socket.delivered(frame.count)
        else:
            socket.end()

    def _drain(self, socket: RemoteSocket) -> None:
        """What is asked is answered once it is stored, and this is stored after all of it."""
        self._writer.submit(Write(None, lambda _connection: None, lambda _result, _error: socket.drained()))

    async def _serve(self, key: tuple[str, int], socket: RemoteSocket, opened: LinkOpened) -> None:
        try:
            if not self._membership.owns(socket.table):  # it may have become this server's a moment ago
                await self._membership.refresh()
            if self._membership.owns(socket.table):
                client = recognised(opened.client)
                await self._endpoint.serve(client, time.monotonic(), socket.receive, socket.send, opened.watched)
            else:
                socket.refuse()
        except SQLAlchemyError as error:
            extra = {"table": socket.table, "error": describe_error(error)}
            log.warning("a connection was refused: the database did not say who owns its table", extra=extra)
            socket.refuse()
        finally:
            socket.abort()
            if self._sockets.get(key) is socket:
                del self._sockets[key]

    def at(self, goes: Callable[[str], bool]) -> list[RemoteSocket]:
        """Those of such tables."""
        return [socket for socket in self._sockets.values() if goes(socket.table)]

    def gateways(self) -> set[str]:
        return {gateway for gateway, _ in self._sockets}

    def end(self, gateway: str | None = None) -> None:
        """A gateway is gone, or all are. One that is there all the same hears of it, and its clients come back."""
        for socket in list(self._sockets.values()):
            if gateway in (None, socket.gateway):
                socket.close_with_code(CLOSE_SERVICE_RESTART)
                socket.end()
