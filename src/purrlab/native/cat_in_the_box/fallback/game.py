"""A whole game on the rules in Python."""

from collections.abc import Sequence
from typing import NoReturn

from purrlab.games.cat_in_the_box.rules import first_round
from purrlab.games.cat_in_the_box.setup import Deal
from purrlab.native.arguments import refuse_pickling
from purrlab.native.cat_in_the_box.checks import check_game, check_step
from purrlab.native.cat_in_the_box.encoding import ACTIONS, bits_of
from purrlab.native.cat_in_the_box.fallback.deals import setup_of, turn_in
from purrlab.native.cat_in_the_box.fallback.round import Round


class Game:
    """A whole game on given deals."""

    def __init__(
        self,
        players: int,
        hands: Sequence[Sequence[int]],
        turned_up: Sequence[Sequence[int]],
        start: int,
        neighbours: Sequence[int],
    ) -> None:
        players, hands, turned_up, start, neighbours = check_game(players, hands, turned_up, start, neighbours)
        deals = tuple(Deal(tuple(dealt), tuple(table)) for dealt, table in zip(hands, turned_up, strict=True))
        self._state = first_round(setup_of(players, deals, start, neighbours))

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    @property
    def number(self) -> int:
        return self._state.round.opening.number

    @property
    def round(self) -> Round:
        return Round.of(self._state, self._state.round.opening.start)

    @property
    def turn(self) -> int:
        return turn_in(self._state, self._state.round.opening.start)

    @property
    def legal(self) -> int:
        return 0 if self.over else bits_of(self._state.legal(self.turn))

    @property
    def over(self) -> bool:
        return self._state.outcome is not None

    @property
    def totals(self) -> list[int]:
        return list(self._state.round.totals)

    @property
    def winners(self) -> list[int]:
        return list(self._state.outcome.winners) if self._state.outcome else []

    def step(self, action: int) -> None:
        self._state = self._state.apply(self.turn, ACTIONS[check_step(self.legal, action)])
