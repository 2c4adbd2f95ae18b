"""Which core does the work: the compiled one, or the same on the rules in Python.

Both have the same names, and refuse the same arguments in the same words (``checks.py``).
"""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from purrlab.native import _core as core

    COMPILED = True
else:
    COMPILED = os.environ.get("PURRLAB_NATIVE") != "0" and find_spec("purrlab.native._core") is not None
    core = import_module("purrlab.native._core" if COMPILED else "purrlab.native.fallback")

__all__ = ["COMPILED", "FALLBACK_SLOWDOWN", "core", "describe_core"]

FALLBACK_SLOWDOWN = 100  # so many times longer a playout takes on the rules in Python, about


def describe_core() -> str:
    """One line for people: is the core compiled?"""
    if COMPILED:
        return "The core is compiled."
    playouts = 5000 // FALLBACK_SLOWDOWN
    less = (
        f"search bots see less far: in Cat in the Box search@5000 makes {playouts} playouts, "
        "in Rascal Kittens search and tiger look one round ahead."
    )
    if find_spec("purrlab.native._core") is not None:
        return f"The core is compiled, but PURRLAB_NATIVE=0 asks for the rules in Python, on which {less}"
    return (
        f"The core is not compiled, and on the rules in Python {less} "
        "With a C++20 compiler on the machine, get it by make -B setup in a checkout, and elsewhere by "
        "pip install --force-reinstall --no-deps --no-cache-dir, with the purrlab that you installed."
    )
