"""The core on the rules in Python, for machines without a compiler: the same names, the same game, slower."""

from purrlab.native.fallback.batch import Batch
from purrlab.native.fallback.rounds import Game, Known, Policy, Round, random_play
from purrlab.native.fallback.searching import ismcts, search

__all__ = ["Batch", "Game", "Known", "Policy", "Round", "ismcts", "random_play", "search"]
