"""Thousands of games of Rascal Kittens stepped at once, into NumPy arrays, for learning and for experiments."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from purrlab.native.batch import GameBatch, thread_count
from purrlab.native.progress import GAME_OVER, GOES_ON
from purrlab.native.rascal_kittens import backend

__all__ = ["GAME_OVER", "GOES_ON", "Batch"]


class Batch(GameBatch):
    """A seed gives the same deals whatever is sampled."""

    legal: Final[npt.NDArray[np.uint32]]  # the actions that ``turn`` may choose, as bits
    mask: Final[npt.NDArray[np.bool_]]  # the same, a column for each action

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
        games = backend.core.Batch(players, size, seed, options, thread_count(threads), observe)
        super().__init__(games, observe=observe)
        self.legal, self.mask = games.legal, games.mask.view(np.bool_)

    def reset(self, seed: int) -> None:
        """All games anew."""
        self._games.reset(seed)

    def game(self, index: int) -> backend.core.Game:
        """A copy of one of them, as it is now; it tells what any seat sees."""
        game: backend.core.Game = self._games.game(index)
        return game
