"""All that a seat has seen of Rascal Kittens, as numbers: what it sees now, and every action so far.

All actions lie open, and what is hidden, the own tiles and tokens, is in the observation with the places that they had.
"""

from collections.abc import Sequence
from typing import Any

from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.games.rascal_kittens.setup import ROUNDS, RULES_BY_PLAYERS
from purrlab.native.observation import ObservationLayout, Part
from purrlab.native.rascal_kittens.observation import OBSERVATION, SEATS

MAX_ACTIONS = max(players * (rules.extra + 1) + ROUNDS * (1 + players) for players, rules in RULES_BY_PLAYERS.items())
ROW_SIZE = SEATS + len(ACTIONS)

INFORMATION_STATE = ObservationLayout(
    version=OBSERVATION.version,
    size=OBSERVATION.size + MAX_ACTIONS * ROW_SIZE,
    parts=(
        Part("observation", 0, 1, OBSERVATION.size, OBSERVATION.size, 1.0, "as in an observation"),
        Part("seats", OBSERVATION.size, MAX_ACTIONS, SEATS, ROW_SIZE, 1.0, "who did each action, from the viewer on"),
        Part("actions", OBSERVATION.size + SEATS, MAX_ACTIONS, len(ACTIONS), ROW_SIZE, 1.0, "each action so far"),
    ),
)


def write_information_state(game: Any, actions: Sequence[tuple[int, int]], seat: int, out: Any) -> None:
    """``actions`` are seats and actions since the setup, ``out`` is an array of float32."""
    out[:] = 0
    game.observe(seat, out[: OBSERVATION.size])
    for number, (actor, action) in enumerate(actions):
        row = OBSERVATION.size + ROW_SIZE * number
        out[row + (actor - seat) % game.players] = out[row + SEATS + action] = 1
