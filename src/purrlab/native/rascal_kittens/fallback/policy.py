"""How everybody plays in a playout, on the rules in Python."""

from typing import NoReturn

from purrlab.games.game import Action
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native.arguments import refuse_pickling
from purrlab.native.rascal_kittens.checks import check_weights
from purrlab.native.rascal_kittens.evaluation import Evaluation, choose
from purrlab.native.rascal_kittens.weights import Weights


class Policy:
    """The heuristic by its weights."""

    def __init__(self, players: int, weights: Weights) -> None:
        self.players, _ = check_weights(players, weights)
        self.weights = weights

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    def choose(self, view: RascalKittensView) -> Action:
        return choose(view, self.weights)

    def worths(self, view: RascalKittensView) -> list[int]:
        evaluation = Evaluation(view, self.weights)
        return [evaluation.worth(action) for action in view.legal]
