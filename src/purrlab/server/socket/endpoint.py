"""The WebSocket endpoint: who may connect, and the life of a connection."""

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import NamedTuple, Protocol

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from purrlab.server.accounts.sessions import Visit
from purrlab.server.asgi import (
    CLOSE_POLICY_VIOLATION,
    CLOSE_SERVICE_RESTART,
    CLOSE_TRY_AGAIN_LATER,
    Message,
    Receive,
    Scope,
    Send,
    client_network,
    cookie_header,
    header,
)
from purrlab.server.errors import ErrorCode, Refused, readable_error
from purrlab.server.live.messages import encode
from purrlab.server.live.tasks import is_being_cancelled
from purrlab.server.logs import describe_error
from purrlab.server.origins import Origins
from purrlab.server.protocol import ClientMessage, ErrorMessage, Id, Request, Watch
from purrlab.server.rate_limiter import ConnectionLimiter, RateLimiter, TokenBucket
from purrlab.server.services import Services
from purrlab.server.socket.connection import Connection
from purrlab.server.socket.message_handlers import WATCH_COST, MessageHandlers, answer_failure

log = logging.getLogger(__name__)

SOCKET_PATH = "/live"
ACCEPT_MESSAGE: Message = {"type": "websocket.accept", "subprotocol": None, "headers": []}
RecognisedClient = tuple[Visit | None, set[str], str]  # who it is, whom they mute, and from which address
MAX_ERROR_CHARACTERS = 200  # of what a decoder found wrong

_decode = msgspec.json.Decoder(ClientMessage).decode


class PassedConnection(NamedTuple):
    """A connection that another process of this machine has let go of, as far as it had come."""

    client: RecognisedClient
    recognised_at: float  # by time.monotonic, which all processes of a machine share
    watched: Watch | None  # where it goes on
    asked: list[bytes]  # what was let in, and is still to be done
    spent: float  # of the limit of messages
    refused: int  # messages, since they were last told to slow down


class Router(Protocol):
    async def route(self, connection: Connection, request: Watch, message: bytes) -> bool:
        """Send a connection to the server that has the table; False: that is this one.

        Raises Refused where there is no such table. What the connection watched before, it goes on watching then.
        """


class SocketEndpoint:
    """Every client talks to its table through one of these connections."""

    def __init__(self, services: Services, origins: Origins, handlers: MessageHandlers | None = None) -> None:
        settings = services.settings
        self._accounts = services.accounts
        self._sessions = services.sessions
        self._tables = services.tables
        self._open = services.connections
        self._origins = origins
        self._settings = settings
        self._limiter = ConnectionLimiter(settings.connections, settings.connections_per_address)
        self._handshakes = RateLimiter(settings.requests_per_second, settings.request_burst)
        self.handlers = handlers or MessageHandlers(services)
        self.router: Router | None = None  # None: all tables are here

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.monotonic()
        await receive()
        address = client_network(scope)
        allowed = scope["path"] == SOCKET_PATH and self._origins.allow(header(scope, b"origin"), header(scope, b"host"))
        if not allowed or not self._handshakes.allow(address) or not self._limiter.enter(address):
            code = CLOSE_TRY_AGAIN_LATER if allowed else CLOSE_POLICY_VIOLATION
            await send({"type": "websocket.close", "code": code, "reason": ""})
            return
        try:
            visit = await self._sessions.recognise(cookie_header(scope))
            client = visit, await self._accounts.mutes(visit.person if visit else None), address
            scope["headers"] = []  # they were read, and would take kilobytes for as long as the connection lives
            await self.serve(client, began, receive, send)
        except SQLAlchemyError as error:
            log.error("the database failed while a client connected", extra={"error": describe_error(error)})  # noqa: TRY400
            await send(ACCEPT_MESSAGE)  # or they could not be told why
            await send({"type": "websocket.close", "code": CLOSE_TRY_AGAIN_LATER, "reason": "please try again"})
        finally:
            self._limiter.leave(address)

    async def serve(
        self, client: RecognisedClient, began: float, receive: Receive, send: Send, watched: Watch | None = None
    ) -> None:
        """``watched``: the table at which it goes on, as it was told of it by another server."""
        await send(ACCEPT_MESSAGE)
        await self._converse(self._connect(client, began, send), receive, send, watched)

    async def take_over(self, passed: PassedConnection, receive: Receive, send: Send) -> None:
        """A connection that was counted by ``admits``, and is let go of here."""
        try:
            connection = self._connect(passed.client, passed.recognised_at, send)
            connection.bucket.charge(passed.spent)
            connection.refused_messages = passed.refused
            await self._converse(connection, receive, send, passed.watched, passed.asked)
        finally:
            self.leave(passed.client[2])

    def admits(self, address: str) -> bool:
        """Whether one more connection may come from there, which then counts."""
        return self._limiter.enter(address)

    def leave(self, address: str) -> None:
        self._limiter.leave(address)

    async def _converse(
        self,
        connection: Connection,
        receive: Receive,
        send: Send,
        watched: Watch | None,
        asked: Iterable[bytes] = (),
    ) -> None:
        """``asked``: what was let in before, and is still to be done."""
        try:
            connection.busy = True
            if watched is not None and not await self.resume(connection, watched):
                await send({"type": "websocket.close", "code": CLOSE_SERVICE_RESTART, "reason": ""})
                return
            for each in asked:
                await self._dispatch(connection, _decode(each), each)
            connection.busy = False
            while (message := await receive())["type"] == "websocket.receive":
                connection.busy = True
                goes_on = await self.handle(connection, message.get("text") or message.get("bytes") or b"")
                connection.busy = False
                if not goes_on:
                    close = {"type": "websocket.close", "code": CLOSE_POLICY_VIOLATION, "reason": "too many messages"}
                    await send(close)
                    break
        except asyncio.CancelledError:
            if not connection.dropped:  # the server stops
                raise
        finally:
            if connection.link is not None:
                connection.link.close()
            self._open.discard(connection)
            self._tables.presence.detach(connection)
            connection.stop()

    def _connect(self, client: RecognisedClient, began: float, send: Send) -> Connection:
        """The client as it is known now: much can have become of a person since they were recognised."""
        settings, people = self._settings, self._tables.people
        bucket = TokenBucket(settings.messages_per_second, settings.message_burst, time.monotonic())
        visit, muted, address = client
        connection = Connection(send, visit, muted, bucket, settings.outbox_messages, address)
        connection.listen(self._handle_at_once)
        if connection.person in people.deleted:
            connection.person = None
        connection.name = people.renamed.get(connection.person or "", connection.name)
        connection.recognised_at = began
        self._open.add(connection, began)
        return connection

    def _handle_at_once(self, connection: Connection, message: bytes) -> bool:
        """Do what can be done without waiting. False: the message has to wait for its turn."""
        if connection.busy:
            return False
        try:
            request = _decode(message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        handler = self.handlers.immediate.get(type(request))
        if handler is None or connection.refused_messages or not connection.bucket.take(time.monotonic()):
            return False
        if connection.link is not None:
            connection.link.forward(message)
            return True
        self.handlers.asks += 1
        try:
            handler(connection, request)
        except Exception as error:  # noqa: BLE001  # whatever it is, who asked is told
            answer_failure(connection, request, error)
        return True

    async def handle(self, connection: Connection, message: str | bytes) -> bool:
        """Do what a message asks. False: this client has been told too often to slow down."""
        if not connection.bucket.take(time.monotonic()):
            connection.refused_messages += 1
            refuse(connection, message, ErrorCode.SLOW_DOWN, "too many messages at once")
            return connection.refused_messages <= self._settings.message_burst
        connection.refused_messages = max(0, connection.refused_messages - 1)
        try:
            request = _decode(message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            refuse(connection, message, ErrorCode.BAD_MESSAGE, readable_error(str(error))[:MAX_ERROR_CHARACTERS])
            return True
        if isinstance(request, Watch):
            connection.bucket.charge(WATCH_COST)  # here, wherever the table is
        await self._dispatch(connection, request, message)
        return True

    async def _dispatch(self, connection: Connection, request: Request, message: str | bytes) -> None:
        """Do what was let in, or let it be done by the server that has the table."""
        try:
            if await self._is_elsewhere(connection, request, message):
                return
        except (Refused, SQLAlchemyError) as error:
            answer_failure(connection, request, error)
            return
        await self._answer(connection, request)

    async def resume(self, connection: Connection, watched: Watch) -> bool:
        """Go on at a table that came from another server. Where that fails the client has to come back: it did not ask,
        so no answer would tell it that it is told nothing more.
        """
        try:
            await self.handlers.waiting[Watch](connection, watched)
        except (Exception, asyncio.CancelledError) as error:
            if is_being_cancelled():
                raise
            extra = {"table": watched.table, "error": describe_error(error)}
            log.warning("a client could not be resumed at a table that came from another server", extra=extra)
            return False
        return True

    async def perform(self, connection: Connection, message: bytes) -> None:
        """Do what a message asks, which was let in before."""
        await self._answer(connection, _decode(message))

    async def _answer(self, connection: Connection, request: Request) -> None:
        self.handlers.asks += 1
        try:
            handler = self.handlers.immediate.get(type(request))
            if handler is not None:
                handler(connection, request)
            else:
                await self.handlers.waiting[type(request)](connection, request)
        except asyncio.CancelledError as error:
            if is_being_cancelled():
                raise
            answer_failure(connection, request, error)  # only what it waited for was cancelled
        except Exception as error:  # noqa: BLE001  # whatever it is, who asked is told
            answer_failure(connection, request, error)

    async def _is_elsewhere(self, connection: Connection, request: Request, message: str | bytes) -> bool:
        """Whether a message went to the server that has the table."""
        data = message.encode() if isinstance(message, str) else message
        if isinstance(request, Watch):
            return self.router is not None and await self.router.route(connection, request, data)
        if connection.link is None:
            return False
        connection.link.forward(data)
        return True


class _OnlyId(msgspec.Struct):
    """All that is read of a message that makes no sense."""

    id: Id | None = None


_decode_id = msgspec.json.Decoder(_OnlyId).decode


def refuse(connection: Connection, message: str | bytes, code: ErrorCode, words: str) -> None:
    connection.send(encode(ErrorMessage(id=_id_of(message), code=code, message=words)))


def _id_of(message: str | bytes) -> str | None:
    try:
        return _decode_id(message).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
