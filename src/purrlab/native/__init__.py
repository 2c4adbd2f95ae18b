"""The fast core of Cat in the Box: rounds, whole games, playouts, re-deals and search on bit masks (docs/core.md).

It is compiled where a C++ compiler was there at install. Where not, the same names work on the rules in Python, only
slower; ``COMPILED`` says which it is. PURRLAB_NATIVE=0 in the environment asks for the rules in Python.
"""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from purrlab.native.encoding import ACTION_NUMBER, ACTIONS, bits_of, neighbours_of, numbers_in
from purrlab.native.observation import OBSERVATION

if TYPE_CHECKING:
    from purrlab.native import _core as core

    COMPILED = True
else:
    COMPILED = os.environ.get("PURRLAB_NATIVE") != "0" and find_spec("purrlab.native._core") is not None
    core = import_module("purrlab.native._core" if COMPILED else "purrlab.native.fallback")

FALLBACK_SLOWDOWN = 100  # so many times longer a playout takes on the rules in Python, about

Round = core.Round
Game = core.Game
Known = core.Known
Policy = core.Policy
search = core.search
ismcts = core.ismcts
random_play = core.random_play


def in_words() -> str:
    """One line for people: is the core compiled?"""
    if COMPILED:
        return "The core is compiled."
    less = f"the search bots of Cat in the Box see less far: search@5000 makes {5000 // FALLBACK_SLOWDOWN} playouts."
    if find_spec("purrlab.native._core") is not None:
        return f"The core is compiled, but PURRLAB_NATIVE=0 asks for the rules in Python, on which {less}"
    return (
        f"The core is not compiled, and on the rules in Python {less} "
        "With a C++20 compiler on the machine, get it by make -B setup in a checkout, and elsewhere by "
        "pip install --force-reinstall --no-deps --no-cache-dir, with the purrlab that you installed."
    )


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
