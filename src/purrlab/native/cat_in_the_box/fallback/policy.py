"""How everybody plays in a playout, on the rules in Python."""

from collections.abc import Callable, Sequence
from typing import NoReturn

from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.native.arguments import refuse_pickling
from purrlab.native.cat_in_the_box.checks import check_weights


class Policy:
    """``stand_in`` chooses. The numbers are for the compiled core."""

    def __init__(
        self,
        players: int,
        weights: Sequence[float],
        limits: Sequence[float],
        neighbours: Sequence[int],
        stand_in: Callable[[CatInTheBoxView], Action] | None = None,
    ) -> None:
        self.players, _, _, _ = check_weights(players, weights, limits, neighbours)
        if stand_in is None:
            raise ValueError("stand_in: without a compiled core a policy needs one")
        self.choose = stand_in

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)
