"""All that a seat has seen of Cat in the Box, as numbers: the rounds so far as it saw them at their end, and this one.

An observation shows a round with the order of its plays, the own discard and hand, so with those of the rounds before
nothing that the seat once knew is lost. Both cores have it, because it is made of their rounds.
"""

from collections.abc import Sequence
from typing import Any

from purrlab.games.cat_in_the_box.cells import HIGHEST_VALUE, copies
from purrlab.native.cat_in_the_box.observation import OBSERVATION
from purrlab.native.observation import ObservationLayout, Part

REVEALED_SCALE = 1 / 4
ROW_SIZE = OBSERVATION.size + HIGHEST_VALUE


def information_state_layout(rounds: int) -> ObservationLayout:
    """Of games with so many rounds."""
    seen = "as in an observation: each round as it was at its end, or is now; 0 for those to come"
    revealed = "the hand of the paradox player of each round that is over, own or not (CB15)"
    return ObservationLayout(
        version=OBSERVATION.version,
        size=rounds * ROW_SIZE,
        parts=(
            Part("rounds", 0, rounds, OBSERVATION.size, ROW_SIZE, 1.0, seen),
            Part("revealed", OBSERVATION.size, rounds, HIGHEST_VALUE, ROW_SIZE, REVEALED_SCALE, revealed),
        ),
    )


def write_information_state(past: Sequence[Any], now: Any, seat: int, out: Any) -> None:
    """``past`` are the rounds that are over, ``now`` is the one in play or None; both as the core has them.

    ``out`` is an array of float32 with a row for each round.
    """
    out[:] = 0
    for number, each in enumerate((*past, now) if now else past):
        each.observe(seat, out[number, : OBSERVATION.size])
        if each.paradox is not None:
            for value in range(1, HIGHEST_VALUE + 1):
                out[number, OBSERVATION.size + value - 1] = copies(each.hands[each.paradox], value) * REVEALED_SCALE
