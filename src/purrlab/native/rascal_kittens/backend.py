"""Which core of Rascal Kittens does the work: the compiled one, or the same on the rules in Python."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from purrlab.native import backend

if TYPE_CHECKING:
    from purrlab.native.rascal_kittens import _core as core

    COMPILED = True
else:
    COMPILED = backend.COMPILED and find_spec("purrlab.native.rascal_kittens._core") is not None
    core = import_module("purrlab.native.rascal_kittens." + ("_core" if COMPILED else "fallback"))

__all__ = ["COMPILED", "core"]
