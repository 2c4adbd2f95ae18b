"""What can happen at a table. A table is the sum of its events.

    before the game   Sat, Left, BotSeated, EntropyAdded, PaceSet, Closed
    in the game       Started, Acted, TakenOver, CameBack, Left, PaceSet
    after it          RematchMade

Every event has a number, ``seq``, one more than the last, and a time, ``at``, in milliseconds since 1970.
"""

from typing import Literal

from msgspec import Struct

Kind = Literal["sat", "left", "bot", "entropy", "started", "acted", "taken", "back", "rematch", "pace", "closed"]
Reason = Literal["clock", "left", "away", "removed"]


class _Event(Struct, frozen=True, kw_only=True, tag_field="kind"):
    seq: int
    at: int


class Sat(_Event, frozen=True, kw_only=True, tag="sat"):
    """A person has taken a seat."""

    seat: int
    person: str


class Left(_Event, frozen=True, kw_only=True, tag="left"):
    """A person has given up a seat for good; in a running game a bot keeps it.

    Before the game they may also have been ``removed`` by the host, or ``away`` for too long.
    """

    seat: int
    bot: str | None = None
    reason: Reason | None = None  # None: they wanted it so


class BotSeated(_Event, frozen=True, kw_only=True, tag="bot"):
    """The host has put a bot on a seat, or taken it away."""

    seat: int
    bot: str | None


class EntropyAdded(_Event, frozen=True, kw_only=True, tag="entropy"):
    """A seat has added to the chance of the game."""

    seat: int
    text: str
    person: str | None  # None: they were deleted since


class Started(_Event, frozen=True, kw_only=True, tag="started"):
    """The game has begun."""


class Acted(_Event, frozen=True, kw_only=True, tag="acted"):
    """A seat has made a move, or a bot for it."""

    seat: int
    action: str  # in notation
    request_id: str | None = None  # the id that the client gave its request
    left: int | None = None  # milliseconds that the seat has left on its clock


class TakenOver(_Event, frozen=True, kw_only=True, tag="taken"):
    """A bot plays for a person from now on."""

    seat: int
    reason: Reason
    bot: str
    left: int | None = None  # milliseconds on the seat's clock


class CameBack(_Event, frozen=True, kw_only=True, tag="back"):
    """A person plays again, and the bot rests."""

    seat: int


class RematchMade(_Event, frozen=True, kw_only=True, tag="rematch"):
    """There is a next table for the same people."""

    seat: int
    table: str  # its id


class PaceSet(_Event, frozen=True, kw_only=True, tag="pace"):
    """The host has said how much time bots take for a move."""

    milliseconds: int


class Closed(_Event, frozen=True, kw_only=True, tag="closed"):
    """No game will be played at this table."""


Event = Sat | Left | BotSeated | EntropyAdded | Started | Acted | TakenOver | CameBack | RematchMade | PaceSet | Closed


def kind_of(event: Event) -> Kind:
    """The name of what happened, as it is stored and told."""
    kind: Kind = event.__struct_config__.tag  # type: ignore[assignment]  # the tags above are these
    return kind


def seat_of(event: Event) -> int | None:
    """The seat at which it happened; None where it was the whole table."""
    return None if isinstance(event, Started | PaceSet | Closed) else event.seat
