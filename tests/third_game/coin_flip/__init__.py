"""Coin Flip: how many heads lie under the cups? A plug-in for Purrlab, by the rules in RULES.md."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from coin_flip.options import OPTIONS, SEATS
from coin_flip.rules import GUESSES, CoinFlipState, first_round
from coin_flip.setup import ROUNDS, set_up
from coin_flip.view import CoinFlipView
from purrlab.games.game import Action, Game, View
from purrlab.games.options import Option


class CoinFlip(Game):
    name: ClassVar[str] = "coin-flip"
    title: ClassVar[str] = "Coin Flip"
    seats: ClassVar[range] = SEATS
    round_counts: ClassVar[Mapping[int, int]] = dict.fromkeys(SEATS, ROUNDS)
    recommended_players: ClassVar[int] = 2
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    actions: ClassVar[tuple[Action, ...]] = GUESSES
    view_class: ClassVar[type[View]] = CoinFlipView
    players_rule: ClassVar[str] = "CF1"
    end_rule: ClassVar[str] = "CF6"

    def new(
        self,
        players: int,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        deals: Sequence[Mapping[str, Any]] | None = None,
    ) -> CoinFlipState:
        return first_round(set_up(self, players, seed, options, deals))


GAME = CoinFlip()
