"""Cat in the Box: a trick-taking game in which a card has no colour until it is played. 2 to 5 players."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from purrlab.games.cat_in_the_box.notation import ACTIONS
from purrlab.games.cat_in_the_box.options import OPTIONS
from purrlab.games.cat_in_the_box.refusals import CAUSES, CELL_RULES
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, first_round
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS, set_up
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action, Game, View
from purrlab.games.options import Option


class CatInTheBox(Game):
    name: ClassVar[str] = "cat-in-the-box"
    title: ClassVar[str] = "Cat in the Box"
    seats: ClassVar[range] = range(min(RULES_BY_PLAYERS), max(RULES_BY_PLAYERS) + 1)
    round_counts: ClassVar[Mapping[int, int]] = {
        players: numbers.rounds for players, numbers in RULES_BY_PLAYERS.items()
    }
    recommended_players: ClassVar[int] = 3
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    actions: ClassVar[tuple[Action, ...]] = ACTIONS
    view_class: ClassVar[type[View]] = CatInTheBoxView
    own_causes: ClassVar[tuple[type, ...]] = CAUSES
    cause_rules: ClassVar[Mapping[str, str]] = CELL_RULES
    players_rule: ClassVar[str] = "CB1"
    end_rule: ClassVar[str] = "CB19"

    def new(
        self,
        players: int,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        deals: Sequence[Mapping[str, Any]] | None = None,
    ) -> CatInTheBoxState:
        return first_round(set_up(self, players, seed, options, deals))


GAME = CatInTheBox()
