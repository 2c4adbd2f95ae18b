"""How everybody plays in a playout, on the rules in Python."""

from collections.abc import Callable, Sequence

from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.native.arguments import WEIGHTS, check, check_bounded, check_neighbours, check_players


class Policy:
    """How everybody plays in a playout: ``stand_in`` chooses. The numbers are for the compiled core."""

    def __init__(
        self,
        players: int,
        weights: Sequence[float],
        limits: Sequence[float],
        neighbours: Sequence[int],
        stand_in: Callable[[CatInTheBoxView], Action] | None = None,
    ) -> None:
        self.players = check_players(players)
        check_bounded(weights, WEIGHTS, "weights: expected one for each field of Weights", "weights")
        check_bounded(limits, 2, "limits: expected two", "limits")
        check_neighbours(neighbours)
        if stand_in is None:
            raise ValueError("stand_in: without a compiled core a policy needs one")
        self.choose = stand_in


def check_policy(policy: Policy, players: int) -> None:
    if not isinstance(policy, Policy):
        raise TypeError("policy: expected a Policy")
    check(policy.players == players, "policy: it is for another number of players")
