"""What a game needs to be played in a terminal."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from purrlab.games.game import Action


class TextView(NamedTuple):
    """How a game looks as text, with ANSI colours."""

    how_to_play: Callable[[], str]  # in a few lines
    draw: Callable[[Any, Sequence[str]], str]  # the table as a view sees it, with the names of the players
    narrate: Callable[[Any, Any, Sequence[str]], Iterator[str]]  # what happened between two views of one seat
    draw_seat: Callable[[Any, Sequence[str], int], str] | None = (
        None  # at a seat's own place, where the table is not all
    )
    describe: Callable[[Action], str] | None = None  # an action in words, for whoever does not read its notation
    explain: Callable[[Any, Sequence[str], int], str | None] = lambda _cause, _names, _seat: None
    # why this seat was refused something, in words; None where the rule says enough
