"""The view as it goes over the wire: what ``CatInTheBoxView.as_dict()`` gives."""

from typing import Literal, NamedTuple, NotRequired, TypedDict

from purrlab.games.cat_in_the_box.cells import CardColour
from purrlab.games.wire import CommonView

CatInTheBoxVerb = Literal["discard", "bid", "play"]


class CellPlace(NamedTuple):
    """A cell of the research board."""

    value: int
    colour: CardColour


class Played(NamedTuple):
    """Who played what."""

    seat: int
    action: str


class MarkerLoss(TypedDict):
    """A play that cost its player the marker of the led colour (CB12)."""

    play: int  # which one of the round, from 0
    colour: CardColour


class PlayerBoard(TypedDict):
    """What lies open before one player."""

    cards: int
    bid: int | None
    markers: list[CardColour]
    tokens: list[CellPlace]
    tricks: int


class Opening(TypedDict):
    """What stays as it is for a whole round."""

    number: int  # of the round, from 1
    start: int
    turned_up: list[int]
    neutral: list[CellPlace]
    observed: list[CellPlace]


class Layout(TypedDict):
    """A research board: its rows from the top, such as "R1 R2 --"."""

    name: str
    grid: list[str]


class CatInTheBoxTable(TypedDict):
    """All that lies open in a round."""

    opening: Opening
    turn: int
    led: CardColour | None
    boards: list[PlayerBoard]
    plays: list[Played]
    marker_losses: list[MarkerLoss]
    trick_winners: list[int]  # of the tricks that are over
    trick: list[Played]
    winning: int | None  # who wins the trick so far
    highest: int  # value of a card


class RoundResult(TypedDict):
    """A round that is over, as everybody saw it."""

    opening: Opening
    boards: list[PlayerBoard]  # as they were at the end
    bids: list[int] | None
    plays: list[Played]
    marker_losses: list[MarkerLoss]
    trick_winners: list[int]
    paradox: int | None
    revealed: list[int] | None
    tricks: list[int]
    bonus: list[int]
    scores: list[int]
    groups: list[list[CellPlace]]  # the largest of each seat


class PlaysAhead(TypedDict):
    """What the legal plays would do: those that would win the trick so far, and those that would cost a marker."""

    wins: list[str]
    leaves: list[str]


class OwnRound(TypedDict):
    """What one player alone knows of a round that is over."""

    hand: list[int]
    discard: int


class CatInTheBoxOptions(TypedDict):
    layout: str | Layout  # the name of a built-in one, or one's own
    start: int


class CatInTheBoxView(CommonView):
    game: Literal["cat-in-the-box"]
    options: CatInTheBoxOptions
    expects: CatInTheBoxVerb | None
    rounds: list[RoundResult]
    bids: list[int]  # those that can be made; none where nobody bids
    layout: Layout
    table: CatInTheBoxTable
    ahead: PlaysAhead | None
    hand: list[int] | None
    discard: int | None
    own_rounds: list[OwnRound]
    hands: NotRequired[list[list[int]]]  # by seat, in a replay that shows all
