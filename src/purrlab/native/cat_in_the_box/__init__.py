"""The fast core of Cat in the Box: rounds, whole games, playouts, re-deals and search on bit masks (docs/core.md).

``COMPILED`` says whether it is compiled, or the same names work on the rules in Python, only slower.
"""

from purrlab.native.backend import FALLBACK_SLOWDOWN
from purrlab.native.cat_in_the_box.backend import COMPILED, core
from purrlab.native.cat_in_the_box.encoding import ACTION_NUMBER, ACTIONS, bits_of, neighbours_of, numbers_in
from purrlab.native.cat_in_the_box.observation import OBSERVATION

Round = core.Round
Game = core.Game
Known = core.Known
Net = core.Net
Policy = core.Policy
search = core.search
ismcts = core.ismcts
random_deal = core.random_deal
random_play = core.random_play

__all__ = [
    "ACTIONS",
    "ACTION_NUMBER",
    "COMPILED",
    "FALLBACK_SLOWDOWN",
    "OBSERVATION",
    "Game",
    "Known",
    "Net",
    "Policy",
    "Round",
    "bits_of",
    "ismcts",
    "neighbours_of",
    "numbers_in",
    "random_deal",
    "random_play",
    "search",
]
