"""Cells of the research board as bits, and hands as numbers (CB3).

Both are written with one hexadecimal digit a value, the 1 rightmost. In a set of cells the four bits of a
digit are the colours, red lowest; in a hand the digit counts the copies held. So 0x210 is a hand of one 3 and two
2s, and the cells red 3 and blue 2.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Annotated, Literal, TypeVar, get_args

from purrlab.games.encoding import EncodedAs, Labelled

T = TypeVar("T")

CardColour = Literal["red", "blue", "yellow", "green"]
COLOURS: tuple[CardColour, ...] = get_args(CardColour)
HIGHEST_VALUE = 9
COPIES_PER_VALUE = 5  # CB1: of each value

COLOUR_BIT: dict[str, int] = {"red": 1, "blue": 2, "yellow": 4, "green": 8}
ALL_COLOURS = 0xF
ONES = 0x111111111  # a 1 in every digit: times a colour bit it is that colour's row
RED_ROW = ONES * COLOUR_BIT["red"]


def cell(value: int, colour: str) -> int:
    return COLOUR_BIT[colour] << 4 * (value - 1)


CellPlace = Annotated[tuple[int, CardColour], Labelled("CellPlace", "value", "colour")]
CELLS: dict[int, CellPlace] = {
    cell(value, colour): (value, colour) for value in range(1, HIGHEST_VALUE + 1) for colour in COLOURS
}


def by_cell(things: Sequence[T]) -> Callable[[int], tuple[T, ...]]:
    """Finds those of a set of cells, where there is one for each. Three values at a time are looked up, for speed."""
    low, middle, high = (_every_choice(things[at : at + 12]) for at in (0, 12, 24))

    def those_in(cells: int) -> tuple[T, ...]:
        return low[cells & 0xFFF] + middle[cells >> 12 & 0xFFF] + high[cells >> 24]

    return those_in


def _every_choice(things: Sequence[T]) -> list[tuple[T, ...]]:
    """For every set of these, written as bits from the first one up, those that are in it."""
    choices: list[tuple[T, ...]] = [()]
    for thing in things:
        choices += [(*chosen, thing) for chosen in choices]
    return choices


cells_in = by_cell(list(CELLS.values()))  # value and colour of each cell
Cells = Annotated[int, EncodedAs(tuple[CellPlace, ...], cells_in, tuple(CELLS.values()))]


@cache
def colours_in(colours: int) -> tuple[CardColour, ...]:
    return tuple(colour for colour in COLOURS if COLOUR_BIT[colour] & colours)


Colours = Annotated[int, EncodedAs(tuple[CardColour, ...], colours_in, COLOURS)]


CARD = tuple(1 << 4 * value >> 4 for value in range(HIGHEST_VALUE + 1))  # a hand of the one card of this value


def hand_of(values: Iterable[int]) -> int:
    return sum(map(CARD.__getitem__, values))


def copies(hand: int, value: int) -> int:
    """How many cards of this value are in the hand."""
    return hand >> 4 * (value - 1) & 0xF


@lru_cache(4096)
def values_in(hand: int) -> tuple[int, ...]:
    """The cards of a hand, lowest first."""
    values: list[int] = []
    for value in range(1, HIGHEST_VALUE + 1):
        values += [value] * (hand & 0xF)
        hand >>= 4
    return tuple(values)


def cells_of(hand: int) -> int:
    """The four cells of every value that is in the hand."""
    return ((hand | hand >> 1 | hand >> 2) & ONES) * ALL_COLOURS
