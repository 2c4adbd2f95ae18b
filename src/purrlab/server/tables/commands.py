"""The one door to a table: whatever people and bots want to do is checked here and becomes an event.

Nothing here changes a table. Every function gives the event that does, or raises Refused.
"""

from purrlab.bots import BOTS
from purrlab.games.game import IllegalAction, NotationError
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.protocol import Act
from purrlab.server.tables.clock import SECOND
from purrlab.server.tables.table import Event, Table

STAND_IN = "heuristic"  # the bot that plays for people: every game has it, and it answers at once
MOST_BEFORE_START = 1_000  # events; everybody who comes reads all that happened at a table
MOST_SITTINGS = 20  # how often one person may sit down at a table, and add to its chance
MOST_RETURNS = 200  # how often one person may come back from a bot
GRACE = 60 * SECOND  # what a person who lost on time finds on the clock when coming back


def sit(table: Table, person: str, seat: int | None, now: int) -> Event:
    _must_be(table, "waiting")
    _must_have_room(table)
    _not_again_and_again(table, MOST_SITTINGS, "sat", text=person)
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
    return Event(seq=table.seq + 1, at=now, kind="sat", seat=seat, text=person)


def leave(table: Table, person: str, now: int) -> Event:
    seat = own_seat(table, person)
    if table.status == "waiting":
        return Event(seq=table.seq + 1, at=now, kind="left", seat=seat)
    _must_be(table, "playing")
    if table.chairs[seat].bot is not None:
        raise Refused(ErrorCode.ALREADY_LEFT, "a bot already plays for you")
    return take_over(table, seat, "left", now)


def forget(table: Table, person: str, now: int) -> Event | None:
    """A person is gone for good: in a running game a bot keeps the seat; a table where nobody waits is closed."""
    seat = table.seat_of(person)
    if seat is not None:
        bot = table.chairs[seat].bot
        if table.status == "playing":
            bot = bot or STAND_IN
        return Event(seq=table.seq + 1, at=now, kind="left", seat=seat, text=bot)
    if table.host == person and table.status == "waiting" and not table.seat_by_person:
        return Event(seq=table.seq + 1, at=now, kind="closed")
    return None


def take_over(table: Table, seat: int, reason: str, now: int) -> Event:
    """A bot plays on for a person. Whose time ran out finds some on the clock when coming back."""
    left = table.clock.remaining(seat, now)
    if left is not None:
        left = table.clock.after_timeout(GRACE) if reason == "clock" else max(left, 0)
    return Event(seq=table.seq + 1, at=now, kind="taken", seat=seat, text=reason, key=STAND_IN, left=left)


def back(table: Table, person: str, now: int) -> Event:
    _must_be(table, "playing")
    seat = own_seat(table, person)
    if table.chairs[seat].bot is None:
        raise Refused(ErrorCode.NOT_AWAY, "no bot plays for you")
    if seat in table.overdue:
        raise Refused(ErrorCode.BOT_MOVES, "your time ran out: the bot makes this move, and then you can come back")
    _not_again_and_again(table, MOST_RETURNS, "back", seat=seat)
    return Event(seq=table.seq + 1, at=now, kind="back", seat=seat)


def seat_bot(table: Table, person: str, seat: int, bot: str | None, now: int) -> Event:
    _must_be(table, "waiting")
    _must_have_room(table)
    _must_be_host(table, person)
    _check_seat(table, seat)
    chair = table.chairs[seat]
    if bot is None and chair.bot is None:
        raise Refused(ErrorCode.NO_BOT, f"no bot sits on seat {seat}")
    if bot is not None and not chair.is_free:
        raise Refused(ErrorCode.SEAT_TAKEN, f"seat {seat} is taken")
    if bot is not None:
        check_bot(table.terms.game, bot)
    return Event(seq=table.seq + 1, at=now, kind="bot", seat=seat, text=bot)


def check_bot(game: str, bot: str) -> None:
    """Those that have a name: what others tell a bot to think for, everybody's bots would have to wait for."""
    if bot not in BOTS[game]:
        names = ", ".join(BOTS[game])
        raise Refused(ErrorCode.UNKNOWN_BOT, f"no bot {bot!r} plays here; there are {names}")


def add_entropy(table: Table, person: str, text: str, now: int) -> Event:
    _must_be(table, "waiting")
    _must_have_room(table)
    _not_again_and_again(table, MOST_SITTINGS, "entropy", key=person)
    return Event(seq=table.seq + 1, at=now, kind="entropy", seat=own_seat(table, person), text=text, key=person)


def start(table: Table, person: str, now: int) -> Event:
    _must_be(table, "waiting")
    _must_be_host(table, person)
    free = table.free_seats()
    if free:
        raise Refused(ErrorCode.SEATS_FREE, f"seat {free[0]} is still free: wait for somebody, or seat a bot")
    return Event(seq=table.seq + 1, at=now, kind="started")


def act(table: Table, person: str, ask: Act, now: int) -> Event:
    """A person's move. Whoever comes back to the table first has to say so: the bot may be moving."""
    seat = own_seat(table, person)
    if table.chairs[seat].bot is not None:
        raise Refused(ErrorCode.BOT_PLAYS, "a bot plays for you: come back to your seat first")
    asked = table.asked.get(seat, 0)
    if table.status == "playing" and asked and not asked <= ask.seq <= table.seq:
        told = f"you were asked at seq {asked}, and the table is at {table.seq}: this answers {ask.seq}"
        raise Refused(ErrorCode.STALE, told)
    return move(table, seat, ask.action, now, key=ask.id)


def move(table: Table, seat: int, action: str, now: int, key: str | None = None) -> Event:
    """A move of a seat, by a person or a bot; the rules check it."""
    state = table.state
    if state is None:
        raise Refused(ErrorCode.NOT_STARTED, "the game has not started yet")
    try:
        state.verify(seat, state.game.parse(action))
    except NotationError as error:
        raise Refused(ErrorCode.NO_ACTION, str(error)) from None
    except IllegalAction as error:
        raise Refused(ErrorCode.ILLEGAL, error.message, rule=error.rule) from None
    left = table.clock.after_move(seat, now) if table.chairs[seat].bot is None else table.after_bot(seat)
    return Event(seq=table.seq + 1, at=now, kind="acted", seat=seat, text=action, key=key, left=left)


def check_rematch(table: Table, person: str) -> None:
    own_seat(table, person)
    _must_be(table, "over")


def rematch(table: Table, person: str, successor: str, now: int) -> Event:
    check_rematch(table, person)
    return Event(seq=table.seq + 1, at=now, kind="rematch", seat=own_seat(table, person), text=successor)


def close(table: Table, person: str | None, now: int) -> Event:
    """By its host, or by the services when nobody came."""
    _must_be(table, "waiting")
    if person is not None:
        _must_be_host(table, person)
    return Event(seq=table.seq + 1, at=now, kind="closed")


def own_seat(table: Table, person: str) -> int:
    seat = table.seat_of(person)
    if seat is None:
        raise Refused(ErrorCode.NO_SEAT, "you have no seat at this table")
    return seat


def _check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.chairs):
        raise Refused(ErrorCode.NO_SUCH_SEAT, f"there is no seat {seat}; the seats are 0 to {len(table.chairs) - 1}")


def _must_have_room(table: Table) -> None:
    if table.seq >= MOST_BEFORE_START:
        raise Refused(ErrorCode.TOO_MUCH, "too much has already happened at this table; please make a new one")


def _not_again_and_again(table: Table, most: int, kind: str, **what: object) -> None:
    """There is an end to coming and going, for everybody by themselves."""
    same = [event for event in table.events if event.kind == kind]
    if sum(all(getattr(event, name) == value for name, value in what.items()) for event in same) >= most:
        raise Refused(ErrorCode.TOO_MUCH, "you have done this too often at this table")


def _must_be_host(table: Table, person: str) -> None:
    if not table.is_host(person):
        raise Refused(ErrorCode.NOT_HOST, "only the host of the table can do this")


def _must_be(table: Table, status: str) -> None:
    if table.status != status:
        raise Refused(ErrorCode(f"not-{status}"), f"this table is {table.status}, not {status}")
