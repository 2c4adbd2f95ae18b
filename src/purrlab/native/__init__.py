"""The fast core of Cat in the Box: rounds, whole games, playouts, re-deals and search on bit masks (docs/core.md).

It is compiled where a C++ compiler was there at install. Where not, the same names work on the rules in Python, only
slower; ``COMPILED`` says which it is. PURRLAB_NATIVE=0 in the environment asks for the rules in Python.
"""

from purrlab.native.backend import COMPILED, FALLBACK_SLOWDOWN, core, describe_core
from purrlab.native.encoding import ACTION_NUMBER, ACTIONS, bits_of, neighbours_of, numbers_in
from purrlab.native.observation import OBSERVATION

Round = core.Round
Game = core.Game
Known = core.Known
Policy = core.Policy
search = core.search
ismcts = core.ismcts
random_play = core.random_play

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
    "describe_core",
    "ismcts",
    "neighbours_of",
    "numbers_in",
    "random_play",
    "search",
]
