"""Actions as numbers, legal actions as bits, layouts as 36 sets of cells: what the core speaks.

0 to 35 plays to the cell of that bit, 36 to 44 discards the values 1 to 9, 45 to 48 bids 1 to 4 tricks. A set of
actions is a number with their bits.
"""

from collections.abc import Iterable
from pathlib import Path

from purrlab.games.cat_in_the_box.layout import Layout, find_layout
from purrlab.games.cat_in_the_box.notation import BIDS, DISCARDS, PLAYS
from purrlab.games.game import Action

CELL_COUNT = len(PLAYS)
CELLS = tuple(1 << cell for cell in range(CELL_COUNT))
FIRST_DISCARD = CELL_COUNT
FIRST_BID = FIRST_DISCARD + len(DISCARDS)

ACTIONS: tuple[Action, ...] = (*PLAYS, *DISCARDS, *BIDS)
ACTION_NUMBER = {action: number for number, action in enumerate(ACTIONS)}


def bits_of(actions: Iterable[Action]) -> int:
    return sum(1 << ACTION_NUMBER[action] for action in actions)


def numbers_in(bits: int) -> list[int]:
    """The numbers of the actions in a set, lowest first."""
    return [number for number in range(len(ACTIONS)) if bits >> number & 1]


def neighbours_of(layout: Layout | Path | str) -> tuple[int, ...]:
    """For each cell by its bit the cells that touch it; of a layout, of a built-in one by its name, or of a file."""
    found = layout if isinstance(layout, Layout) else find_layout(layout)
    return tuple(map(found.neighbours.__getitem__, CELLS))
