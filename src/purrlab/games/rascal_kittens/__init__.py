"""Rascal Kittens: cats run on a string from furniture to furniture and catch the toys on the way. 2 to 4 players."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from purrlab.games.game import Action, Game, View
from purrlab.games.rascal_kittens.drawing import draw_table
from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.games.rascal_kittens.rules import RascalKittensState, opening
from purrlab.games.rascal_kittens.setup import NUMBERS, set_up
from purrlab.games.rascal_kittens.telling import tell
from purrlab.games.rascal_kittens.view import RascalKittensView


class RascalKittens(Game):
    name: ClassVar[str] = "rascal-kittens"
    title: ClassVar[str] = "Rascal Kittens"
    seats: ClassVar[range] = range(min(NUMBERS), max(NUMBERS) + 1)
    actions: ClassVar[tuple[Action, ...]] = ACTIONS
    players_rule: ClassVar[str] = "RK1"
    end_rule: ClassVar[str] = "RK14"

    def new(
        self,
        players: int,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        deals: Sequence[Mapping[str, Any]] | None = None,
    ) -> RascalKittensState:
        return opening(set_up(self, players, seed, options, deals))

    def draw(self, view: View, names: Sequence[str]) -> str:
        assert isinstance(view, RascalKittensView)
        return draw_table(view, names)

    def tell(self, before: View, after: View, names: Sequence[str]) -> Iterator[str]:
        assert isinstance(before, RascalKittensView)
        assert isinstance(after, RascalKittensView)
        return tell(before, after, names)
