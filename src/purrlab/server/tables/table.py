"""A table: who sits there, and the game. It has no network, no database and no clock of its own.

A table is the sum of its events. ``apply`` adds one; adding the stored ones again gives the same table.
"""

from collections.abc import Callable
from typing import Any

from purrlab.games.game import State
from purrlab.games.registry import find_game
from purrlab.records.fair_deals import final_seed
from purrlab.server.tables.clock import SECOND_MS, Clock
from purrlab.server.tables.events import (
    Acted,
    BotSeated,
    CameBack,
    Closed,
    EntropyAdded,
    Event,
    Left,
    PaceSet,
    RematchMade,
    Sat,
    Started,
    TakenOver,
)
from purrlab.server.tables.host import acting_host, new_host
from purrlab.server.tables.terms import Status, Terms

MAX_TIMEOUTS = 2  # of one person in a game; after the last one the bot keeps the seat


class Seat:
    """Whose seat it is, and the bot that plays it, for good or for a while."""

    __slots__ = ("bot", "entropy", "person", "timeouts")

    def __init__(self) -> None:
        self.timeouts = 0  # how often the time of the person ran out
        self.person: str | None = None
        self.bot: str | None = None
        self.entropy: str | None = None

    @property
    def is_free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def bot_stays(self) -> bool:
        """Whether the bot that plays for a person does so to the end: else letting the clock run out would pay."""
        return self.bot is not None and self.timeouts >= MAX_TIMEOUTS


class Table:
    __slots__ = (
        "asked",
        "clock",
        "clock_when_left",
        "done",
        "events",
        "host",
        "next",
        "overdue",
        "pace",
        "removed",
        "seat_by_person",
        "seats",
        "seq",
        "state",
        "status",
        "terms",
    )

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.host = terms.host
        self.seats = [Seat() for _ in range(terms.players)]
        self.pace = terms.pace  # seconds a bot takes for a move
        self.clock = Clock(terms.speed, terms.players)
        self.events: list[Event] = []
        self.seq = 0
        self.status: Status = "waiting"
        self.state: State | None = None
        self.asked: dict[int, int] = {}  # seat to act: the seq by which it was asked
        self.next: str | None = None
        self.overdue: set[int] = set()  # seats whose time ran out over what they are asked now
        self.clock_when_left: dict[int, int | None] = {}  # the same for those who left over it: what was on their clock
        self.done: dict[tuple[int, str], int] = {}  # the seq of every action that a seat took under an id
        self.seat_by_person: dict[str, int] = {}
        self.removed: set[str] = set()  # by the host: they find no seat here any more

    @property
    def seed(self) -> str:
        """The seed of the game: a secret until it is over."""
        return final_seed(self.terms.server_seed, self.terms.id, [seat.entropy for seat in self.seats])

    def seat_of(self, person: str | None) -> int | None:
        return None if person is None else self.seat_by_person.get(person)

    @property
    def is_solo(self) -> bool:
        """Whether one person plays against bots alone: nobody else waits."""
        return len(self.seat_by_person) == 1

    @property
    def acting_host(self) -> str | None:
        return acting_host(self.host, self.seat_by_person)

    def is_host(self, person: str) -> bool:
        return person in (self.host, self.acting_host)

    def after_bot(self, seat: int) -> int | None:
        """What a seat will have on its clock once a bot has moved for it."""
        return self.clock.after_bot(self.clock_when_left.get(seat, self.clock.left[seat]))

    def free_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.is_free]

    def bots_to_act(self) -> list[int]:
        return [seat for seat in self.asked if self.seats[seat].bot is not None]

    @property
    def waits_for_correspondence(self) -> bool:
        """Whether for days nothing need happen here."""
        return self.status == "playing" and self.clock.is_correspondence and not self.bots_to_act()

    def seq_of_action(self, seat: int, request_id: str) -> int | None:
        """The seq of an action that this seat has already taken under this id."""
        return self.done.get((seat, request_id))

    def apply(self, event: Event) -> None:
        _APPLY[type(event)](self, event)
        self.events.append(event)
        self.seq = event.seq

    def seat_names(self, people: dict[str, str]) -> list[str | None]:
        """What the seats are called, by the names of people; None where nobody sits."""
        return [_seat_name(seat, people) for seat in self.seats]

    def names(self, people: dict[str, str]) -> list[str]:
        """What the seats are called in a record."""
        return [name or DELETED_PERSON_LABEL for name in self.seat_names(people)]

    def advance(self, state: State, event: Started | Acted) -> None:
        """The game goes on: from here on these seats are asked."""
        self.state = state
        self.asked = {seat: self.asked.get(seat, event.seq) for seat in state.to_act}
        self.clock.ask([seat for seat in state.to_act if self.seats[seat].person is not None], event.at)
        if state.outcome is not None:
            self.status = "over"


DELETED_PERSON_LABEL = "somebody"  # the name of whoever has none any more


def _seat_name(seat: Seat, people: dict[str, str]) -> str | None:
    if seat.person is not None:
        return people.get(seat.person, DELETED_PERSON_LABEL)
    return seat.bot and f"{seat.bot} bot"


def _sat(table: Table, event: Sat) -> None:
    table.seats[event.seat].person = event.person
    table.seat_by_person[event.person] = event.seat


def _left(table: Table, event: Left) -> None:
    """A seat is free again; in a running game the bot that sits there stays."""
    seat = table.seats[event.seat]
    if event.reason == "removed" and seat.person is not None:
        table.removed.add(seat.person)
    table.seat_by_person.pop(seat.person or "", None)
    if seat.person == table.host:
        table.host = new_host(table.host, table.seat_by_person)
    seat.person, seat.bot = None, event.bot
    if table.status == "waiting":
        seat.entropy = None


def _bot_seated(table: Table, event: BotSeated) -> None:
    table.seats[event.seat].bot = event.bot


def _entropy_added(table: Table, event: EntropyAdded) -> None:
    table.seats[event.seat].entropy = event.text


def _started(table: Table, event: Started) -> None:
    terms = table.terms
    table.status = "playing"
    table.advance(find_game(terms.game).new(terms.players, table.seed, terms.options), event)


def _acted(table: Table, event: Acted) -> None:
    seat, state = event.seat, table.state
    assert state is not None
    after = state.apply(seat, state.game.parse(event.action))
    table.clock.set(seat, event.left)
    del table.asked[seat]
    table.overdue.discard(seat)
    table.clock_when_left.pop(seat, None)
    if event.request_id is not None:
        table.done[seat, event.request_id] = event.seq
    table.advance(after, event)


def _taken_over(table: Table, event: TakenOver) -> None:
    """A bot plays for a person. Whose time ran out gets a fresh clock for when they are back.

    Else the clock runs on until the bot has moved, for whoever comes back before that.
    """
    seat = event.seat
    table.seats[seat].bot = event.bot
    if event.reason == "clock":
        table.seats[seat].timeouts += 1
        table.overdue.add(seat)
        table.clock.left[seat] = event.left
        table.clock.running[seat] = event.at
    elif seat in table.asked:
        table.clock_when_left[seat] = event.left
    if seat in table.asked:
        table.asked[seat] = event.seq


def _came_back(table: Table, event: CameBack) -> None:
    seat = event.seat
    table.seats[seat].bot = None
    table.clock_when_left.pop(seat, None)
    table.clock.resume(seat, event.at)
    if seat in table.asked:
        table.asked[seat] = event.seq


def _rematch_made(table: Table, event: RematchMade) -> None:
    table.next = event.table


def _pace_set(table: Table, event: PaceSet) -> None:
    table.pace = event.milliseconds / SECOND_MS


def _closed(table: Table, _event: Closed) -> None:
    table.status = "closed"


_APPLY: dict[type[Event], Callable[[Table, Any], None]] = {
    Sat: _sat,
    Left: _left,
    BotSeated: _bot_seated,
    EntropyAdded: _entropy_added,
    Started: _started,
    Acted: _acted,
    TakenOver: _taken_over,
    CameBack: _came_back,
    RematchMade: _rematch_made,
    PaceSet: _pace_set,
    Closed: _closed,
}
