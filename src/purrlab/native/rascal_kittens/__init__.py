"""The fast core of Rascal Kittens: whole games, playouts, re-deals and search in whole numbers (docs/core.md).

It is compiled where that of Cat in the Box is. Where not, the same names come to the same on the rules in Python.
"""

from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.native.rascal_kittens.backend import COMPILED, core
from purrlab.native.rascal_kittens.deals import random_setup
from purrlab.native.rascal_kittens.encoding import ACTION_NUMBER, bits_of, numbers_in
from purrlab.native.rascal_kittens.observation import OBSERVATION
from purrlab.native.rascal_kittens.weights import Weights

Game = core.Game
Known = core.Known
Policy = core.Policy
search = core.search

__all__ = [
    "ACTIONS",
    "ACTION_NUMBER",
    "COMPILED",
    "OBSERVATION",
    "Game",
    "Known",
    "Policy",
    "Weights",
    "bits_of",
    "numbers_in",
    "random_setup",
    "search",
]
