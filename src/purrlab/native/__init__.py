"""The fast core, one package a game: ``cat_in_the_box`` and ``rascal_kittens`` (docs/core.md).

It is compiled where a C++ compiler was there at install. Where not, the same names work on the rules in Python, only
slower. PURRLAB_NATIVE=0 in the environment asks for the rules in Python.
"""

from purrlab.native.backend import describe_core

__all__ = ["describe_core"]
