"""Many games stepped at once, on the rules in Python."""

from collections.abc import Mapping, Sequence
from typing import Any

from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.native.arguments import check_batch_size
from purrlab.native.fallback_batch import FallbackBatch
from purrlab.native.progress import GAME_OVER, GOES_ON
from purrlab.native.rascal_kittens.checks import check_batch_options, check_put_strings, check_saved_rooms
from purrlab.native.rascal_kittens.deals import BatchSetup, setup_by
from purrlab.native.rascal_kittens.fallback.game import Game
from purrlab.native.rascal_kittens.observation import OBSERVATION


class Batch(FallbackBatch[Game]):
    _observed = OBSERVATION.size

    def __init__(
        self,
        players: int,
        size: int,
        seed: int | Sequence[int],
        options: Mapping[str, Any] | None,
        threads: int,
        observe: bool,  # noqa: FBT001  # the compiled one has it by position too
    ) -> None:
        size, _ = check_batch_size(size, threads)
        self._setup = BatchSetup(*check_batch_options(players, options))
        super().__init__(self._setup.players, size, len(ACTIONS), OBSERVATION.size if observe else 0, "uint32", Game)
        self._rooms = frozenset(self._setup.rooms)  # and those of games that were put
        self.reset(seed)

    def _new(self, at: int) -> Game:
        return Game(setup_by(self._setup, self._deals[at]))

    def _step(self, at: int, action: int) -> tuple[list[int], int, int]:
        game = self._games[at]
        game.step(action)
        if not game.over:
            return [0] * self._players, GOES_ON, 0
        self._games[at] = self._new(at)
        return game.totals, GAME_OVER, sum(1 << seat for seat in game.winners)

    def _admitted(self, game: Game) -> Game:
        check_put_strings(max(game.strings), self._setup.string)
        self._rooms |= frozenset(game.rooms)
        return game.copy()

    def _check_saved(self, games: Sequence[Game]) -> None:
        check_saved_rooms(self._rooms.issuperset(room for game in games for room in game.rooms))

    @property
    def _kind(self) -> dict[str, Any]:
        setup = self._setup
        rooms = (setup.rooms_by_lot, setup.rooms)
        named = {"rooms": rooms, "variant": setup.options["variant"], "start": setup.start, "string": setup.string}
        return {f"options.{name}": value for name, value in named.items()}

    def _copied(self, game: Game) -> Game:
        return game.copy()
