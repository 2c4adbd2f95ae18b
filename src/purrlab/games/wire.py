"""What the views of all games have in common as they go over the wire: ``View.as_dict()``, typed.

Each game declares the whole of its view in a ``wire.py`` of its own; the types of the page are made from that.
"""

from typing import TypedDict


class Outcome(TypedDict):
    """How a game ended. ``reason`` says what decided it."""

    reason: str
    totals: list[int]
    winners: list[int]


class CommonView(TypedDict):
    """What every view has, besides ``game``, ``options`` and ``expects``, which each game narrows."""

    players: int
    to_act: list[int]
    outcome: Outcome | None
    round_count: int  # of the whole game
    totals: list[int | None]  # None where a total is hidden from this seat
    seat: int | None  # None: a spectator
    legal: list[str]  # what this seat may do, in notation
