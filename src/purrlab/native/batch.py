"""What the batches of both games have in common."""

import os
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from purrlab.native.arguments import MAX_THREADS, check_actions, refuse_pickling


def thread_count(threads: int | None) -> int:
    """All cores, unless the caller says otherwise."""
    return min(os.cpu_count() or 1, MAX_THREADS) if threads is None else threads


class GameBatch:
    """Games that go on for ever: one that is over is followed by a new one.

    The arrays are made once, and every step writes into them; copy what you want to keep. One thread of the caller may
    use a batch at a time.
    """

    turn: Final[npt.NDArray[np.int8]]
    observations: Final[npt.NDArray[np.float32] | None]  # what ``turn`` sees
    rewards: Final[npt.NDArray[np.float32]]  # by seat, the points of a round, or of a game without, that is just over
    done: Final[npt.NDArray[np.uint8]]  # GOES_ON, ROUND_OVER or GAME_OVER
    winners: Final[npt.NDArray[np.uint8]]  # of a game that is just over, as bits

    def __init__(self, games: Any, *, observe: bool) -> None:
        """``games`` is a Batch of one of the cores."""
        self._games, self._actions, self._sampled = games, games.actions, games.sampled
        self.turn = games.turn
        self.observations = games.observations if observe else None
        self.rewards, self.done, self.winners = games.rewards, games.done, games.winners

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Every game does its action. Raises ValueError, and changes nothing, when one of them is not legal."""
        self._actions[:] = check_actions(len(self._actions), actions)
        if not self._games.step():
            raise ValueError("an action is not legal")

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, each as likely as any other. The next call writes over it."""
        self._games.sample()
        sampled: npt.NDArray[np.int32] = self._sampled
        return sampled

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)
