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
from purrlab.native.arguments import check_players
from purrlab.native.checks import MAX_THREADS, refuse_pickling
from purrlab.native.encoding import GAME_OVER, GOES_ON, ROUND_OVER, neighbours_of
from purrlab.native.observation import OBSERVATION

__all__ = ["GAME_OVER", "GOES_ON", "ROUND_OVER", "Batch"]


class Batch:
    """Games that go on for ever: a round that is over is followed by the next, a game that is over by a new one.

    The arrays are made once, and every step writes into them; copy what you want to keep. One thread of the caller may
    use a batch at a time.
    """

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
        named = layout.option if isinstance(layout, Layout) else layout
        chosen = check_options(CatInTheBox(), players, {"layout": named})
        found = layout if isinstance(layout, Layout) else find_layout(chosen["layout"])
        cores = min(os.cpu_count() or 1, MAX_THREADS) if threads is None else threads
        self._core = backend.core.Batch(players, size, seed, neighbours_of(found), cores)
        self.legal = np.zeros(size, np.uint64)
        self.turn = np.zeros(size, np.int8)
        self.observations = np.zeros((size, OBSERVATION.size), np.float32) if observe else None
        self.rewards = np.zeros((size, players), np.float32)
        self.done = np.zeros(size, np.uint8)
        self.winners = np.zeros(size, np.uint8)
        self._actions = np.zeros(size, np.int32)
        self._core.write(self.legal, self.turn, self.observations)

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Every game does its action. Raises ValueError, and changes nothing, when one of them is not legal."""
        arrays = (self.legal, self.turn, self.observations, self.rewards, self.done, self.winners)
        if not self._core.step(actions, *arrays):
            raise ValueError("an action is not legal")

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, each as likely as any other. The next call writes over it."""
        self._core.sample(self._actions)
        return self._actions

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)
