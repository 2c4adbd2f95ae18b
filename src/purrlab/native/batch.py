"""Thousands of games of Cat in the Box stepped at once, into NumPy arrays, for learning and for experiments."""

import os
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.cat_in_the_box.layout import Layout, find_layout
from purrlab.games.setup import check_options
from purrlab.native import backend
from purrlab.native.arguments import check_players
from purrlab.native.checks import MAX_THREADS, check_actions, refuse_pickling
from purrlab.native.encoding import GAME_OVER, GOES_ON, ROUND_OVER, neighbours_of

__all__ = ["GAME_OVER", "GOES_ON", "ROUND_OVER", "Batch"]


class Batch:
    """Games that go on for ever: a round that is over is followed by the next, a game that is over by a new one.

    The arrays are made once, and every step writes into them; copy what you want to keep. One thread of the caller may
    use a batch at a time.
    """

    legal: Final[npt.NDArray[np.uint64]]  # the actions that ``turn`` may choose, as bits
    turn: Final[npt.NDArray[np.int8]]
    observations: Final[npt.NDArray[np.float32] | None]  # what ``turn`` sees
    rewards: Final[npt.NDArray[np.float32]]  # by seat, the points of a round that is just over
    done: Final[npt.NDArray[np.uint8]]  # GOES_ON, ROUND_OVER or GAME_OVER
    winners: Final[npt.NDArray[np.uint8]]  # of a game that is just over, as bits

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
        games = backend.core.Batch(players, size, seed, neighbours_of(found), cores, observe)
        self._core, self._actions, self._sampled = games, games.actions, games.sampled
        self.legal, self.turn = games.legal, games.turn
        self.observations = games.observations if observe else None
        self.rewards, self.done, self.winners = games.rewards, games.done, games.winners

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Every game does its action. Raises ValueError, and changes nothing, when one of them is not legal."""
        self._actions[:] = check_actions(len(self._actions), actions)
        if not self._core.step():
            raise ValueError("an action is not legal")

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every game, each as likely as any other. The next call writes over it."""
        self._core.sample()
        return self._sampled

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)
