"""A table: who sits there, and the game. It has no network, no database and no clock of its own.

A table is the sum of its events. ``apply`` adds one; adding the stored ones again gives the same table.
"""

from typing import Any

from msgspec import Struct

from purrlab.games.game import State
from purrlab.games.registry import find_game
from purrlab.records.fair_deals import commitment_to, final_seed
from purrlab.server import protocol
from purrlab.server.clock import Clock
from purrlab.server.protocol import Kind, Speed, Status, TableInfo


class Event(Struct, frozen=True, kw_only=True):
    """One thing that happened at a table, as it is stored."""

    seq: int
    at: int
    kind: Kind
    seat: int | None = None
    text: str | None = None  # the action, the bot, the person, the reason, what was added to chance
    key: str | None = None  # the id that the client gave its action; the bot that stands in; who added to chance
    left: int | None = None  # what the seat has left on its clock


class Terms(Struct, frozen=True, kw_only=True):
    """What was agreed when the table was made."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    speed: Speed
    listed: bool
    pace: float
    host: str  # the person who made the table
    server_seed: str
    created: int

    def __repr__(self) -> str:
        """Without the seed, so that it may stand in a log."""
        return f"<terms of table {self.id}>"


class Chair:
    """A seat of the table: whose it is, and the bot that plays it, for good or for a while."""

    __slots__ = ("bot", "entropy", "person")

    def __init__(self) -> None:
        self.person: str | None = None
        self.bot: str | None = None
        self.entropy: str | None = None

    @property
    def is_free(self) -> bool:
        return self.person is None and self.bot is None


class Table:
    __slots__ = (
        "asked",
        "chairs",
        "clock",
        "done",
        "events",
        "host",
        "left_with",
        "next",
        "overdue",
        "seat_by_person",
        "seq",
        "state",
        "status",
        "terms",
    )

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.host = terms.host
        self.chairs = [Chair() for _ in range(terms.players)]
        self.clock = Clock(terms.speed, terms.players)
        self.events: list[Event] = []
        self.seq = 0
        self.status: Status = "waiting"
        self.state: State | None = None
        self.asked: dict[int, int] = {}  # seat to act: the seq by which it was asked
        self.next: str | None = None
        self.overdue: set[int] = set()  # seats whose time ran out over what they are asked now
        self.left_with: dict[int, int | None] = {}  # the same for those who left over it: what was on their clock
        self.done: dict[tuple[int, str], int] = {}  # the seq of every action that a seat took under an id
        self.seat_by_person: dict[str, int] = {}  # by person

    @property
    def seed(self) -> str:
        """The seed of the game: a secret until it is over."""
        return final_seed(self.terms.server_seed, self.terms.id, [chair.entropy for chair in self.chairs])

    def seat_of(self, person: str | None) -> int | None:
        return None if person is None else self.seat_by_person.get(person)

    @property
    def longest_here(self) -> str | None:
        """Of those who have a seat."""
        return next(iter(self.seat_by_person), None)

    def is_host(self, person: str) -> bool:
        """While the host has no seat, who has been at the table longest stands in."""
        return person == self.host or (self.seat_of(self.host) is None and person == self.longest_here)

    def after_bot(self, seat: int) -> int | None:
        """What a seat will have on its clock once a bot has moved for it."""
        return self.clock.after_bot(self.left_with.get(seat, self.clock.left[seat]))

    def free_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_free]

    def bots_to_act(self) -> list[int]:
        return [seat for seat in self.asked if self.chairs[seat].bot is not None]

    @property
    def waits_for_mail(self) -> bool:
        """Whether for days nothing need happen here."""
        return self.status == "playing" and self.clock.is_by_mail and not self.bots_to_act()

    def done_before(self, seat: int, key: str) -> int | None:
        """The seq of an action that this seat has already taken under this id."""
        return self.done.get((seat, key))

    def apply(self, event: Event) -> None:
        _APPLY[event.kind](self, event)
        self.events.append(event)
        self.seq = event.seq

    def info(self, names: dict[str, str]) -> TableInfo:
        """What everybody may know; names by person."""
        terms = self.terms
        over = self.status == "over"
        return TableInfo(
            id=terms.id,
            game=terms.game,
            options=terms.options,
            speed=terms.speed,
            listed=terms.listed,
            pace=terms.pace,
            status=self.status,
            host=self.seat_of(self.host if self.seat_of(self.host) is not None else self.longest_here),
            seats=[self._seat(chair, names) for chair in self.chairs],
            fair=protocol.Fair(
                commitment=commitment_to(terms.server_seed),
                server_seed=terms.server_seed if over else None,
                seed=self.seed if over else None,
            ),
            created=terms.created,
            next=self.next,
        )

    def _seat(self, chair: Chair, names: dict[str, str]) -> protocol.Seat:
        name = chair.bot and f"{chair.bot} bot"
        if chair.person is not None:
            name = names.get(chair.person, NOBODY)
        return protocol.Seat(name=name, bot=chair.bot, person=chair.person is not None, entropy=chair.entropy)

    def names(self, people: dict[str, str]) -> list[str]:
        """What the seats are called in a record."""
        return [self._seat(chair, people).name or NOBODY for chair in self.chairs]

    def advance(self, state: State, event: Event) -> None:
        """The game goes on: from here on these seats are asked."""
        self.state = state
        self.asked = {seat: self.asked.get(seat, event.seq) for seat in state.to_act}
        self.clock.ask([seat for seat in state.to_act if self.chairs[seat].person is not None], event.at)
        if state.outcome is not None:
            self.status = "over"


NOBODY = "somebody"


def _sat(table: Table, event: Event) -> None:
    assert event.text is not None
    table.chairs[_seat(event)].person = event.text
    table.seat_by_person[event.text] = _seat(event)


def _left(table: Table, event: Event) -> None:
    """A seat is free again; in a running game the bot that sits there stays."""
    chair = table.chairs[_seat(event)]
    table.seat_by_person.pop(chair.person or "", None)
    if chair.person == table.host:
        table.host = table.longest_here or table.host
    chair.person, chair.bot = None, event.text
    if table.status == "waiting":
        chair.entropy = None


def _bot(table: Table, event: Event) -> None:
    table.chairs[_seat(event)].bot = event.text


def _entropy(table: Table, event: Event) -> None:
    table.chairs[_seat(event)].entropy = event.text


def _started(table: Table, event: Event) -> None:
    terms = table.terms
    table.status = "playing"
    table.advance(find_game(terms.game).new(terms.players, table.seed, terms.options), event)


def _acted(table: Table, event: Event) -> None:
    seat, state = _seat(event), table.state
    assert state is not None
    assert event.text is not None
    after = state.apply(seat, state.game.parse(event.text))
    table.clock.set(seat, event.left)
    del table.asked[seat]
    table.overdue.discard(seat)
    table.left_with.pop(seat, None)
    if event.key is not None:
        table.done[seat, event.key] = event.seq
    table.advance(after, event)


def _taken(table: Table, event: Event) -> None:
    """A bot plays for a person. Whose time ran out gets a fresh clock for when they are back.

    Else the clock runs on until the bot has moved, for whoever comes back before that.
    """
    seat = _seat(event)
    table.chairs[seat].bot = event.key
    if event.text == "clock":
        table.overdue.add(seat)
        table.clock.left[seat] = event.left
        table.clock.running[seat] = event.at
    elif seat in table.asked:
        table.left_with[seat] = event.left
    if seat in table.asked:
        table.asked[seat] = event.seq


def _back(table: Table, event: Event) -> None:
    seat = _seat(event)
    table.chairs[seat].bot = None
    table.left_with.pop(seat, None)
    table.clock.resume(seat, event.at)
    if seat in table.asked:
        table.asked[seat] = event.seq


def _rematch(table: Table, event: Event) -> None:
    table.next = event.text


def _closed(table: Table, _event: Event) -> None:
    table.status = "closed"


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


_APPLY = {
    "sat": _sat,
    "left": _left,
    "bot": _bot,
    "entropy": _entropy,
    "started": _started,
    "acted": _acted,
    "taken": _taken,
    "back": _back,
    "rematch": _rematch,
    "closed": _closed,
}
