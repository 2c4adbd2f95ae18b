"""What the core of Rascal Kittens speaks: actions, tiles, notches, toys and seats by their numbers, sets as bits.

0 to 3 draw a tile of that colour, 4 and 5 anchor left and right, 6 to 25 lay a tile, 26 and 27 run left and right.
"""

from collections.abc import Iterable

from purrlab.games.game import Action
from purrlab.games.rascal_kittens.furniture import COLOURS, SIDES, TILE_NUMBER, TILES
from purrlab.games.rascal_kittens.notation import ACTIONS

ACTION_NUMBER: dict[Action, int] = {action: number for number, action in enumerate(ACTIONS)}
FIRST_DRAW = 0
FIRST_ANCHOR = len(COLOURS)
FIRST_LAY = FIRST_ANCHOR + len(SIDES)
FIRST_RUN = FIRST_LAY + len(TILES)


def bits_of(actions: Iterable[Action]) -> int:
    return sum(1 << ACTION_NUMBER[action] for action in actions)


def numbers_in(bits: int) -> list[int]:
    """The numbers in a set, lowest first."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def tile_set(tiles: Iterable[str]) -> int:
    return sum(1 << TILE_NUMBER[tile] for tile in tiles)
