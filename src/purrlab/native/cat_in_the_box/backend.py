"""Which core of Cat in the Box does the work: the compiled one, or the same on the rules in Python."""

from typing import TYPE_CHECKING

from purrlab.native.backend import load_core

if TYPE_CHECKING:
    from purrlab.native.cat_in_the_box import _core as core

    COMPILED = True
else:
    COMPILED, core = load_core("purrlab.native.cat_in_the_box")

__all__ = ["COMPILED", "core"]
