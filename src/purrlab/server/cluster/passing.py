"""Connections that go to another process of the same machine as they are, instead of being forwarded.

The process at which a connection came in hands over its socket (SCM_RIGHTS) and all that it knows of it to the process
that owns the table. From then on it is one like those that came in there. Nobody reads it from the moment at which one
has stopped until the other begins. Where a connection cannot be passed, it is forwarded, as between machines.

Each process listens in a folder that only their user may enter. Every connection is passed by one exchange: the socket
and what belongs to it, and one byte as the answer. Who takes it answers before they touch it, so a process that ended
without an answer has done nothing.
"""

import asyncio
import logging
import socket
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from purrlab.server.asgi import Message, Receive, Scope, Send
from purrlab.server.cluster.descriptor_exchange import (
    EXCHANGE_TIMEOUT_SECONDS,
    REFUSED,
    TAKEN,
    cut_off,
    offer,
    receive,
)
from purrlab.server.cluster.frames import RemoteClient
from purrlab.server.cluster.membership import Membership
from purrlab.server.cluster.remote_clients import client_of, recognised
from purrlab.server.protocol import Watch
from purrlab.server.socket.connection import Connection
from purrlab.server.socket.endpoint import PassedConnection, SocketEndpoint
from purrlab.server.storage.writer import Writer

if TYPE_CHECKING:
    import uvicorn

    from purrlab.server.cluster.forwarding import ForwardingLink

log = logging.getLogger(__name__)

ACCEPT_RETRY_SECONDS = 0.1  # where no descriptor is left
PASSING_BACKLOG = 256  # connections that may wait to be taken; beyond that they are forwarded


class Passed(msgspec.Struct, array_like=True):
    """All that belongs to a connection, besides its socket."""

    table: str
    client: RemoteClient
    recognised_at: float
    watched: Watch | None
    asked: list[bytes]  # what was let in, and nobody has done
    waiting: list[bytes]  # what was read, and not let in
    spent: float  # of the limit of messages
    spent_frames: float
    refused: int


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Passed).decode


def is_possible() -> bool:
    return hasattr(socket, "AF_UNIX") and hasattr(socket, "send_fds")


class Passing:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server: uvicorn.Server | None = None
        self._listener: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def attach(self, server: "uvicorn.Server") -> None:
        """The server of which passed connections become a part."""
        self._server = server

    def open(self, membership: Membership, endpoint: SocketEndpoint, writer: Writer) -> None:
        self._membership, self._endpoint, self._writer = membership, endpoint, writer
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.settimeout(0)
            listener.bind(str(self._address(membership.member)))
            listener.listen(PASSING_BACKLOG)
        except OSError as error:
            listener.close()
            log.warning("connections cannot be passed between processes", extra={"error": str(error)})
            return
        self._listener = listener
        self._start(self._accept(listener))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self._listener is not None:
            self._listener.close()
            self._address(self._membership.member).unlink(missing_ok=True)

    def _address(self, member: str) -> Path:
        return self._folder / member

    # The process that lets a connection go

    async def pass_on(self, owner: str, link: "ForwardingLink") -> bool:
        """False: the connection is here as before. True: it is there, or, where nobody knows, it is cut off."""
        if not self._address(owner).exists():  # the owner is on another machine
            return False
        if link.answers_due:
            try:
                await self._writer.run(lambda _connection: None)  # all that was asked before is answered by then
            except SQLAlchemyError:
                return False
        protocol: Any = link.connection.protocol
        if not _is_ready(link.connection):
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as channel:
            channel.settimeout(0)
            try:
                channel.connect(str(self._address(owner)))
            except OSError:  # nobody is there, or too many wait
                return False
            waiting: list[Message] = protocol.hold()
            is_taken = False
            try:
                is_taken = await offer(channel, _described(link, waiting), protocol.transport)
            except BaseException as error:  # it may have been taken: neither goes on, and the client comes back
                log.warning("a connection that was passed on is cut off: it was not answered")
                cut_off(protocol.transport)
                protocol.let_go()
                if not isinstance(error, Exception):
                    raise
                return True
            if is_taken:
                protocol.let_go()
            else:
                protocol.go_on(waiting)
            return is_taken

    # The process that takes it

    async def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                channel, _ = await asyncio.get_running_loop().sock_accept(listener)
            except OSError as error:
                log.warning("passed connections cannot be taken", extra={"error": str(error)})
                await asyncio.sleep(ACCEPT_RETRY_SECONDS)
            else:
                self._start(self._exchange(channel))

    async def _exchange(self, channel: socket.socket) -> None:
        with channel, suppress(OSError, TimeoutError):
            channel.settimeout(0)
            async with asyncio.timeout(EXCHANGE_TIMEOUT_SECONDS):
                data, passed_socket = await receive(channel)
            try:
                await self._take(channel, data, passed_socket)
            finally:
                passed_socket.close()  # unless it belongs to a transport by now

    async def _take(self, channel: socket.socket, data: bytes, passed_socket: socket.socket) -> None:
        try:
            passed = _decode(data)
        except msgspec.MsgspecError:  # of another version
            channel.send(REFUSED)
            return
        is_here = await self._owns(passed.table)
        if not (is_here and self._is_open() and self._endpoint.admits(passed.client.address)):
            channel.send(REFUSED)
            return
        try:
            channel.send(TAKEN)
            await self._connect(passed, passed_socket)
        except BaseException:
            self._endpoint.leave(passed.client.address)
            raise

    def _is_open(self) -> bool:
        return self._server is not None and not self._server.should_exit

    async def _owns(self, table: str) -> bool:
        """It may have become this process's a moment ago."""
        if not self._membership.owns(table):
            try:
                await self._membership.refresh()
            except SQLAlchemyError:
                return False
        return self._membership.owns(table)

    async def _connect(self, passed: Passed, passed_socket: socket.socket) -> None:
        server = self._server
        assert server is not None
        waiting: list[Message] = [{"type": "websocket.receive", "bytes": message} for message in passed.waiting]
        make: Any = server.config.ws_protocol_class
        protocol = make.taken_over(server.config, server.server_state, waiting, passed.spent_frames)
        passed_socket.settimeout(0)
        own = passed_socket.dup()
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, own)
        except BaseException:
            own.close()
            raise
        known = PassedConnection(
            client=recognised(passed.client),
            recognised_at=passed.recognised_at,
            watched=passed.watched,
            asked=passed.asked,
            spent=passed.spent,
            refused=passed.refused,
        )

        async def serve(_scope: Scope, receive: Receive, send: Send) -> None:
            await self._endpoint.take_over(known, receive, send)

        protocol.begin(serve)
        if server.should_exit:  # it has told all others to go by now
            protocol.shutdown()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_ready(connection: Connection) -> bool:
    """Whether it is in no one's hands at this moment: all that was read waits, and all that was told is written."""
    begun = connection.busy or connection.dropped or connection.is_backed_up
    return not begun and getattr(connection.protocol, "can_be_passed", False)


def _described(link: "ForwardingLink", waiting: list[Message]) -> bytes:
    connection: Any = link.connection
    return _encode(
        Passed(
            table=link.table,
            client=client_of(connection),
            recognised_at=connection.recognised_at,
            watched=link.watched,
            asked=list(link.sent),
            waiting=[message.get("bytes") or (message.get("text") or "").encode() for message in waiting],
            spent=connection.bucket.spent(time.monotonic()),
            spent_frames=connection.protocol.spent_frames(),
            refused=connection.refused_messages,
        )
    )
