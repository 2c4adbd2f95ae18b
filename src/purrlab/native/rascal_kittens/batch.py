"""Thousands of games of Rascal Kittens stepped at once, into NumPy arrays, for learning and for experiments."""

import os
from collections.abc import Mapping
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from purrlab.native.checks import MAX_THREADS, check_actions
from purrlab.native.encoding import GAME_OVER, GOES_ON
from purrlab.native.rascal_kittens import backend
from purrlab.native.rascal_kittens.checks import refuse_pickling

__all__ = ["GAME_OVER", "GOES_ON", "Batch"]


class Batch:
    """Games that go on for ever: one that is over is followed by a new one.

    The arrays are made once, and every step writes into them; copy what you want to keep. One thread of the caller may
    use a batch at a time. A seed gives the same deals whatever is sampled.
    """

    legal: Final[npt.NDArray[np.uint32]]  # the actions that ``turn`` may choose, as bits
    mask: Final[npt.NDArray[np.bool_]]  # the same, a column for each action
    turn: Final[npt.NDArray[np.int8]]
    observations: Final[npt.NDArray[np.float32] | None]  # what ``turn`` sees
    rewards: Final[npt.NDArray[np.float32]]  # by seat, the totals of a game that is just over
    done: Final[npt.NDArray[np.uint8]]  # GOES_ON or GAME_OVER
    winners: Final[npt.NDArray[np.uint8]]  # of a game that is just over, as bits

    def __init__(
        self,
        players: int,
        size: int,
        seed: int,
        options: Mapping[str, Any] | None = None,  # as for a game by the rules
        *,
        observe: bool = True,
        threads: int | None = None,
    ) -> None:
        cores = min(os.cpu_count() or 1, MAX_THREADS) if threads is None else threads
        games = backend.core.Batch(players, size, seed, options, cores, observe)
        self._core, self._actions, self._sampled = games, games.actions, games.sampled
        self.legal, self.mask, self.turn = games.legal, games.mask.view(np.bool_), games.turn
        self.observations = games.observations if observe else None
        self.rewards, self.done, self.winners = games.rewards, games.done, games.winners

    def reset(self, seed: int) -> None:
        """All games anew."""
        self._core.reset(seed)

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Every game does its action. Raises ValueError, and changes nothing, when one of them is not legal."""
        self._actions[:] = check_actions(len(self._actions), actions)
        if not self._core.step():
            raise ValueError("an action is not legal")

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, each as likely as any other. The next call writes over it."""
        self._core.sample()
        return self._sampled

    def game(self, index: int) -> backend.core.Game:
        """A copy of one of them, as it is now; it tells what any seat sees."""
        return self._core.game(index)

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)
