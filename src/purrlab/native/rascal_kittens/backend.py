"""Which core of Rascal Kittens does the work: the compiled one, or the same on the rules in Python."""

from typing import TYPE_CHECKING

from purrlab.native.backend import load_core

if TYPE_CHECKING:
    from purrlab.native.rascal_kittens import _core as core

    COMPILED = True
else:
    COMPILED, core = load_core("purrlab.native.rascal_kittens")

__all__ = ["COMPILED", "core"]
