"""How many bits a net sees of a decision; core/cat_in_the_box/features.hpp and fallback/features.py write them.

The compiled core has these numbers from here (feature_numbers.hpp).
"""

from purrlab.games.cat_in_the_box.cells import COLOURS, COPIES_PER_VALUE
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS

MAX_TRICKS, MAX_NEEDED, MAX_FINDABLE, COLOUR_COUNT, PHASES = 8, 5, 10, len(COLOURS), 3


def feature_count(players: int) -> int:
    """Of the bits that are written, in the order in which they are."""
    values = RULES_BY_PLAYERS[players].highest
    cells, others = COLOUR_COUNT * values, players - 1
    cards = players * cells + 2 * COPIES_PER_VALUE * values + values
    boards = players * (2 * COLOUR_COUNT + MAX_TRICKS + MAX_NEEDED)
    trick = others * (COLOUR_COUNT + values) + COLOUR_COUNT + 2 * players + 1 + values
    moment = PHASES + MAX_TRICKS + 1 + players
    plays = 2 * cells + others * cells + MAX_TRICKS * players + cells
    fitting = 2 * COLOUR_COUNT * values + 2 * MAX_FINDABLE + cells
    return cards + boards + trick + moment + plays + fitting
