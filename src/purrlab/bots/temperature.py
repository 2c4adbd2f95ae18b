"""Bots that err as people do: now and then they take what is nearly as good as the best."""

import re
from collections.abc import Callable, Mapping
from math import exp
from random import Random

from purrlab.games.game import Action, View

_NOTATION = re.compile(r"t=([0-9]{1,4}(?:\.[0-9]{1,4})?)")

# By how many play: with 0 the best action is taken, the higher it is the more often another.
Temperatures = Mapping[int, float]


def parse_temperature(text: str) -> float:
    """The temperature in ``net@t=7``. Raises ValueError with what was expected."""
    temperature = _NOTATION.fullmatch(text)
    if temperature is None:
        raise ValueError(f"what comes after @ is a temperature such as t=7 or t=0.5, not {text[:80]!r}")
    return float(temperature[1])


def choose_by_worth(view: View, worth: Callable[[Action], float], temperature: float, random: Random) -> Action:
    """An action that is worth a temperature less than another is chosen e times less often."""
    if temperature == 0:
        return max(view.legal, key=worth)
    worths = [worth(action) for action in view.legal]
    best = max(worths)
    return random.choices(view.legal, [exp((each - best) / temperature) for each in worths])[0]
