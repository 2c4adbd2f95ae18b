"""Words and colours for terminals. Colours never stand alone: what they say, a letter or a shape says too."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from purrlab.games.game import Outcome
from purrlab.terminal.language import say

MAX_COLUMNS = 79  # columns: a terminal of 80 wraps no line of this width
SHAPES = ("●", "▲", "■", "◆", "★")  # one for each seat
_SEAT_COLOURS = ("magenta", "cyan", "white", "bright_red", "bright_yellow")
_CODES = {
    "bold": 1,
    "dim": 2,
    "red": 91,
    "green": 92,
    "yellow": 93,
    "blue": 94,
    "magenta": 95,
    "cyan": 96,
    "white": 97,
    "bright_red": 31,
    "bright_yellow": 33,
}

_STYLES = re.compile(r"\033\[[\d;]*m")


def paint(text: str, *styles: str) -> str:
    """The text in ANSI styles; whoever prints it to something that is no terminal takes them off again."""
    codes = ";".join(str(_CODES[style]) for style in styles)
    return f"\033[{codes}m{text}\033[0m" if codes else text


def columns_of(text: str) -> int:
    """How wide a text is on the screen."""
    return len(_STYLES.sub("", text))


def flow(lead: str, items: Iterable[str], between: str = " · ") -> Iterator[str]:
    """The items one after another, on as many lines as they need; all lines but the first are indented by the lead."""
    line, indent = lead, " " * columns_of(lead)
    for index, item in enumerate(items):
        if index and columns_of(line + between + item) > MAX_COLUMNS:
            yield line
            line = indent + item
        else:
            line += between + item if index else item
    yield line


def seat_shape(seat: int) -> str:
    return paint(SHAPES[seat % len(SHAPES)], _SEAT_COLOURS[seat % len(_SEAT_COLOURS)])


def listed(items: Sequence[object]) -> str:
    """``1, 2 and 3``"""
    *first, last = map(str, items)
    return say("list.and", first=", ".join(first), last=last) if first else last


def narrate_outcome(outcome: Outcome, names: Sequence[str], tie_breaks: Mapping[str, str]) -> Iterator[str]:
    """The last lines of a game. Where a tie was broken, the reason of the outcome names how."""
    totals = listed([f"{name} {total}" for name, total in zip(names, outcome.totals, strict=True)])
    winners = listed([names[seat] for seat in outcome.winners])
    told = [say("totals", totals=totals)]
    if outcome.reason in tie_breaks:
        told.append(say("tied", how=tie_breaks[outcome.reason]))
    told.append(say("shared" if len(outcome.winners) > 1 else "winner", names=winners))
    for sentence in told:
        yield from (paint(line, "bold") for line in flow("", sentence.split(" "), " "))
