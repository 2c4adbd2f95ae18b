"""What a player can do: ``discard 5``, ``bid 2``, ``play 7 blue``."""

from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from purrlab.games.cat_in_the_box.cells import COLOURS, HIGHEST_VALUE, CardColour, by_cell, cell, cells_of, copies
from purrlab.games.game import Action, NotationError

HIGHEST_BID = 4


def _check(field: str, number: object, highest: int) -> None:
    if type(number) is not int or not 1 <= number <= highest:
        raise NotationError(f"{field}: expected a whole number from 1 to {highest}, not {number!r}")


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """CB7: put a card away."""

    verb: ClassVar[str] = "discard"
    rule: ClassVar[str] = "CB7"
    form: ClassVar[str] = "discard <1-9>"
    asks: ClassVar[str] = "Put one card away, face down. It is out for this round."
    value: int

    def check(self) -> None:
        _check("value", self.value, HIGHEST_VALUE)


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """CB8: say how many tricks you will win."""

    verb: ClassVar[str] = "bid"
    rule: ClassVar[str] = "CB8"
    form: ClassVar[str] = "bid <1-4>"
    asks: ClassVar[str] = "How many tricks will you win? Exactly so many earn the bonus."
    tricks: int

    def check(self) -> None:
        _check("tricks", self.tricks, HIGHEST_BID)


@dataclass(frozen=True, slots=True)
class Play(Action):
    """CB9: play a card and declare its colour."""

    verb: ClassVar[str] = "play"
    rule: ClassVar[str] = "CB9"
    form: ClassVar[str] = "play <1-9> <red|blue|yellow|green>"
    asks: ClassVar[str] = "Play a card and declare its colour."
    value: int
    colour: CardColour
    cell: int = field(init=False, repr=False, compare=False)  # where its token goes

    def __post_init__(self) -> None:
        Action.__post_init__(self)
        object.__setattr__(self, "cell", cell(self.value, self.colour))

    def check(self) -> None:
        _check("value", self.value, HIGHEST_VALUE)
        if self.colour not in COLOURS:
            raise NotationError(f"colour: expected {', '.join(COLOURS)}, not {self.colour!r}")


DISCARDS = tuple(Discard(value) for value in range(1, HIGHEST_VALUE + 1))
BIDS = tuple(Bid(tricks) for tricks in range(1, HIGHEST_BID + 1))
PLAYS = tuple(Play(value, colour) for value in range(1, HIGHEST_VALUE + 1) for colour in COLOURS)
ACTIONS: tuple[Action, ...] = (*DISCARDS, *BIDS, *PLAYS)


def discards_in(hand: int) -> tuple[Discard, ...]:
    return _discards(cells_of(hand))


@cache
def _discards(cells: int) -> tuple[Discard, ...]:
    return tuple(discard for discard in DISCARDS if copies(cells, discard.value))


@cache
def bids_of(tricks: tuple[int, ...]) -> tuple[Bid, ...]:
    return tuple(map(Bid, tricks))


plays_in = by_cell(PLAYS)
