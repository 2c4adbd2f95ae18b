"""What a game needs to be played in a terminal."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple


class Face(NamedTuple):
    """How a game looks as text, with ANSI colours."""

    primer: str  # how to play, in a few lines
    draw: Callable[[Any, Sequence[str]], str]  # the table as a view sees it, with the names of the players
    tell: Callable[[Any, Any, Sequence[str]], Iterator[str]]  # what happened between two views of one seat
    look: Callable[[Any, Sequence[str], int], str] | None = None  # at a seat's own place, where the table is not all
