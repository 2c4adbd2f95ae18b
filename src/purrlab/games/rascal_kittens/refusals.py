"""Why an action is refused in Rascal Kittens, for programs (games/refusals.py)."""

from typing import Literal, NamedTuple

from purrlab.games.rascal_kittens.furniture import FurnitureColour, Side, Tile


class StackAlreadyDrawn(NamedTuple):
    """RK6."""

    colour: FurnitureColour
    code: Literal["stack-already-drawn"] = "stack-already-drawn"


class StackEmpty(NamedTuple):
    """RK6."""

    colour: FurnitureColour
    code: Literal["stack-empty"] = "stack-empty"


class TileNotHeld(NamedTuple):
    """RK9."""

    tile: Tile
    code: Literal["tile-not-held"] = "tile-not-held"


class SameColourAsTop(NamedTuple):
    """RK9."""

    colour: FurnitureColour
    code: Literal["same-colour-as-top"] = "same-colour-as-top"


class StringTooShort(NamedTuple):
    """RK13."""

    side: Side
    code: Literal["string-too-short"] = "string-too-short"


CAUSES: tuple[type, ...] = (StackAlreadyDrawn, StackEmpty, TileNotHeld, SameColourAsTop, StringTooShort)
