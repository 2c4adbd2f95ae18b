"""What the batches of both games have in common."""

import os
from collections.abc import Sequence
from typing import Any, ClassVar, Final, NoReturn, Self

import numpy as np
import numpy.typing as npt

from purrlab.native.arguments import MAX_THREADS, check_actions, refuse_action
from purrlab.native.observation import MAX_OBSERVATION


def thread_count(threads: int | None) -> int:
    """All cores, unless the caller says otherwise."""
    return min(os.cpu_count() or 1, MAX_THREADS) if threads is None else threads


class GameBatch:
    """Games that go on for ever: one that is over is followed by a new one.

    The arrays are made once, and every step writes into them; copy what you want to keep. One thread of the caller may
    use a batch at a time. Deals and samples have chance of their own: whoever chooses otherwise plays the same deals.
    """

    _observed: ClassVar[int]  # numbers of an observation
    observation_bound = MAX_OBSERVATION  # no number of one is larger, nor smaller than its negative

    legal: Final[npt.NDArray[np.unsignedinteger[Any]]]  # the actions that ``turn`` may choose, as bits
    mask: Final[npt.NDArray[np.bool_]]  # the same, a column for each action
    turn: Final[npt.NDArray[np.int8]]
    observations: Final[npt.NDArray[np.float32] | None]  # what ``turn`` sees
    final_observations: Final[npt.NDArray[np.float32] | None]  # where a game is just over
    rewards: Final[npt.NDArray[np.float32]]  # by seat, the points of a round, or of a game without, that is just over
    done: Final[npt.NDArray[np.uint8]]  # GOES_ON, ROUND_OVER or GAME_OVER
    winners: Final[npt.NDArray[np.uint8]]  # of a game that is just over, as bits

    def __init__(self, games: Any, *, observe: bool) -> None:
        """``games`` is a Batch of one of the cores."""
        self._games, self._observe, self._actions, self._sampled = games, observe, games.actions, games.sampled
        self.legal, self.mask, self.turn = games.legal, games.mask.view(np.bool_), games.turn
        self.observations = games.observations if observe else None
        self.final_observations = games.final_observations if observe else None
        self.rewards, self.done, self.winners = games.rewards, games.done, games.winners

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Every game does its action. Raises ValueError, and changes nothing, when one of them is not legal."""
        self._actions[:] = check_actions(len(self._actions), actions)
        if not self._games.step():
            chosen, columns = self._actions, self.mask.shape[1]
            legal = self.mask[range(len(chosen)), chosen.clip(0, columns - 1)] & (chosen >= 0) & (chosen < columns)
            refuse_action(chosen, int(legal.argmin()))

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, each as likely as any other. The next call writes over it."""
        self._games.sample()
        sampled: npt.NDArray[np.int32] = self._sampled
        return sampled

    def reset(self, seed: int | Sequence[int]) -> None:
        """All games anew, by one seed for all of them or by one for each."""
        self._games.reset(seed)

    def observe(self, seats: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.float32]:
        """What one seat of each game sees, a row for each."""
        rows = np.empty((len(self._actions), self._observed), np.float32)
        self._games.observe(seats, rows)
        return rows

    def copy(self) -> Self:
        """The same games, which go on alone, with the same chance to come."""
        made = type(self).__new__(type(self))
        GameBatch.__init__(made, self._games.copy(), observe=self._observe)
        made.observation_bound = self.observation_bound
        return made

    def save(self) -> bytes:
        """All games as they are, and the chance to come, for ``restore`` of a batch of the same kind and size."""
        saved: bytes = self._games.save()
        return saved

    def restore(self, saved: bytes) -> None:
        """Only what you saved yourself, as with pickles."""
        if not isinstance(saved, bytes):
            raise TypeError("saved: expected bytes")
        self._games.restore(saved)

    def __reduce__(self) -> NoReturn:
        name = type(self).__name__
        raise TypeError(
            f"a {name} of the core cannot be pickled: keep what it was made of and the actions, "
            "or copy() it, or save() its games"
        )
