"""The fast core of Cat in the Box: rounds, whole games, playouts, re-deals and search on bit masks (docs/core.md).

It is compiled where a C++ compiler was there at install. Where not, the same names work on the rules in Python, only
slower; ``COMPILED`` says which it is. PURRLAB_NATIVE=0 in the environment asks for the rules in Python.
"""

from purrlab.native.backend import COMPILED, FALLBACK_SLOWDOWN, in_words
from purrlab.native.encoding import ACTION_NUMBER, ACTIONS, bits_of, neighbours_of, numbers_in
from purrlab.native.game import Game
from purrlab.native.known import Known
from purrlab.native.observation import OBSERVATION
from purrlab.native.policy import Policy
from purrlab.native.round import Round, random_play
from purrlab.native.searches import ismcts, search

__all__ = [
    "ACTIONS",
    "ACTION_NUMBER",
    "COMPILED",
    "FALLBACK_SLOWDOWN",
    "OBSERVATION",
    "Game",
    "Known",
    "Policy",
    "Round",
    "bits_of",
    "in_words",
    "ismcts",
    "neighbours_of",
    "numbers_in",
    "random_play",
    "search",
]
