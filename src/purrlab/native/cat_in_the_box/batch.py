"""Thousands of games of Cat in the Box stepped at once, into NumPy arrays, for learning and for experiments."""

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.cat_in_the_box.layout import Layout, find_layout
from purrlab.games.setup import check_options
from purrlab.native.batch import GameBatch, thread_count
from purrlab.native.cat_in_the_box import backend
from purrlab.native.cat_in_the_box.arguments import check_players
from purrlab.native.cat_in_the_box.encoding import neighbours_of
from purrlab.native.progress import GAME_OVER, GOES_ON, ROUND_OVER

__all__ = ["GAME_OVER", "GOES_ON", "ROUND_OVER", "Batch"]


class Batch(GameBatch):
    """A round that is over is followed by the next, a game that is over by a new one."""

    legal: Final[npt.NDArray[np.uint64]]  # the actions that ``turn`` may choose, as bits

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
        games = backend.core.Batch(players, size, seed, neighbours_of(found), thread_count(threads), observe)
        super().__init__(games, observe=observe)
        self.legal = games.legal
