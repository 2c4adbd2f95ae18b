"""Rascal Kittens: kittens run on a string from furniture to furniture and catch the toys on the way. 2 to 4 players."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from purrlab.games.game import Action, Game, View
from purrlab.games.options import Option
from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.games.rascal_kittens.options import OPTIONS
from purrlab.games.rascal_kittens.refusals import CAUSES
from purrlab.games.rascal_kittens.rules import RascalKittensState, opening
from purrlab.games.rascal_kittens.setup import ROUNDS, RULES_BY_PLAYERS, set_up
from purrlab.games.rascal_kittens.view import RascalKittensView


class RascalKittens(Game):
    name: ClassVar[str] = "rascal-kittens"
    title: ClassVar[str] = "Rascal Kittens"
    seats: ClassVar[range] = range(min(RULES_BY_PLAYERS), max(RULES_BY_PLAYERS) + 1)
    round_counts: ClassVar[Mapping[int, int]] = dict.fromkeys(RULES_BY_PLAYERS, ROUNDS)
    recommended_players: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    actions: ClassVar[tuple[Action, ...]] = ACTIONS
    view_class: ClassVar[type[View]] = RascalKittensView
    own_causes: ClassVar[tuple[type, ...]] = CAUSES
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


GAME = RascalKittens()
