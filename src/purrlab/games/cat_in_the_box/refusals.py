"""Why an action is refused in Cat in the Box, for programs (games/refusals.py)."""

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
