"""Which of the own cards will still find a cell: the counts that the heuristic bot and the coach share.

The danger of the game is the paradox (CB15). A card is safe as long as one of the four cells of its value is empty and
its colour was not given up (CB10); others who hold cards of the same value may take such cells away.
"""

from functools import cache
from math import comb

from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, COPIES_PER_VALUE, ONES, copies, hand_of
from purrlab.games.cat_in_the_box.notation import Discard, Play
from purrlab.games.cat_in_the_box.view import CatInTheBoxView


class OpenCells:
    """What a player counts before a decision, from the view alone."""

    def __init__(self, view: CatInTheBoxView, taken_chance: float) -> None:
        """``taken_chance``: how likely a card of somebody else takes one of four open cells."""
        assert view.hand is not None
        assert view.seat is not None
        table = view.table
        self.taken_chance = taken_chance
        self.hand = hand_of(view.hand)
        self.taken = table.opening.covered | table.declared
        self.open = table.boards[view.seat].markers * ONES & ~self.taken
        self.led = table.led
        self.open_off = (
            self.open & ~(COLOUR_BIT[self.led] * ONES) if self.led else self.open
        )  # after leaving the led colour
        self.tricks_left = len(view.hand) - (1 if view.expects == "play" else 2)
        self.unseen = {value: self._unseen(value, view.discard) for value in set(view.hand)}
        self.findable = sum(self._findable(value, self.open) for value in self.unseen)
        self.findable_off = sum(self._findable(value, self.open_off) for value in self.unseen)

    def cells_of(self, value: int) -> int:
        """How many cells the value can still be declared in (CB10)."""
        return copies(self.open, value).bit_count()

    def placeable_after(self, play: Play) -> int:
        """How many of the other cards would find a cell after a play, if nobody else took one."""
        cells = (self.open_off if self._leaves(play) else self.open) & ~play.cell
        return sum(
            min(copies(self.hand, value) - (value == play.value), copies(cells, value).bit_count())
            for value in self.unseen
        )

    def spare_after_discard(self, discard: Discard) -> float:
        """The cards that will find a cell beyond those that must be played."""
        value = discard.value
        findable = self.findable - self._findable(value, self.open) + self._findable(value, self.open, played=1)
        return findable - self.tricks_left

    def spare_after_play(self, play: Play) -> float:
        before, cells = (self.findable_off, self.open_off) if self._leaves(play) else (self.findable, self.open)
        findable = before - self._findable(play.value, cells) + self._findable(play.value, cells & ~play.cell, played=1)
        return findable - (self.tricks_left - 1)

    def _leaves(self, play: Play) -> bool:
        return self.led is not None and play.colour != self.led

    def _unseen(self, value: int, discard: int | None) -> int:
        """The copies of a value that others may hold: every taken cell shows one, and the own are known."""
        seen = copies(self.taken, value).bit_count() + copies(self.hand, value) + (discard == value)
        return COPIES_PER_VALUE - seen

    def _findable(self, value: int, cells: int, played: int = 0) -> float:
        held = copies(self.hand, value) - played
        return _findable(held, copies(cells, value).bit_count(), self.unseen[value], self.taken_chance)


@cache
def _findable(held: int, cells: int, unseen: int, taken: float) -> float:
    """How many of the held copies of a value will find a cell, when unseen copies may take some of the cells."""
    chance = min(1.0, taken * cells / 4)
    return sum(
        comb(unseen, gone) * chance**gone * (1 - chance) ** (unseen - gone) * min(held, max(0, cells - gone))
        for gone in range(unseen + 1)
    )
