"""Why an action is refused in Cat in the Box, for programs (games/refusals.py)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from purrlab.games.cat_in_the_box.cells import CardColour


class CardNotHeld(NamedTuple):
    """CB7, CB9."""

    value: int
    code: Literal["card-not-held"] = "card-not-held"


class BidNotAllowed(NamedTuple):
    """CB8."""

    bids: tuple[int, ...]  # those that are
    code: Literal["bid-not-allowed"] = "bid-not-allowed"


class CellTaken(NamedTuple):
    """CB10."""

    value: int
    colour: CardColour
    seat: int  # whose token lies there
    code: Literal["cell-taken"] = "cell-taken"


class CellCovered(NamedTuple):
    """CB10: by a token of nobody."""

    value: int
    colour: CardColour
    code: Literal["cell-covered"] = "cell-covered"


class ColourGivenUp(NamedTuple):
    """CB10: the marker was lost by CB12."""

    colour: CardColour
    trick: int  # in which it was, from 1
    code: Literal["colour-given-up"] = "colour-given-up"


class RedNotYet(NamedTuple):
    """CB11."""

    code: Literal["red-not-yet"] = "red-not-yet"


CAUSES: tuple[type, ...] = (CardNotHeld, BidNotAllowed, CellTaken, CellCovered, ColourGivenUp, RedNotYet)

# Why a cell cannot be played is seen in a view; its rule is then the one that a refusal would name.
CELL_RULES: Mapping[str, str] = {
    "card-not-held": "CB9",
    "other-card": "CB9",  # while a card of another value is chosen
    "cell-taken": "CB10",
    "cell-covered": "CB10",
    "cell-observed": "CB1",
    "colour-given-up": "CB10",
    "red-not-yet": "CB11",
}
