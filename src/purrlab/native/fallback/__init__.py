"""The core on the rules in Python, for machines without a compiler: the same names, the same game, slower."""

from purrlab.native.fallback.batch import Batch
from purrlab.native.fallback.game import Game
from purrlab.native.fallback.known import Known
from purrlab.native.fallback.policy import Policy
from purrlab.native.fallback.round import Round, random_play
from purrlab.native.fallback.searches import ismcts, search

__all__ = ["Batch", "Game", "Known", "Policy", "Round", "ismcts", "random_play", "search"]
