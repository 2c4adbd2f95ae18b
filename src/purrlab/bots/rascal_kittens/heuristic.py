"""A bot for Rascal Kittens that looks at what every tile and every way in would touch."""

from random import Random

from purrlab.bots.bot import choices_in
from purrlab.games.game import Action
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native.rascal_kittens.evaluation import choose
from purrlab.native.rascal_kittens.weights import Weights


class RascalKittensHeuristic:
    """Weighs each legal action and takes the best."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def choose(self, view: RascalKittensView, random: Random) -> Action:
        del random  # it has no doubts
        choices_in(view)
        return choose(view, self.weights)
