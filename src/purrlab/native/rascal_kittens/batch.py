"""Thousands of games of Rascal Kittens stepped at once, into NumPy arrays, for learning and for experiments."""

from collections.abc import Mapping, Sequence
from typing import Any

from purrlab.native.arguments import check_flag
from purrlab.native.batch import GameBatch, thread_count
from purrlab.native.progress import GAME_OVER, GOES_ON
from purrlab.native.rascal_kittens import backend
from purrlab.native.rascal_kittens.checks import longest_string, observation_bound
from purrlab.native.rascal_kittens.observation import OBSERVATION

__all__ = ["GAME_OVER", "GOES_ON", "Batch"]


class Batch(GameBatch):
    """Rooms and start players that the options do not name are dealt anew for every game."""

    _observed = OBSERVATION.size

    def __init__(
        self,
        players: int,
        size: int,
        seed: int | Sequence[int],  # one for all games, or one for each
        options: Mapping[str, Any] | None = None,  # as for a game by the rules
        *,
        observe: bool = True,
        threads: int | None = None,
    ) -> None:
        games = backend.core.Batch(players, size, seed, options, thread_count(threads), check_flag(observe, "observe"))
        super().__init__(games, observe=observe)
        self.observation_bound = observation_bound(longest_string(players, options))

    def game(self, index: int) -> backend.core.Game:
        """A copy of one of them, as it is now; it tells what any seat sees."""
        game: backend.core.Game = self._games.game(index)
        return game

    def put(self, index: int, game: backend.core.Game) -> None:
        """One of them is from now on a copy of this game."""
        self._games.put(index, game)
