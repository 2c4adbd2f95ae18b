"""Which core does the work: the compiled one of a game, or the same on the rules in Python.

Both have the same names, and refuse the same arguments in the same words (``checks.py`` of the game).
"""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

FALLBACK_SLOWDOWN = 100  # so many times longer a playout takes on the rules in Python, about


def is_built(package: str) -> bool:
    return find_spec(f"{package}._core") is not None


def is_wanted() -> bool:
    return os.environ.get("PURRLAB_NATIVE") != "0"


def load_core(package: str) -> tuple[bool, Any]:
    """Whether it is compiled, and the module."""
    compiled = is_wanted() and is_built(package)
    return compiled, import_module(f"{package}._core" if compiled else f"{package}.fallback")


def describe_core() -> str:
    """One line for people: is the core compiled?"""
    built = is_built("purrlab.native.cat_in_the_box")
    if built and is_wanted():
        return "The core is compiled."
    playouts = 5000 // FALLBACK_SLOWDOWN
    less = (
        f"search bots see less far: in Cat in the Box search@5000 makes {playouts} playouts, "
        "in Rascal Kittens search and lion look one round ahead."
    )
    if built:
        return f"The core is compiled, but PURRLAB_NATIVE=0 asks for the rules in Python, on which {less}"
    return (
        f"The core is not compiled, and on the rules in Python {less} "
        "With a C++20 compiler on the machine, get it by make -B setup in a checkout, and elsewhere by "
        "pip install --force-reinstall --no-deps --no-cache-dir, with the purrlab that you installed."
    )
