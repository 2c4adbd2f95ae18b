"""What each message of a client does, and how it is answered. Every request is answered, whatever happens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from purrlab.coach import advise
from purrlab.server.accounts.lookalikes import looks_like
from purrlab.server.accounts.names import check_distinct, check_text
from purrlab.server.accounts.seat_names import check_all_seated, check_seated
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.messages import caught_up_message, chat_message, encode, table_message
from purrlab.server.live.publisher import Check
from purrlab.server.live.table_factory import make_successor
from purrlab.server.logs import describe_error
from purrlab.server.protocol import (
    Act,
    AddEntropy,
    AdviceMessage,
    Advise,
    Back,
    Close,
    Done,
    ErrorMessage,
    Leave,
    Mute,
    Ping,
    Pong,
    Rematch,
    Remove,
    Request,
    Say,
    SeatBot,
    SetPace,
    Sit,
    Start,
    Watch,
)
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.services import Services
from purrlab.server.socket.connection import Connection
from purrlab.server.socket.stranger_limits import StrangerLimits
from purrlab.server.storage import store
from purrlab.server.tables import commands
from purrlab.server.tables.events import Event
from purrlab.server.tables.table import Table

log = logging.getLogger(__name__)

WATCH_COST = 4  # messages that it costs a client, besides its own, to be shown a table
ADVICE_COST = 1  # likewise, to be advised
MISSED_EVENTS_PER_MESSAGE = 10  # that cost as much as a message

# What changes a table and nothing else, by the command that decides about it.
COMMANDS: dict[type[Request], Callable[[Table, str, Any, int], Event]] = {
    Leave: lambda table, person, _, now: commands.leave(table, person, now),
    Back: lambda table, person, _, now: commands.back(table, person, now),
    SeatBot: lambda table, person, request, now: commands.seat_bot(table, person, request.seat, request.bot, now),
    Remove: lambda table, person, request, now: commands.remove(table, person, request.seat, now),
    SetPace: lambda table, person, request, now: commands.set_pace(table, person, request.pace, now),
    Start: lambda table, person, _, now: commands.start(table, person, now),
    Close: lambda table, person, _, now: commands.close(table, person, now),
}


class MessageHandlers:
    """``immediate`` handlers need nothing but the table; those in ``waiting`` wait for the database."""

    def __init__(self, services: Services) -> None:
        per_minute = services.settings.chats_per_minute
        self.asks = 0  # that were handled, since the start
        self._tables = services.tables
        self._connections = services.connections
        self._time = services.tables.time
        self._chats = RateLimiter(per_minute / 60, per_minute / 2)
        self._stranger_limits = StrangerLimits(services.settings.sittings_per_minute)
        services.share_limit("sittings", self._stranger_limits.by_address)
        self.immediate: dict[type[Request], Callable[[Connection, Any], None]] = {
            Act: self._act,
            Sit: self._sit,
            AddEntropy: self._add_entropy,
            **dict.fromkeys(COMMANDS, self._command),
            Say: self._say,
            Advise: self._advise,
            Ping: self._ping,
        }
        self.waiting: dict[type[Request], Callable[[Connection, Any], Awaitable[None]]] = {
            Watch: self._watch,
            Mute: self._mute,
            Rematch: self._rematch,
        }

    # What needs nothing but the table

    def _act(self, connection: Connection, request: Act) -> None:
        """An accepted action is answered by its event; a repeated one by what became of it."""
        live, person = _table_and_person(connection)
        seat = commands.own_seat(live.table, person)
        done = live.table.seq_of_action(seat, request.id)
        if done is None:
            event = commands.act(
                live.table,
                person,
                request.action,
                seen=request.seq,
                request_id=request.id,
                now=self._time.now_ms(),
            )
            self._tables.publisher.accept(live, event, partial(_answer_act, connection, request, live, event.seq))
        else:
            self._tables.publisher.when_stored(live, done, partial(_answer_stored, connection, request, done))

    def _sit(self, connection: Connection, request: Sit) -> None:
        live, person = _table_and_person(connection)
        event = commands.sit(live.table, person, request.seat, self._time.now_ms())
        self._check_stranger(connection, live, person)
        self._check_name(connection, live, person)
        live.names[person] = connection.name
        self._accept(connection, request, live, event, partial(check_seated, table_id=live.id, person=person))

    def _check_name(self, connection: Connection, live: LiveTable, person: str) -> None:
        """Neither the name that they have nor one that they are about to have is that of somebody here."""
        seated, people = live.table.seat_by_person, self._tables.people
        others = [*(live.names.get(other, "") for other in seated), *people.names_to_be(seated)]
        for name in (connection.name, *people.names_to_be([person])):
            check_distinct(name, others)

    def _add_entropy(self, connection: Connection, request: AddEntropy) -> None:
        live, person = _table_and_person(connection)
        event = commands.add_entropy(live.table, person, request.text, self._time.now_ms())
        check_text(request.text)
        self._check_stranger(connection, live, person)
        self._accept(connection, request, live, event)

    def _check_stranger(self, connection: Connection, live: LiveTable, person: str) -> None:
        """Strangers who come and go use up limits of their own."""
        if person != live.table.host:
            self._stranger_limits.admit(live.id, connection.address)

    def _command(self, connection: Connection, request: Request) -> None:
        live, person = _table_and_person(connection)
        event = COMMANDS[type(request)](live.table, person, request, self._time.now_ms())
        self._accept(connection, request, live, event)

    def _say(self, connection: Connection, request: Say) -> None:
        live, person = _table_and_person(connection)
        commands.own_seat(live.table, person)
        check_text(request.text)
        if not self._chats.allow(person):
            raise Refused(ErrorCode.SLOW_DOWN, "too many chat messages; please wait a little")
        self._tables.chat.say(live, person, request.text, partial(_answer_stored, connection, request, live.seq))

    def _advise(self, connection: Connection, request: Advise) -> None:
        """By what has been told: nobody is advised on what is not stored yet."""
        live, person = _table_and_person(connection)
        seat, published = commands.own_seat(live.table, person), live.published
        others = [person for number, person in enumerate(published.people) if number != seat and person is not None]
        if others and not live.table.terms.coach:
            raise Refused(ErrorCode.NO_COACH, "at this table nobody is advised, since people play together")
        connection.bucket.charge(ADVICE_COST)
        advice = advise(published.state.view(seat)) if published.state else None
        if advice is None:
            raise Refused(ErrorCode.NO_COACH, "there is no coach for this now")
        connection.send(encode(AdviceMessage(id=request.id, seq=published.seq, advice=advice)))

    def _ping(self, connection: Connection, request: Ping) -> None:
        connection.send(encode(Pong(id=request.id, at=self._time.now_ms())))

    def _accept(
        self, connection: Connection, request: Request, live: LiveTable, event: Event, check: Check | None = None
    ) -> None:
        self._tables.publisher.accept(live, event, partial(_answer_stored, connection, request, event.seq), check)

    # What waits for the database

    async def _watch(self, connection: Connection, request: Watch) -> None:
        live = await self._find(connection, request.table)
        if request.seq is None or request.seq > live.seq:
            live = self._tables.presence.attach(live, connection)
            connection.send(encode(table_message(live, connection, request.id)))
            return
        connection.bucket.charge((live.seq - request.seq) / MISSED_EVENTS_PER_MESSAGE)
        self._tables.presence.detach(connection)  # what happens from here on must not come before what was missed
        seq = request.seq
        while seq < live.seq:
            missed = self._tables.catch_up.missed(request.table, connection.person, seq, connection.address)
            live, told = await missed
            seq = live.seq
            await self._tables.catch_up.send(connection, told)
            live = await self._find(connection, request.table)
        live = self._tables.presence.attach(live, connection)
        for message in live.chat_for(connection):
            if message.number > request.chat:
                connection.send(encode(chat_message(message)))
        connection.send(encode(caught_up_message(live, request.id)))

    async def _find(self, connection: Connection, table_id: str) -> LiveTable:
        return await self._tables.registry.find(table_id, connection.address, connection.person)

    async def _mute(self, connection: Connection, request: Mute) -> None:
        live, person = _table_and_person(connection)
        people = live.published.people
        muted = people[request.seat] if request.seat < len(people) else None
        if muted is None or muted == person:
            raise Refused(ErrorCode.NOBODY_THERE, f"there is nobody to mute on seat {request.seat}")
        await self._tables.writer.run(store.set_mute, person, muted, request.muted)
        self._connections.set_mute(person, muted, muted=request.muted)
        connection.send(encode(Done(id=request.id, seq=live.seq)))

    async def _rematch(self, connection: Connection, request: Rematch) -> None:
        live, person = _table_and_person(connection)
        commands.check_rematch(live.table, person)
        if live.table.next is None:
            successor = await self._make_successor(live)
            if live.table.next is None:  # else somebody else was faster
                event = commands.rematch(live.table, person, successor, self._time.now_ms())
                self._accept(connection, request, live, event)
                return
        seq = live.table.seq  # the rematch was made by then
        self._tables.publisher.when_stored(live, seq, partial(_answer_stored, connection, request, seq))

    async def _make_successor(self, live: LiveTable) -> str:
        """One for all who ask at once."""
        if live.successor is None:
            live.successor = asyncio.ensure_future(
                make_successor(self._tables, live, _names_at_rematch(live), check_all_seated)
            )
        try:
            return await asyncio.shield(live.successor)
        finally:
            live.successor = None


def _names_at_rematch(live: LiveTable) -> dict[str, str]:
    """Of those who are still here, but not of whoever has taken the name of another since the game."""
    host, names = live.table.host, live.names
    here: dict[str, str] = {}
    for person in sorted(live.table.seat_by_person, key=lambda person: person != host):  # the host first
        name = names.get(person)
        if name is not None and not any(looks_like(name, other) for other in here.values()):
            here[person] = name
    return here | ({host: names[host]} if host in names else {})


def _table_and_person(connection: Connection) -> tuple[LiveTable, str]:
    if connection.live is None:
        raise Refused(ErrorCode.NO_TABLE, "you are not watching a table yet")
    if connection.person is None:
        raise Refused(ErrorCode.NO_NAME, "tell us your name first")
    connection.live.check_usable()
    return connection.live, connection.person


def answer_failure(connection: Connection, request: Request, error: BaseException) -> None:
    kind = request.__struct_config__.tag
    if isinstance(error, Refused):
        _answer_refused(connection, request, error)
    elif isinstance(error, SQLAlchemyError):
        log.error("the database failed during a request", extra={"request": kind, "error": describe_error(error)})
        _answer_lost(connection, request)
    else:
        log.error("a request failed", exc_info=error, extra={"request": kind})
        failed = Refused(ErrorCode.SERVER_ERROR, "internal server error; nothing has changed")
        _answer_refused(connection, request, failed)


def _answer_act(
    connection: Connection, request: Request, live: LiveTable, seq: int, error: BaseException | None
) -> None:
    """Whoever watches has been told of the event, and that is the answer."""
    told = error is None and connection.live is live and live.seq == seq
    if not told:
        _answer_stored(connection, request, seq, error)


def _answer_stored(connection: Connection, request: Request, seq: int, error: BaseException | None) -> None:
    if error is None:
        connection.send(encode(Done(id=request.id, seq=seq)))
    elif isinstance(error, Refused):
        _answer_refused(connection, request, error)
    else:
        _answer_lost(connection, request)


def _answer_lost(connection: Connection, request: Request) -> None:
    message = "this could not be saved, so nothing has changed; please try again"
    _answer_refused(connection, request, Refused(ErrorCode.NOT_STORED, message))


def _answer_refused(connection: Connection, request: Request, refused: Refused) -> None:
    code, message = refused.code, refused.message
    answer = ErrorMessage(id=request.id, code=code, message=message, rule=refused.rule, cause=refused.cause)
    connection.send(encode(answer))
