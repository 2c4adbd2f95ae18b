"""Every message between a client and the table, both ways (docs/protocol.md).

These structs are the one truth: the server decodes with them, and the client's types are made from them.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from purrlab.games.seats import MAX_PLAYERS
from purrlab.server.errors import ErrorCode
from purrlab.server.tables.events import Kind, Reason
from purrlab.server.tables.history import ViewData
from purrlab.server.tables.terms import Speed, Status

# No line ends, no control characters, and nothing that turns the direction of what follows.
END = r"$(?!\n)"  # and not, as Python reads a dollar, before a last line end
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*" + END

BotName = Annotated[str, Meta(min_length=1, max_length=24, pattern=PRINTABLE)]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+" + END)]
SeatNumber = Annotated[int, Meta(ge=0, le=MAX_PLAYERS - 1)]
Seq = Annotated[int, Meta(ge=0, le=1 << 31)]
Entropy = Annotated[str, Meta(min_length=1, max_length=64, pattern=PRINTABLE)]
ChatText = Annotated[str, Meta(min_length=1, max_length=300, pattern=PRINTABLE)]
ActionText = Annotated[str, Meta(min_length=1, max_length=80)]

# What a client says


class Request(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Anything a client asks for. The answer carries the same id."""

    id: Id | None = None


class Watch(Request, tag="watch"):
    """Show me this table; with the last seq I saw, only what I missed since."""

    table: Id
    seq: Seq | None = None
    chat: Seq = 0


class Sit(Request, tag="sit"):
    seat: SeatNumber | None = None  # None: any that is free


class Leave(Request, tag="leave"):
    """Give the seat up; in a running game a bot plays on, and the seat can be had back."""


class Back(Request, tag="back"):
    """I am here again: the bot that played for me may rest."""


class SeatBot(Request, tag="bot"):
    """The host puts a bot on a free seat, or takes one away."""

    seat: SeatNumber
    bot: BotName | None = None


class Remove(Request, tag="remove"):
    """The host takes somebody from their seat before the start; they find no seat at this table any more."""

    seat: SeatNumber


class AddEntropy(Request, tag="entropy"):
    """My own share of the chance of this game, before the deal."""

    text: Entropy


class Start(Request, tag="start"):
    pass


class Close(Request, tag="close"):
    """The host wants no game at this table any more."""


class Act(Request, tag="act"):
    """A move, in notation, with the last seq I saw. The id makes sure that it counts once."""

    id: Id
    seq: Seq
    action: ActionText


class Say(Request, tag="say"):
    text: ChatText


class Mute(Request, tag="mute"):
    """Whether I want to read what this seat says."""

    seat: SeatNumber
    muted: bool = True


class Rematch(Request, tag="rematch"):
    """Another game with the same people."""


class Ping(Request, tag="ping"):
    pass


ClientMessage = (
    Watch | Sit | Leave | Back | SeatBot | Remove | AddEntropy | Start | Close | Act | Say | Mute | Rematch | Ping
)


# What the server says


class Seat(Struct, kw_only=True, frozen=True):
    name: str | None  # None: nobody sits here
    bot: str | None  # the bot that plays this seat now
    person: bool  # whether it belongs to a person, even while a bot plays for them
    entropy: str | None


class FairDeal(Struct, kw_only=True, frozen=True):
    """The commitment before the deal; after the game also what it was a commitment to (docs/fair-deals.md)."""

    commitment: str
    server_seed: str | None = None
    seed: str | None = None


class TableInfo(Struct, kw_only=True, frozen=True):
    """All that everybody may know of a table, whatever lies on it."""

    id: str
    game: str
    options: dict[str, Any]
    speed: Speed
    listed: bool
    pace: float
    status: Status
    host: int | None  # the seat of whoever may start; None: nobody who may has one
    seats: list[Seat]
    fair: FairDeal
    created: int  # milliseconds since 1970
    next: str | None  # the table of the rematch


class Clock(Struct, kw_only=True, frozen=True):
    """Milliseconds left by seat, and who is on the clock. Null where there is no limit."""

    left: list[int | None]
    running: list[int]
    at: int  # when that was so


class Presence(Struct, tag_field="type", tag="presence", kw_only=True):
    seats: list[bool]
    spectators: int


class Names(Struct, tag_field="type", tag="names", kw_only=True):
    """Somebody at the table has another name now."""

    names: list[str | None]  # by seat


class Chat(Struct, tag_field="type", tag="chat", kw_only=True):
    number: int
    seat: int
    name: str
    text: str
    at: int


class TableMessage(Struct, tag_field="type", tag="table", kw_only=True):
    """Everything at once: the answer to ``watch``."""

    id: str | None
    seq: int
    seat: int | None  # yours
    table: TableInfo
    clock: Clock | None
    view: ViewData | None  # None before the start
    presence: Presence
    chat: list[Chat]
    muted: list[int]  # the seats whose chat you do not want to read


class EventMessage(Struct, tag_field="type", tag="event", kw_only=True):
    """One thing that happened. ``changes`` lead from the view before it to the view after it.

    A change is ``[path, value]``, or ``[path, keep, items]`` for a list that keeps its first items and gets new ones.
    """

    seq: int
    at: int
    kind: Kind
    seat: int | None
    verb: str | UnsetType | None = UNSET  # acted: what kind of action it was
    reason: Reason | UnsetType = UNSET  # taken: why a bot plays now; left: why, where it was not their own wish
    table: TableInfo | UnsetType = UNSET  # where it changed
    clock: Clock | UnsetType = UNSET
    id: str | UnsetType | None = UNSET  # for whoever did it: the id they gave
    action: str | UnsetType = UNSET  # for whoever did it
    you: int | UnsetType | None = UNSET  # your seat, where it changed
    view: ViewData | UnsetType = UNSET  # started: the first view
    changes: list[list[Any]] | UnsetType = UNSET


class Done(Struct, tag_field="type", tag="done", kw_only=True):
    """It is done, and was stored; for a repeated action: it was, with this seq."""

    id: str | None
    seq: int


class CaughtUp(Struct, tag_field="type", tag="caught-up", kw_only=True):
    """After the events that were missed: now you know all."""

    id: str | None
    seq: int
    names: list[str | None]  # by seat
    presence: Presence


class ErrorMessage(Struct, tag_field="type", tag="error", kw_only=True):
    id: str | None
    code: ErrorCode
    message: str
    rule: str | None = None


class Pong(Struct, tag_field="type", tag="pong", kw_only=True):
    id: str | None
    at: int


ServerMessage = TableMessage | EventMessage | Done | CaughtUp | ErrorMessage | Presence | Names | Chat | Pong
