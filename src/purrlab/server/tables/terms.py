"""What is agreed when a table is made."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Status = Literal["waiting", "playing", "over", "closed"]


class Relaxed(Struct, tag_field="kind", tag="relaxed", frozen=True, forbid_unknown_fields=True):
    """No clock. Who is away for long is played for by a bot."""


class Timed(Struct, tag_field="kind", tag="live", frozen=True, forbid_unknown_fields=True):
    """A clock for each player, in seconds: what is there at first, and what every move adds.

    Clients and databases know it as ``live``.
    """

    bank: Annotated[int, Meta(ge=1, le=86400)] = 600
    increment: Annotated[int, Meta(ge=0, le=3600)] = 10


class Correspondence(Struct, tag_field="kind", tag="correspondence", frozen=True, forbid_unknown_fields=True):
    """So many days for each move."""

    days: Annotated[int, Meta(ge=1, le=30)] = 3


Speed = Relaxed | Timed | Correspondence


class Terms(Struct, frozen=True, kw_only=True):
    """What was agreed when the table was made."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    speed: Speed
    listed: bool
    coach: bool = False  # whether everybody may ask the coach, also in a game with other people
    pace: float  # seconds a bot takes for a move
    host: str  # the person who made the table
    server_seed: str
    created: int

    def __repr__(self) -> str:
        """Without the seed, so that it may stand in a log."""
        return f"<terms of table {self.id}>"
