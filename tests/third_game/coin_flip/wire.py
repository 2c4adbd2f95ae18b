"""The view as it goes over the wire: what ``CoinFlipView.as_dict()`` gives."""

from typing import Literal, TypedDict

from purrlab.games.wire import CommonView

Side = Literal["heads", "tails"]
CoinFlipVerb = Literal["guess"]


class RoundResult(TypedDict):
    """A round that is over. Lists are by seat."""

    start: int
    coins: list[Side]
    guesses: list[int]
    heads: int
    scores: list[int]


class CoinFlipOptions(TypedDict):
    numbers: Literal["different", "any"]
    start: int


class CoinFlipView(CommonView):
    game: Literal["coin-flip"]
    options: CoinFlipOptions
    expects: CoinFlipVerb | None
    rounds: list[RoundResult]
    start: int  # of this round
    guesses: list[int | None]
    coin: Side | None  # the own one
