"""A bot for Rascal Kittens that looks at what every tile and every way in would touch."""

from random import Random

from purrlab.bots.bot import choices_in
from purrlab.bots.temperature import choose_by_worth
from purrlab.games.game import Action
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native.rascal_kittens.evaluation import WORTH_PARTS, Evaluation
from purrlab.native.rascal_kittens.weights import Weights


class RascalKittensHeuristic:
    """Weighs each legal action and takes the best, or, by a temperature in points, one that is nearly as good."""

    def __init__(self, weights: Weights | None = None, temperature: float = 0) -> None:
        self.weights = weights or Weights()
        self.temperature = temperature

    def choose(self, view: RascalKittensView, random: Random) -> Action:
        if len(choices_in(view)) == 1:
            return view.legal[0]
        return choose_by_worth(view, Evaluation(view, self.weights).worth, self.temperature * WORTH_PARTS, random)
