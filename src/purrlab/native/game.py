"""A whole game of Cat in the Box."""

from collections.abc import Sequence

from purrlab.native import backend
from purrlab.native.arguments import (
    NOT_LEGAL,
    check_action,
    check_deals,
    check_neighbours,
    check_players,
    check_seat,
)
from purrlab.native.round import Round


class Game(backend.CoreObject):
    """A whole game on given deals."""

    __slots__ = ()
    _core: "backend.core.Game"

    def __init__(
        self,
        players: int,
        hands: Sequence[Sequence[int]],
        turned_up: Sequence[Sequence[int]],
        start: int,
        neighbours: Sequence[int],
    ) -> None:
        players = check_players(players)
        start = check_seat(start, players, "start")
        all_hands, all_turned_up = check_deals(players, hands, turned_up)
        self._core = backend.core.Game(players, all_hands, all_turned_up, start, check_neighbours(neighbours))

    @property
    def number(self) -> int:
        """Of the round, from 1."""
        return self._core.number

    @property
    def round(self) -> Round:
        """The round in play, or the last one, as it is now."""
        return Round.of(self._core.round)

    @property
    def turn(self) -> int:
        return self._core.turn

    @property
    def legal(self) -> int:
        """What ``turn`` may do, as bits."""
        return self._core.legal

    @property
    def over(self) -> bool:
        return self._core.over

    @property
    def totals(self) -> list[int]:
        return self._core.totals

    @property
    def winners(self) -> list[int]:
        return self._core.winners

    def step(self, action: int) -> None:
        """Raises ValueError, and changes nothing, when the action is not legal."""
        if not self._core.step(check_action(action)):
            raise ValueError(NOT_LEGAL)
