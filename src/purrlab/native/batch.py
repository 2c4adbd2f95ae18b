"""Thousands of games of Cat in the Box stepped at once, into NumPy arrays, for learning and for experiments."""

import os
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.cat_in_the_box.layout import Layout, find_layout
from purrlab.games.setup import check_options
from purrlab.native import backend
from purrlab.native.arguments import MOST_GAMES, MOST_THREADS, check, check_players, check_seed, whole
from purrlab.native.encoding import ACTIONS, GAME_OVER, GOES_ON, ROUND_OVER, neighbours_of
from purrlab.native.observation import OBSERVATION

__all__ = ["GAME_OVER", "GOES_ON", "ROUND_OVER", "Batch"]

INT32 = np.dtype(np.int32)
ROWS = "arrays: expected one row for each game"
COLUMNS = {
    "rewards": "rewards: expected one column for each seat",
    "observations": f"observations: expected {OBSERVATION.size} columns",
}


class Batch(backend.CoreObject):
    """Games that go on for ever: a round that is over is followed by the next, a game that is over by a new one.

    The arrays are made once, and every step writes into them; copy what you want to keep. One thread of the caller may
    use a batch at a time.
    """

    _core: "backend.core.Batch"
    legal: npt.NDArray[np.uint64]  # the actions that ``turn`` may choose, as bits
    turn: npt.NDArray[np.int8]
    observations: npt.NDArray[np.float32] | None  # what ``turn`` sees
    rewards: npt.NDArray[np.float32]  # by seat, the points of a round that is just over
    done: npt.NDArray[np.uint8]  # GOES_ON, ROUND_OVER or GAME_OVER
    winners: npt.NDArray[np.uint8]  # of a game that is just over, as bits

    def __init__(
        self,
        players: int,
        size: int,
        seed: int,
        layout: Layout | Path | str | None = None,  # by default the one that the rules name for so many (CB1)
        *,
        observe: bool = True,
        threads: int | None = None,
    ) -> None:
        players = check_players(players)
        self._size = size = whole(size, 1, MOST_GAMES, "size: expected a whole number from 1 to 2^24")
        seed, threads = check_seed(seed), _check_threads(threads)
        named = layout.option if isinstance(layout, Layout) else layout
        chosen = check_options(CatInTheBox(), players, {"layout": named})
        found = layout if isinstance(layout, Layout) else find_layout(chosen["layout"])
        self._core = backend.core.Batch(players, size, seed, neighbours_of(found), threads)
        self.legal = np.zeros(size, np.uint64)
        self.turn = np.zeros(size, np.int8)
        self.observations = np.zeros((size, OBSERVATION.size), np.float32) if observe else None
        self.rewards = np.zeros((size, players), np.float32)
        self.done = np.zeros(size, np.uint8)
        self.winners = np.zeros(size, np.uint8)
        self._actions = np.zeros(size, np.int32)
        self._expected: dict[str, tuple[np.dtype[Any], tuple[int, ...]]] = {
            "legal": (self.legal.dtype, (size,)),
            "turn": (self.turn.dtype, (size,)),
            "observations": (self.rewards.dtype, (size, OBSERVATION.size)),
            "rewards": (self.rewards.dtype, (size, players)),
            "done": (self.done.dtype, (size,)),
            "winners": (self.winners.dtype, (size,)),
        }
        self._core.write(self.legal, self.turn, self.observations)

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Every game does its action. Raises ValueError, and changes nothing, when one of them is not legal."""
        chosen = self._check_actions(actions)
        self._check_arrays()
        arrays = (self.legal, self.turn, self.observations, self.rewards, self.done, self.winners)
        if not self._core.step(chosen, *arrays):
            raise ValueError("an action is not legal")

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, each as likely as any other. The next call writes over it."""
        self._core.sample(self._actions)
        return self._actions

    def _check_actions(self, actions: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int32]:
        kind = getattr(actions, "dtype", object)
        if kind != INT32:
            if not np.issubdtype(kind, np.integer):
                raise TypeError("actions: expected an array of whole numbers")
            check(bool(((actions >= 0) & (actions < len(ACTIONS))).all()), "an action is not legal")
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.ndim != 1:
            raise TypeError("actions: expected one action for each game")
        check(len(chosen) == self._size, ROWS)
        return chosen

    def _check_arrays(self) -> None:
        """They are the caller's to replace; in one piece, or it would be copies that are written into."""
        for name, (kind, shape) in self._expected.items():
            array = getattr(self, name)
            if array is None and name == "observations":
                continue
            if getattr(array, "dtype", None) != kind or array.shape != shape or not array.flags.carray:
                self._refuse(name, array, kind, shape)

    def _refuse(self, name: str, array: Any, kind: np.dtype[Any], shape: tuple[int, ...]) -> NoReturn:
        is_alike = getattr(array, "dtype", None) == kind and array.ndim == len(shape) and array.flags.carray
        if not is_alike:
            raise TypeError(f"{name}: expected a C-ordered array of {kind} to write into")
        raise ValueError(ROWS if len(array) != self._size else COLUMNS[name])


def _check_threads(threads: int | None) -> int:
    """By default as many as there are cores."""
    if threads is None:
        return min(os.cpu_count() or 1, MOST_THREADS)
    return whole(threads, 1, MOST_THREADS, f"threads: expected a whole number from 1 to {MOST_THREADS}")
