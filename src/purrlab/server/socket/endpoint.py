"""Live play: what each client may ask for over its socket, and the answers."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from purrlab.server.accounts.accounts import Accounts, RecentChanges
from purrlab.server.accounts.auth import is_visible
from purrlab.server.asgi import Message, Receive, Scope, Send
from purrlab.server.errors import ErrorCode, Refused, in_words
from purrlab.server.http.security import Origins, address, cookies, header
from purrlab.server.live.live_table import LiveTable, now_ms
from purrlab.server.live.messages import encode
from purrlab.server.live.registry import TableRegistry
from purrlab.server.logs import why
from purrlab.server.protocol import (
    Act,
    AddEntropy,
    Ask,
    Back,
    Caught,
    ClientMessage,
    Close,
    Done,
    ErrorMessage,
    Id,
    Leave,
    Mute,
    Ping,
    Pong,
    Rematch,
    Say,
    SeatBot,
    Sit,
    Start,
    Watch,
)
from purrlab.server.rate_limiter import Bucket, Connections, RateLimiter
from purrlab.server.socket.connection import Connection
from purrlab.server.storage import store
from purrlab.server.storage.store import Person
from purrlab.server.tables import commands
from purrlab.server.tables.table import Event, Table

log = logging.getLogger(__name__)

decode = msgspec.json.Decoder(ClientMessage).decode

ACCEPT: Message = {"type": "websocket.accept", "subprotocol": None, "headers": []}
POLICY = 1008  # the WebSocket close codes that are used here
TRY_AGAIN = 1013
COME_AGAIN = 4001  # it is no longer sure who this is

WATCHING = 4  # messages that it costs a client, besides its own, to be shown a table
CATCH_UP = 10  # missed events that cost as much as a message


# What changes a table and nothing else, and who decides about it.
CHANGES: dict[type[Ask], Callable[[Table, str, Any, int], Event]] = {
    Leave: lambda table, person, _, now: commands.leave(table, person, now),
    Back: lambda table, person, _, now: commands.back(table, person, now),
    SeatBot: lambda table, person, ask, now: commands.seat_bot(table, person, ask.seat, ask.bot, now),
    AddEntropy: lambda table, person, ask, now: commands.add_entropy(table, person, ask.text, now),
    Start: lambda table, person, _, now: commands.start(table, person, now),
    Close: lambda table, person, _, now: commands.close(table, person, now),
}


class Live:
    """The door for sockets."""

    def __init__(
        self, registry: TableRegistry, accounts: Accounts, origins: Origins, successor: Callable[[LiveTable], Any]
    ) -> None:
        settings = registry.settings
        self._registry = registry
        self._accounts = accounts
        self._origins = origins
        self._successor = successor
        self._settings = settings
        self._connections = Connections(settings.connections, settings.connections_per_address)
        self._handshakes = RateLimiter(settings.requests_per_second, settings.request_burst)
        self._open: set[Connection] = set()
        self._sent_off = RecentChanges[float]()
        self.leaving: set[str] = set()  # who is being deleted just now
        self._chats = RateLimiter(settings.chats_per_minute / 60, settings.chats_per_minute / 2)
        self._handlers: dict[type[Ask], Callable[[Connection, Any], Any]] = {
            Act: self._act,
            Sit: self._sit,
            **dict.fromkeys(CHANGES, self._change),
            Say: self._say,
            Ping: self._ping,
        }
        self._slow_handlers: dict[type[Ask], Callable[[Connection, Any], Any]] = {
            Watch: self._watch,
            Mute: self._mute,
            Rematch: self._rematch,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.monotonic()
        await receive()
        where = address(scope)
        welcome = scope["path"] == "/live" and self._origins.allow(header(scope, b"origin"), header(scope, b"host"))
        if not welcome or not self._handshakes.allow(where) or not self._connections.enter(where):
            await send({"type": "websocket.close", "code": POLICY if not welcome else TRY_AGAIN, "reason": ""})
            return
        try:
            person = await self._accounts.recognise(cookies(scope))
            await self._serve(person, await self._accounts.mutes(person), began, receive, send)
        except SQLAlchemyError as error:
            log.error("nobody can be found", extra={"error": why(error)})  # noqa: TRY400
            await send(ACCEPT)  # or they could not be told why
            await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": "please try again"})
        finally:
            self._connections.leave(where)

    async def _serve(self, person: Person | None, muted: set[str], began: float, receive: Receive, send: Send) -> None:
        await send(ACCEPT)
        settings = self._settings
        bucket = Bucket(settings.messages_per_second, settings.message_burst, time.monotonic())
        connection = Connection(send, person, muted, bucket, settings.outbox)
        connection.listen(self._hear)
        if connection.person in self._registry.gone:
            connection.person = None
        connection.name = self._registry.renamed.get(connection.person or "", connection.name)
        self._open.add(connection)
        if connection.person in self.leaving or self._sent_off.get(connection.person or "", 0) >= began:
            connection.drop(COME_AGAIN)
        try:
            while (message := await receive())["type"] == "websocket.receive":
                connection.busy = True
                patient = await self._handle(connection, message.get("text") or message.get("bytes") or b"")
                connection.busy = False
                if not patient:
                    await send({"type": "websocket.close", "code": POLICY, "reason": "too many messages"})
                    break
        except asyncio.CancelledError:
            if not connection.dropped:  # the server stops
                raise
        finally:
            self._open.discard(connection)
            self._registry.detach(connection)
            connection.stop()

    def _hear(self, connection: Connection, message: bytes) -> bool:
        """Do at once what can be done at once. False: it has to wait for its turn."""
        if connection.busy:
            return False
        try:
            ask = decode(message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        handler = self._handlers.get(type(ask))
        if handler is None or connection.refused or not connection.bucket.take(time.monotonic()):
            return False
        try:
            handler(connection, ask)
        except Exception as error:  # noqa: BLE001  # whatever it is, who asked is told
            _tell_failure(connection, ask, error)
        return True

    async def _handle(self, connection: Connection, message: str | bytes) -> bool:
        """Do what a message asks. False: this client has been told too often to slow down."""
        if not connection.bucket.take(time.monotonic()):
            connection.refused += 1
            slower = ErrorMessage(id=_id_of(message), code=ErrorCode.SLOW_DOWN, message="too many messages at once")
            connection.send(encode(slower))
            return connection.refused <= self._settings.message_burst
        connection.refused = max(0, connection.refused - 1)
        try:
            ask = decode(message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            bad = ErrorMessage(id=_id_of(message), code=ErrorCode.BAD_MESSAGE, message=in_words(str(error))[:200])
            connection.send(encode(bad))
            return True
        try:
            handler = self._handlers.get(type(ask))
            if handler is not None:
                handler(connection, ask)
            else:
                await self._slow_handlers[type(ask)](connection, ask)
        except Exception as error:  # noqa: BLE001  # whatever it is, who asked is told
            _tell_failure(connection, ask, error)
        return True

    # What needs nothing but the table

    def _act(self, connection: Connection, ask: Act) -> None:
        """An accepted action is answered by its event; a repeated one by what became of it."""
        live, person = _at_table(connection)
        seat = commands.own_seat(live.table, person)
        done = live.table.done_before(seat, ask.id)
        if done is None:
            event = commands.act(live.table, person, ask, now_ms())
            self._registry.accept(live, event, partial(_if_lost, connection, ask))
        elif done <= live.seq:
            connection.send(encode(Done(id=ask.id, seq=done)))

    def _sit(self, connection: Connection, ask: Sit) -> None:
        live, person = _at_table(connection)
        event = commands.sit(live.table, person, ask.seat, now_ms())
        live.names[person] = connection.name
        self._accept(connection, ask, live, event)

    def _change(self, connection: Connection, ask: Ask) -> None:
        live, person = _at_table(connection)
        self._accept(connection, ask, live, CHANGES[type(ask)](live.table, person, ask, now_ms()))

    def _say(self, connection: Connection, ask: Say) -> None:
        live, person = _at_table(connection)
        commands.own_seat(live.table, person)
        if not is_visible(ask.text):
            raise Refused(ErrorCode.BAD_MESSAGE, "there is nothing to read in this")
        if not self._chats.allow(person):
            raise Refused(ErrorCode.SLOW_DOWN, "you talk too fast for the others to read")
        self._registry.say(live, person, ask.text, partial(_when_stored, connection, ask, live.seq))

    def _ping(self, connection: Connection, ask: Ping) -> None:
        connection.send(encode(Pong(id=ask.id, at=now_ms())))

    def _accept(self, connection: Connection, ask: Ask, live: LiveTable, event: Event) -> None:
        self._registry.accept(live, event, partial(_when_stored, connection, ask, event.seq))

    # What needs the database

    async def _watch(self, connection: Connection, ask: Watch) -> None:
        connection.bucket.charge(WATCHING)
        live = await self._registry.find(ask.table)
        if ask.seq is None or ask.seq > live.seq:
            live = self._registry.attach(live, connection)
            connection.send(encode(live.snapshot(connection, ask.id)))
            return
        connection.bucket.charge((live.seq - ask.seq) / CATCH_UP)
        self._registry.detach(connection)  # what happens from here on must not come before what was missed
        seq = ask.seq
        while seq < live.seq:
            live, told = await self._registry.missed(ask.table, connection.person, seq)
            seq = live.seq
            await connection.send_all(told)
            live = await self._registry.find(ask.table)
        live = self._registry.attach(live, connection)
        for chat in live.chat_for(connection):
            if chat.number > ask.chat:
                connection.send(encode(chat))
        caught = Caught(id=ask.id, seq=live.seq, names=live.seat_names(), presence=live.presence())
        connection.send(encode(caught))

    async def _mute(self, connection: Connection, ask: Mute) -> None:
        live, person = _at_table(connection)
        people = live.shown.people
        muted = people[ask.seat] if ask.seat < len(people) else None
        if muted is None or muted == person:
            raise Refused(ErrorCode.NOBODY_THERE, f"there is nobody on seat {ask.seat} whom you could mute")
        await self._registry.writer.run(store.set_mute, person, muted, ask.muted)
        for each in self._of(person):
            (each.muted.add if ask.muted else each.muted.discard)(muted)
        connection.send(encode(Done(id=ask.id, seq=live.seq)))

    async def _rematch(self, connection: Connection, ask: Rematch) -> None:
        live, person = _at_table(connection)
        commands.check_rematch(live.table, person)
        if live.table.next is None:
            successor = await self._make_successor(live)
            if live.table.next is None:  # else somebody else was faster
                event = commands.rematch(live.table, person, successor, now_ms())
                self._accept(connection, ask, live, event)
                return
        await self._registry.writer.run(lambda _connection: None)  # by then it is stored
        connection.send(encode(Done(id=ask.id, seq=live.seq)))

    async def _make_successor(self, live: LiveTable) -> str:
        """One for all who ask at once."""
        if live.successor is None:
            live.successor = asyncio.ensure_future(self._successor(live))
        try:
            return await asyncio.shield(live.successor)
        finally:
            live.successor = None

    # Accounts, wherever they look

    def _of(self, person: str) -> list[Connection]:
        return [connection for connection in self._open if connection.person == person]

    def rename(self, person: str, name: str) -> None:
        for connection in self._of(person):
            connection.name = name

    async def send_off(self, person: str) -> None:
        """A person has to show who they are again: close all that they look through.

        It waits for nothing, but sockets belong to the event loop, and Litestar does in a thread what is not async.
        """
        self._sent_off.add(person, time.monotonic())  # who is just coming in may have been recognised before
        for connection in self._of(person):
            connection.drop(COME_AGAIN)


class _Numbered(msgspec.Struct):
    """All that is read of a message that makes no sense."""

    id: Id | None = None


_decode_id = msgspec.json.Decoder(_Numbered).decode


def _id_of(message: str | bytes) -> str | None:
    try:
        return _decode_id(message).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _tell_failure(connection: Connection, ask: Ask, error: Exception) -> None:
    if isinstance(error, Refused):
        connection.send(encode(_error(ask, error)))
    elif isinstance(error, SQLAlchemyError):
        log.error("the database has failed", extra={"error": why(error)})
        _if_lost(connection, ask, error)
    else:
        log.error("a message could not be handled", exc_info=error)
        failed = Refused(ErrorCode.SERVER_ERROR, "something went wrong here; nothing has changed")
        connection.send(encode(_error(ask, failed)))


def _at_table(connection: Connection) -> tuple[LiveTable, str]:
    if connection.live is None:
        raise Refused(ErrorCode.NO_TABLE, "you look at no table yet")
    if connection.person is None:
        raise Refused(ErrorCode.NO_NAME, "tell us your name first")
    connection.live.must_hold()
    return connection.live, connection.person


def _when_stored(connection: Connection, ask: Ask, seq: int, error: BaseException | None) -> None:
    if error is None:
        connection.send(encode(Done(id=ask.id, seq=seq)))
    else:
        _if_lost(connection, ask, error)


def _if_lost(connection: Connection, ask: Ask, error: BaseException | None) -> None:
    if error is not None:
        lost = Refused(ErrorCode.NOT_STORED, "this could not be stored, so it did not happen; please try again")
        connection.send(encode(_error(ask, lost)))


def _error(ask: Ask, refused: Refused) -> ErrorMessage:
    return ErrorMessage(id=ask.id, code=refused.code, message=refused.message, rule=refused.rule)
