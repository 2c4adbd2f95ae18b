"""How everybody plays in a playout."""

from collections.abc import Callable, Sequence

from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.native import backend
from purrlab.native.arguments import check, check_bounded, check_neighbours, check_players

WEIGHTS = 18


class Policy(backend.CoreObject):
    """The heuristic by its weights; where nothing is compiled ``stand_in`` chooses in its place."""

    __slots__ = ("players",)
    _core: "backend.core.Policy"

    def __init__(
        self,
        players: int,
        weights: Sequence[float],
        limits: Sequence[float],
        neighbours: Sequence[int],
        stand_in: Callable[[CatInTheBoxView], Action] | None = None,
    ) -> None:
        self.players = check_players(players)
        self._core = backend.core.Policy(
            self.players,
            check_bounded(weights, WEIGHTS, "weights: expected one for each field of Weights", "weights"),
            check_bounded(limits, 2, "limits: expected two", "limits"),
            check_neighbours(neighbours),
            stand_in,
        )


def check_policy(policy: Policy, players: int) -> "backend.core.Policy":
    """What the core has of it."""
    if not isinstance(policy, Policy):
        raise TypeError("policy: expected a Policy")
    check(policy.players == players, "policy: it is for another number of players")
    return policy._core  # noqa: SLF001  # its own
