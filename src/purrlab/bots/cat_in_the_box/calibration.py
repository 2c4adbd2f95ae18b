"""What a search expects against what it gets in its own company.

Among equals nobody is ahead in the mean. A search that expects to be believes that the others play worse than itself.
"""

from collections import defaultdict
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Protocol

from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.native import cat_in_the_box as native


class Thinker(Protocol):
    """A search: the best action by its number, the playouts made, and the lead at the end that each action promises."""

    def think(self, view: CatInTheBoxView, seed: int) -> tuple[int, int, dict[int, float]]: ...


@dataclass(frozen=True, slots=True)
class Calibration:
    """Of the decisions of one phase, in points a round ahead of the mean of the others."""

    decisions: int
    expected: float
    got: float


def calibrate(bot: Thinker, players: int, games: int, seed: str) -> dict[str, Calibration]:
    """By phase: discard, bid, play. All seats play by the same bot; forced actions promise nothing and do not count."""
    expected: dict[str, list[float]] = defaultdict(list)
    got: dict[str, list[float]] = defaultdict(list)
    for number in range(games):
        state = CatInTheBox().new(players, f"{seed}/{number}")
        random = Random(f"{seed}/{number}")
        thoughts: list[tuple[int, str, float]] = []  # of this round: seat, phase, promised lead
        while state.to_act:
            seat = min(state.to_act)
            view = state.view(seat)
            action = view.legal[0]
            if len(view.legal) > 1:
                best, _, values = bot.think(view, random.getrandbits(64))
                action = native.ACTIONS[best]
                thoughts.append((seat, str(view.expects), values[best]))
            before, state = len(view.rounds), state.apply(seat, action)
            if len(over := state.view(None).rounds) > before:
                scores = over[-1].scores
                for thinker, phase, value in thoughts:
                    expected[phase].append(value)
                    got[phase].append((scores[thinker] * players - sum(scores)) / (players - 1))
                thoughts.clear()
    return {
        phase: Calibration(len(values), fmean(values), fmean(got[phase])) for phase, values in sorted(expected.items())
    }
