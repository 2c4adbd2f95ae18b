"""Many games stepped at once, on the rules in Python."""

from collections.abc import Sequence
from typing import Any

from purrlab.native.cat_in_the_box.checks import check_batch, check_put_layout
from purrlab.native.cat_in_the_box.encoding import ACTIONS
from purrlab.native.cat_in_the_box.fallback.deals import deal_by
from purrlab.native.cat_in_the_box.fallback.game import Game
from purrlab.native.cat_in_the_box.observation import OBSERVATION
from purrlab.native.fallback_batch import FallbackBatch
from purrlab.native.progress import GAME_OVER, GOES_ON, ROUND_OVER


class Batch(FallbackBatch[Game]):
    _observed = OBSERVATION.size

    def __init__(
        self,
        players: int,
        size: int,
        seed: int | Sequence[int],
        neighbours: Sequence[int],
        threads: int,
        observe: bool,  # noqa: FBT001  # the compiled one has it by position too
        single_rounds: bool,  # noqa: FBT001
    ) -> None:
        players, size, self._neighbours, _ = check_batch(players, size, neighbours, threads)
        super().__init__(players, size, len(ACTIONS), OBSERVATION.size if observe else 0, "uint64", Game)
        self._single_rounds = single_rounds
        self.reset(seed)

    def _new(self, at: int) -> Game:
        hands, turned_up = deal_by(self._players, self._deals[at])
        start = self._deals[at].below(self._players)
        return Game(self._players, [hands], [turned_up], start, self._neighbours)

    def _step(self, at: int, action: int) -> tuple[list[int], int, int]:
        game = self._games[at]
        before = game.totals
        game.step(action)
        gained = [now - then for now, then in zip(game.totals, before, strict=True)]
        if game.over or (self._single_rounds and game.awaits_deal):
            self._games[at] = self._new(at)
            return gained, GAME_OVER, sum(1 << seat for seat in _winners(game))
        if not game.awaits_deal:
            return gained, GOES_ON, 0
        game.deal(*deal_by(self._players, self._deals[at]))
        return gained, ROUND_OVER, 0

    def _admitted(self, game: Game) -> Game:
        check_put_layout(list(game.layout.neighbours.values()) == self._neighbours)
        return game.without_later_deals()

    @property
    def _kind(self) -> dict[str, Any]:
        return {"single_rounds": self._single_rounds, "layout": self._neighbours}

    def _copied(self, game: Game) -> Game:
        return game.copy()


def _winners(game: Game) -> list[int]:
    """CB19; of a round alone, whoever has the most points."""
    if game.over:
        return game.winners
    return [seat for seat, points in enumerate(game.totals) if points == max(game.totals)]
