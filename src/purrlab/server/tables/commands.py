"""What people and bots can do at a table: every command is checked here, and becomes an event.

Nothing here changes a table. Every function gives the event that does, or raises Refused.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from purrlab.bots import BOTS
from purrlab.games.encoding import plain
from purrlab.games.game import IllegalAction, NotationError
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.tables.clock import SECOND_MS
from purrlab.server.tables.events import (
    Acted,
    BotSeated,
    CameBack,
    Closed,
    EntropyAdded,
    Left,
    PaceSet,
    Reason,
    RematchMade,
    Sat,
    Started,
    TakenOver,
)
from purrlab.server.tables.table import MAX_TIMEOUTS, Table
from purrlab.server.tables.terms import Status

AnyEvent = TypeVar("AnyEvent", Sat, BotSeated, EntropyAdded, CameBack, PaceSet)

STAND_IN_BOT = "heuristic"  # plays for people: every game has it, and it answers at once
MAX_BOT_CHANGES = 200  # how often bots may be seated at a table and taken away: whoever loads it plays them again
MAX_SITTINGS_PER_PERSON = 20  # how often one person may sit down at a table, and add to its chance
MAX_RETURNS_PER_SEAT = 200  # how often one person may come back from a bot
MAX_PACE_CHANGES = 100  # at a table
CODE_WHERE_NOT: dict[Status, ErrorCode] = {
    "waiting": ErrorCode.NOT_WAITING,
    "playing": ErrorCode.NOT_PLAYING,
    "over": ErrorCode.NOT_OVER,
}
GRACE_AFTER_TIMEOUT_MS = 60 * SECOND_MS  # what a person who lost on time finds on the clock when coming back


def sit(table: Table, person: str, seat: int | None, now: int) -> Sat:
    _check_status(table, "waiting")
    if person in table.removed:
        raise Refused(ErrorCode.REMOVED, "the host has removed you from this table")
    _check_repeats(MAX_SITTINGS_PER_PERSON, (each.person == person for each in _events(table, Sat)))
    if table.seat_of(person) is not None:
        raise Refused(ErrorCode.ALREADY_SEATED, "you already have a seat at this table")
    free = table.free_seats()
    if not free:
        raise Refused(ErrorCode.TABLE_FULL, "every seat of this table is taken")
    if seat is None:
        seat = free[0]
    _check_seat(table, seat)
    if seat not in free:
        raise Refused(ErrorCode.SEAT_TAKEN, f"seat {seat} is taken")
    return Sat(seq=table.seq + 1, at=now, seat=seat, person=person)


def leave(table: Table, person: str, now: int) -> Left | TakenOver:
    seat = own_seat(table, person)
    if table.status == "waiting":
        return Left(seq=table.seq + 1, at=now, seat=seat)
    _check_status(table, "playing")
    if table.seats[seat].bot is not None:
        raise Refused(ErrorCode.ALREADY_LEFT, "a bot is already playing for you")
    return take_over(table, seat, "left", now)


def remove(table: Table, person: str, seat: int, now: int) -> Left:
    """The host takes somebody from their seat before the start, for good."""
    _check_status(table, "waiting")
    _check_host(table, person)
    _check_seat(table, seat)
    if table.seats[seat].person in (None, person):
        raise Refused(ErrorCode.NOBODY_THERE, f"there is nobody to remove from seat {seat}")
    return Left(seq=table.seq + 1, at=now, seat=seat, reason="removed")


def release_seat(table: Table, seat: int, now: int) -> Left:
    """Somebody has been away for too long before the start."""
    return Left(seq=table.seq + 1, at=now, seat=seat, reason="away")


def forget_person(table: Table, person: str, now: int) -> Left | Closed | None:
    """A person is gone for good: in a running game a bot keeps the seat; a table where nobody waits is closed."""
    seat = table.seat_of(person)
    if seat is not None:
        bot = table.seats[seat].bot
        if table.status == "playing":
            bot = bot or STAND_IN_BOT
        return Left(seq=table.seq + 1, at=now, seat=seat, bot=bot)
    if table.host == person and table.status == "waiting" and not table.seat_by_person:
        return Closed(seq=table.seq + 1, at=now)
    return None


def take_over(table: Table, seat: int, reason: Reason, now: int) -> TakenOver:
    """A bot plays on for a person. Whose time ran out finds some on the clock when coming back, the first time."""
    left = table.clock.remaining(seat, now)
    if left is not None and reason == "clock":
        may_return = table.seats[seat].timeouts + 1 < MAX_TIMEOUTS
        left = table.clock.after_timeout(GRACE_AFTER_TIMEOUT_MS) if may_return else 0
    elif left is not None:
        left = max(left, 0)
    return TakenOver(seq=table.seq + 1, at=now, seat=seat, reason=reason, bot=STAND_IN_BOT, left=left)


def back(table: Table, person: str, now: int) -> CameBack:
    _check_status(table, "playing")
    seat = own_seat(table, person)
    if table.seats[seat].bot is None:
        raise Refused(ErrorCode.NOT_AWAY, "no bot is playing for you")
    if table.seats[seat].bot_stays:
        raise Refused(ErrorCode.BOT_STAYS, "your time ran out twice: the bot plays your seat to the end")
    if seat in table.overdue:
        raise Refused(ErrorCode.BOT_MOVES, "your time ran out: you can come back after the bot has made this move")
    _check_repeats(MAX_RETURNS_PER_SEAT, (each.seat == seat for each in _events(table, CameBack)))
    return CameBack(seq=table.seq + 1, at=now, seat=seat)


def seat_bot(table: Table, person: str, seat: int, bot: str | None, now: int) -> BotSeated:
    _check_status(table, "waiting")
    _check_host(table, person)
    _check_repeats(MAX_BOT_CHANGES, (True for _ in _events(table, BotSeated)))
    _check_seat(table, seat)
    current = table.seats[seat]
    if bot is None and current.bot is None:
        raise Refused(ErrorCode.NO_BOT, f"there is no bot on seat {seat}")
    if bot is not None and not current.is_free:
        raise Refused(ErrorCode.SEAT_TAKEN, f"seat {seat} is taken")
    if bot is not None:
        check_bot(table.terms.game, bot)
    return BotSeated(seq=table.seq + 1, at=now, seat=seat, bot=bot)


def check_bot(game: str, bot: str) -> None:
    """Bots with a name of their own only: a budget that somebody chose would keep everybody's bots waiting."""
    if bot not in BOTS[game]:
        names = ", ".join(BOTS[game])
        raise Refused(ErrorCode.UNKNOWN_BOT, f"there is no bot {bot!r} for this game; choose from {names}")


def add_entropy(table: Table, person: str, text: str, now: int) -> EntropyAdded:
    _check_status(table, "waiting")
    _check_repeats(MAX_SITTINGS_PER_PERSON, (each.person == person for each in _events(table, EntropyAdded)))
    return EntropyAdded(seq=table.seq + 1, at=now, seat=own_seat(table, person), text=text, person=person)


def start(table: Table, person: str, now: int) -> Started:
    _check_status(table, "waiting")
    _check_host(table, person)
    free = table.free_seats()
    if free:
        raise Refused(ErrorCode.SEATS_FREE, f"seat {free[0]} is still free: wait for somebody, or seat a bot")
    return Started(seq=table.seq + 1, at=now)


def act(table: Table, person: str, action: str, *, seen: int, request_id: str, now: int) -> Acted:
    """A person's move, in answer to what they had ``seen``.

    Whoever comes back to the table first has to say so: the bot may be moving.
    """
    seat = own_seat(table, person)
    if table.seats[seat].bot is not None:
        raise Refused(ErrorCode.BOT_PLAYS, "a bot is playing for you: come back to your seat first")
    asked = table.asked.get(seat, 0)
    if table.status == "playing" and asked and not asked <= seen <= table.seq:
        told = f"this answers seq {seen}, but you were asked at seq {asked} and the table is at {table.seq}"
        raise Refused(ErrorCode.STALE, told)
    return move(table, seat, action, now, request_id)


def move(table: Table, seat: int, action: str, now: int, request_id: str | None = None) -> Acted:
    """A move of a seat, by a person or a bot; the rules check it."""
    state = table.state
    if state is None:
        raise Refused(ErrorCode.NOT_STARTED, "the game has not started yet")
    try:
        state.verify(seat, state.game.parse(action))
    except NotationError as error:
        raise Refused(ErrorCode.NO_ACTION, str(error)) from None
    except IllegalAction as error:
        cause = None if error.cause is None else plain(error.cause)
        raise Refused(ErrorCode.ILLEGAL, error.message, rule=error.rule, cause=cause) from None
    left = table.clock.after_move(seat, now) if table.seats[seat].bot is None else table.after_bot(seat)
    return Acted(seq=table.seq + 1, at=now, seat=seat, action=action, request_id=request_id, left=left)


def check_rematch(table: Table, person: str) -> None:
    own_seat(table, person)
    _check_status(table, "over")


def rematch(table: Table, person: str, successor: str, now: int) -> RematchMade:
    check_rematch(table, person)
    return RematchMade(seq=table.seq + 1, at=now, seat=own_seat(table, person), table=successor)


def set_pace(table: Table, person: str, seconds: float, now: int) -> PaceSet:
    """How much time bots take for a move, from the next one on."""
    if table.status != "waiting":
        _check_status(table, "playing")
    _check_host(table, person)
    _check_repeats(MAX_PACE_CHANGES, (True for _ in _events(table, PaceSet)))
    return PaceSet(seq=table.seq + 1, at=now, milliseconds=round(seconds * SECOND_MS))


def close(table: Table, person: str | None, now: int) -> Closed:
    """By its host, or by the server when nobody came."""
    _check_status(table, "waiting")
    if person is not None:
        _check_host(table, person)
    return Closed(seq=table.seq + 1, at=now)


def own_seat(table: Table, person: str) -> int:
    seat = table.seat_by_person.get(person)
    if seat is None:
        raise Refused(ErrorCode.NO_SEAT, "you have no seat at this table")
    return seat


def _check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise Refused(ErrorCode.NO_SUCH_SEAT, f"there is no seat {seat}; the seats are 0 to {len(table.seats) - 1}")


def _events(table: Table, kind: type[AnyEvent]) -> Iterator[AnyEvent]:
    return (event for event in table.events if isinstance(event, kind))


def _check_repeats(most: int, happened: Iterable[bool]) -> None:
    """There is an end to coming and going, for everybody by themselves."""
    if sum(happened) >= most:
        raise Refused(ErrorCode.TOO_MUCH, "you have done this too often at this table")


def _check_host(table: Table, person: str) -> None:
    if not table.is_host(person):
        raise Refused(ErrorCode.NOT_HOST, "only the host of the table can do this")


def _check_status(table: Table, status: Status) -> None:
    if table.status != status:
        raise Refused(CODE_WHERE_NOT[status], f"this table is {table.status}, not {status}")
