"""Many games stepped at once, on the rules in Python."""

from collections.abc import Sequence
from random import Random
from typing import Any, NoReturn

from purrlab.native.array_checks import check_actions, check_sample_array, check_step_arrays, check_view_arrays
from purrlab.native.checks import check_batch, refuse_pickling
from purrlab.native.encoding import GAME_OVER, GOES_ON, ROUND_OVER, numbers_in
from purrlab.native.fallback.deals import random_deal
from purrlab.native.fallback.game import Game


class Batch:
    """Writes into arrays of the caller, like the compiled one. One thread does it all."""

    def __init__(self, players: int, size: int, seed: int, neighbours: Sequence[int], threads: int) -> None:
        players, size, seed, neighbours, _ = check_batch(players, size, seed, neighbours, threads)
        self._players, self._neighbours = players, neighbours
        seeds = Random(seed)
        self._chance = [Random(seeds.getrandbits(64)) for _ in range(size)]
        self._games = [self._new(random) for random in self._chance]

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    def _new(self, random: Random) -> Game:
        deals = [random_deal(self._players, random) for _ in range(self._players)]
        hands, turned_up = zip(*deals, strict=True)
        return Game(self._players, hands, turned_up, random.randrange(self._players), self._neighbours)

    def write(self, legal: Any, turn: Any, observations: Any) -> None:
        check_view_arrays(len(self._games), legal, turn, observations)
        for at in range(len(self._games)):
            self._write(at, legal, turn, observations)

    def step(
        self, actions: Any, legal: Any, turn: Any, observations: Any, rewards: Any, done: Any, winners: Any
    ) -> bool:
        """False, and nothing is changed, where an action is not legal."""
        chosen = check_actions(len(self._games), actions).tolist()
        check_step_arrays(self._players, len(self._games), legal, turn, observations, rewards, done, winners)
        if not all(action >= 0 and game.legal >> action & 1 for game, action in zip(self._games, chosen, strict=True)):
            return False
        for at, action in enumerate(chosen):
            rewards[at], done[at], winners[at] = self._step(at, action)
            self._write(at, legal, turn, observations)
        return True

    def sample(self, actions: Any) -> None:
        check_sample_array(len(self._games), actions)
        for at, (game, random) in enumerate(zip(self._games, self._chance, strict=True)):
            actions[at] = random.choice(numbers_in(game.legal))

    def _step(self, at: int, action: int) -> tuple[list[int], int, int]:
        """What everybody scored, what is over, and a bit for each winner."""
        game = self._games[at]
        number, before = game.number, game.totals
        game.step(action)
        if game.over:
            self._games[at] = self._new(self._chance[at])
            return _gained(game, before), GAME_OVER, sum(1 << seat for seat in game.winners)
        if game.number > number:
            return _gained(game, before), ROUND_OVER, 0
        return [0] * self._players, GOES_ON, 0

    def _write(self, at: int, legal: Any, turn: Any, observations: Any) -> None:
        game = self._games[at]
        legal[at], turn[at] = game.legal, game.turn
        if observations is not None:
            game.round.observe(game.turn, observations[at])


def _gained(game: Game, before: list[int]) -> list[int]:
    return [now - then for now, then in zip(game.totals, before, strict=True)]
