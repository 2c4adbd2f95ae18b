"""Many games stepped at once, on the rules in Python."""

from collections.abc import Sequence
from random import Random
from typing import NoReturn

from purrlab.native.arguments import refuse_pickling
from purrlab.native.cat_in_the_box.checks import check_batch
from purrlab.native.cat_in_the_box.encoding import numbers_in
from purrlab.native.cat_in_the_box.fallback.deals import random_deal
from purrlab.native.cat_in_the_box.fallback.game import Game
from purrlab.native.cat_in_the_box.observation import OBSERVATION
from purrlab.native.progress import GAME_OVER, GOES_ON, ROUND_OVER


class Batch:
    """Keeps its arrays, like the compiled one. One thread does it all."""

    def __init__(
        self,
        players: int,
        size: int,
        seed: int,
        neighbours: Sequence[int],
        threads: int,
        observe: bool,  # noqa: FBT001  # the compiled one has it by position too
    ) -> None:
        import numpy as np  # noqa: PLC0415  # the rest of the core does without

        players, size, seed, neighbours, _ = check_batch(players, size, seed, neighbours, threads)
        self._players, self._neighbours = players, neighbours
        seeds = Random(seed)
        self._chance = [Random(seeds.getrandbits(64)) for _ in range(size)]
        self._games = [self._new(random) for random in self._chance]
        self.actions, self.sampled = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.legal, self.turn = np.zeros(size, np.uint64), np.zeros(size, np.int8)
        self.observations = np.zeros((size, OBSERVATION.size if observe else 0), np.float32)
        self.rewards = np.zeros((size, players), np.float32)
        self.done, self.winners = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        for at in range(size):
            self._write(at)

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    def _new(self, random: Random) -> Game:
        deals = [random_deal(self._players, random) for _ in range(self._players)]
        hands, turned_up = zip(*deals, strict=True)
        return Game(self._players, hands, turned_up, random.randrange(self._players), self._neighbours)

    def step(self) -> bool:
        """What ``actions`` says. False, and nothing is changed, where one of them is not legal."""
        chosen = self.actions.tolist()
        if not all(action >= 0 and game.legal >> action & 1 for game, action in zip(self._games, chosen, strict=True)):
            return False
        for at, action in enumerate(chosen):
            self.rewards[at], self.done[at], self.winners[at] = self._step(at, action)
            self._write(at)
        return True

    def sample(self) -> None:
        """Legal actions at random, into ``sampled``."""
        for at, (game, random) in enumerate(zip(self._games, self._chance, strict=True)):
            self.sampled[at] = random.choice(numbers_in(game.legal))

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

    def _write(self, at: int) -> None:
        game = self._games[at]
        self.legal[at], self.turn[at] = game.legal, game.turn
        if self.observations.size:
            game.round.observe(game.turn, self.observations[at])


def _gained(game: Game, before: list[int]) -> list[int]:
    return [now - then for now, then in zip(game.totals, before, strict=True)]
