"""Rascal Kittens at one table, as all environments use it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from purrlab.envs.tables import Table, counted
from purrlab.games.game import State
from purrlab.games.rascal_kittens import GAME
from purrlab.games.rascal_kittens.rules import opening
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native import rascal_kittens
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.batch import Batch


class RascalKittensTable(Table):
    """Whole games."""

    rules = GAME
    notation = rascal_kittens.ACTIONS
    observation_size = rascal_kittens.OBSERVATION.size
    illegal_reward = -1  # nobody has fewer points than 0

    def __init__(self, players: int = 2, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(players, options)

    def new_dealer(self) -> Batch:
        return Batch(self.players, 1, 0, self.options, observe=False, threads=1)

    def begin(self, seed: int) -> None:
        self._seed = seed
        self._dealer.reset([seed])
        self._game = self._dealer.game(0)
        self.turn = self._game.turn
        self.actions, self._state, self._applied, self.refused = [], None, 0, ""

    def step(self, action: int) -> Sequence[int] | None:
        game = self._game
        game.step(action)
        self.actions.append((self.turn, action))
        self.turn = game.turn
        return None if game.legal else game.totals

    def first_state(self) -> State:
        chance = Rng(self._seed).next()  # as a batch deals
        return opening(rascal_kittens.random_setup(self.players, chance, self.options))

    @property
    def heading(self) -> str:
        """RK14."""
        if self.refused or not self.over:
            return super().heading
        return f"over: won by {' and '.join(f'player_{seat}' for seat in self._game.winners)}"

    def standing(self, view: RascalKittensView, seat: int) -> str:
        place, points = view.places[seat], view.totals[seat]
        counts = [(sum(place.tokens.values()), "token"), (sum(place.colours.values()), "tile")]
        if points is not None:
            counts.append((points, "point"))
        return ", ".join(counted(number, noun) for number, noun in counts)

    def beside(self, view: RascalKittensView) -> Iterator[str]:
        yield f"led by player_{view.leader}"
        if view.middle:
            yield f"in the middle: {view.middle[-1]}"
