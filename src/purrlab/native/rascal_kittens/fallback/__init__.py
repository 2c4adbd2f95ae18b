"""The core of Rascal Kittens on the rules in Python: the same names as the compiled one, and the same results."""

from purrlab.native.rascal_kittens.fallback.batch import Batch
from purrlab.native.rascal_kittens.fallback.game import Game
from purrlab.native.rascal_kittens.fallback.known import Known
from purrlab.native.rascal_kittens.fallback.policy import Policy
from purrlab.native.rascal_kittens.fallback.searches import search

__all__ = ["Batch", "Game", "Known", "Policy", "search"]
