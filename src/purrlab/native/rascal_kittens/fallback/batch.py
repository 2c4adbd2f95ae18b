"""Many games stepped at once, on the rules in Python."""

from collections.abc import Mapping
from typing import Any, NoReturn

from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.native.arguments import check_batch_size, check_seed, refuse_pickling
from purrlab.native.chance import Rng
from purrlab.native.progress import GAME_OVER, GOES_ON
from purrlab.native.rascal_kittens.checks import check_batch_options, check_index
from purrlab.native.rascal_kittens.encoding import numbers_in
from purrlab.native.rascal_kittens.fallback.deals import BatchSetup, random_setup
from purrlab.native.rascal_kittens.fallback.game import Game
from purrlab.native.rascal_kittens.observation import OBSERVATION


class Batch:
    """Keeps its arrays, like the compiled one. One thread does it all."""

    def __init__(
        self,
        players: int,
        size: int,
        seed: int,
        options: Mapping[str, Any] | None,
        threads: int,
        observe: bool,  # noqa: FBT001  # the compiled one has it by position too
    ) -> None:
        import numpy as np  # noqa: PLC0415  # the rest of the core does without

        size, seed, _ = check_batch_size(size, seed, threads)
        self._setup = BatchSetup(*check_batch_options(players, options))
        players = self._setup.players
        self.actions, self.sampled = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.legal, self.turn = np.zeros(size, np.uint32), np.zeros(size, np.int8)
        self.mask = np.zeros((size, len(ACTIONS)), np.uint8)
        self.observations = np.zeros((size, OBSERVATION.size if observe else 0), np.float32)
        self.rewards = np.zeros((size, players), np.float32)
        self.done, self.winners = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        self.reset(seed)

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    def reset(self, seed: int) -> None:
        """All games anew."""
        seeds = Rng(check_seed(seed))
        chance = [(Rng(seeds.next()), Rng(seeds.next())) for _ in range(len(self.actions))]
        self._deals, self._samples = zip(*chance, strict=True)
        self._games = [self._new(at) for at in range(len(self.actions))]
        self.rewards[:], self.done[:], self.winners[:] = 0, GOES_ON, 0
        for at in range(len(self.actions)):
            self._write(at)

    def _new(self, at: int) -> Game:
        return Game(random_setup(self._setup, self._deals[at]))

    def step(self) -> bool:
        """What ``actions`` says. False, and nothing is changed, where one of them is not legal."""
        chosen = self.actions.tolist()
        if not all(action >= 0 and game.legal >> action & 1 for game, action in zip(self._games, chosen, strict=True)):
            return False
        for at, action in enumerate(chosen):
            self._step(at, action)
            self._write(at)
        return True

    def sample(self) -> None:
        """Legal actions at random, into ``sampled``."""
        for at, (game, rng) in enumerate(zip(self._games, self._samples, strict=True)):
            self.sampled[at] = rng.pick(numbers_in(game.legal))

    def game(self, index: int) -> Game:
        """A copy of one of them."""
        return self._games[check_index(index, len(self._games))].copy()

    def _step(self, at: int, action: int) -> None:
        game = self._games[at]
        game.step(action)
        self.rewards[at] = game.totals if game.over else 0
        self.done[at] = GAME_OVER if game.over else GOES_ON
        self.winners[at] = sum(1 << seat for seat in game.winners)
        if game.over:
            self._games[at] = self._new(at)

    def _write(self, at: int) -> None:
        game = self._games[at]
        self.legal[at], self.turn[at] = game.legal, game.turn
        self.mask[at] = [game.legal >> action & 1 for action in range(len(ACTIONS))]
        if self.observations.size:
            game.observe(game.turn, self.observations[at])
