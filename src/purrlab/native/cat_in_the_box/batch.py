"""Thousands of games of Cat in the Box stepped at once, into NumPy arrays, for learning and for experiments."""

from collections.abc import Sequence
from pathlib import Path

from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.cat_in_the_box.layout import Layout, find_layout
from purrlab.games.option_checks import check_options
from purrlab.native.arguments import check_flag
from purrlab.native.batch import GameBatch, thread_count
from purrlab.native.cat_in_the_box import backend
from purrlab.native.cat_in_the_box.arguments import check_players
from purrlab.native.cat_in_the_box.encoding import neighbours_of
from purrlab.native.cat_in_the_box.observation import OBSERVATION
from purrlab.native.progress import GAME_OVER, GOES_ON, ROUND_OVER

__all__ = ["GAME_OVER", "GOES_ON", "ROUND_OVER", "Batch"]


class Batch(GameBatch):
    """A round that is over is followed by the next, a game that is over by a new one."""

    _observed = OBSERVATION.size

    def __init__(
        self,
        players: int,
        size: int,
        seed: int | Sequence[int],  # one for all games, or one for each
        layout: Layout | Path | str | None = None,  # by default the one that the rules name for so many (CB1)
        *,
        single_rounds: bool = False,  # or whole games
        observe: bool = True,
        threads: int | None = None,
    ) -> None:
        players = check_players(players)
        single_rounds, observe = check_flag(single_rounds, "single_rounds"), check_flag(observe, "observe")
        named = layout.option if isinstance(layout, Layout) else layout
        chosen = check_options(CatInTheBox(), players, {"layout": named})
        found = layout if isinstance(layout, Layout) else find_layout(chosen["layout"])
        cores = thread_count(threads)
        games = backend.core.Batch(players, size, seed, neighbours_of(found), cores, observe, single_rounds)
        super().__init__(games, observe=observe)

    def game(self, index: int) -> backend.core.Game:
        """A copy of one of them, as it is now, that awaits its deals."""
        game: backend.core.Game = self._games.game(index)
        return game

    def put(self, index: int, game: backend.core.Game) -> None:
        """One of them is from now on a copy of this game. Later rounds are dealt by the chance that the batch has for
        it; deals that the game was given for them are left out.
        """
        self._games.put(index, game)
