"""The core on the rules in Python, for machines without a compiler: the same names, the same game, slower."""

from purrlab.native.cat_in_the_box.fallback.batch import Batch
from purrlab.native.cat_in_the_box.fallback.deals import random_deal
from purrlab.native.cat_in_the_box.fallback.game import Game
from purrlab.native.cat_in_the_box.fallback.known import Known
from purrlab.native.cat_in_the_box.fallback.net import Net
from purrlab.native.cat_in_the_box.fallback.policy import Policy
from purrlab.native.cat_in_the_box.fallback.round import Round, random_play
from purrlab.native.cat_in_the_box.fallback.searches import ismcts, search

__all__ = ["Batch", "Game", "Known", "Net", "Policy", "Round", "ismcts", "random_deal", "random_play", "search"]
