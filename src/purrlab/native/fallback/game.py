"""A whole game on the rules in Python."""

from collections.abc import Sequence

from purrlab.games.cat_in_the_box.rules import first_round
from purrlab.native.arguments import check, check_action, check_players, check_seat, size_of
from purrlab.native.encoding import ACTIONS, bits_of
from purrlab.native.fallback.deals import deal_of, setup_of, turn_in
from purrlab.native.fallback.round import NOT_LEGAL, Round


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
        players, start = check_players(players), check_seat(start, players, "start")
        several = "deals: expected one for each round, and as many rounds as players (CB5)"
        check(size_of(hands, several) == size_of(turned_up, several) == players, several)
        deals = tuple(deal_of(players, *deal) for deal in zip(hands, turned_up, strict=True))
        self._state = first_round(setup_of(players, deals, start, neighbours))

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
        check_action(action, self.legal, NOT_LEGAL)
        self._state = self._state.apply(self.turn, ACTIONS[action])
