"""The one way by which anything leaves a state: what a seat may know."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from coin_flip.setup import Side
from purrlab.games.game import Action, Outcome, RoundStatistics, View, open_part
from purrlab.games.values import maker

if TYPE_CHECKING:
    from coin_flip.rules import CoinFlipState


class RoundResult(NamedTuple):
    """A round that is over. Lists are by seat."""

    start: int
    coins: tuple[Side, ...]
    guesses: tuple[int, ...]
    heads: int
    scores: tuple[int, ...]


class _Fields(NamedTuple):
    game: str
    players: int
    options: Mapping[str, Any]
    expects: str | None
    to_act: frozenset[int]
    outcome: Outcome | None
    round_count: int
    totals: tuple[int, ...]
    rounds: tuple[RoundResult, ...]
    start: int  # of this round
    guesses: tuple[int | None, ...]
    # the seat's own
    seat: int | None
    legal: tuple[Action, ...]
    coin: Side | None  # CF2: the own one; None: a spectator has none


class CoinFlipView(_Fields, View):
    """What was said, and the own coin."""

    __slots__ = ()
    in_replays: ClassVar[Mapping[str, str]] = {"coin": "coins"}

    def round_statistics(self) -> RoundStatistics:
        """CF5: who said the right number."""
        right = tuple(sum(each.guesses[seat] == each.heads for each in self.rounds) for seat in range(self.players))
        return RoundStatistics(len(self.rounds), {"guessed right": right})


_view = maker(CoinFlipView)


def view_of(state: "CoinFlipState", seat: int | None) -> CoinFlipView:
    legal = () if seat is None else state.legal(seat)
    coin = None if seat is None else state.coins[seat]
    totals = tuple(sum(each.scores[place] for each in state.past) for place in range(state.players))
    return _view((*open_part(state), totals, state.past, state.start, state.guesses, seat, legal, coin))
