"""A bot for Cat in the Box that weighs what a sensible player would.

The danger of the game is the paradox, so the first thing it counts is which of its cards will still find a cell. Then
it asks whether it wants this trick, how likely a card wins it, and whether the token touches its own.
"""

from collections.abc import Mapping
from math import exp
from random import Random

from purrlab.bots.bot import choices_in
from purrlab.bots.cat_in_the_box.open_cells import OpenCells
from purrlab.bots.cat_in_the_box.tunings import TUNED, Tuning
from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, COPIES_PER_VALUE, ONES, copies
from purrlab.games.cat_in_the_box.notation import Discard, Play
from purrlab.games.cat_in_the_box.rules import trick_winner
from purrlab.games.cat_in_the_box.scoring import MAX_BONUS_TRICKS_FOR_TWO
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.native.cat_in_the_box.weights import Weights


class CatInTheBoxHeuristic:
    """Weighs each legal action and takes the best."""

    def __init__(self, tunings: Mapping[int, Tuning] = TUNED) -> None:
        self.tunings = tunings  # by how many play

    def choose(self, view: CatInTheBoxView, random: Random) -> Action:
        del random  # it has no doubts
        if len(choices_in(view)) == 1:
            return view.legal[0]
        if view.expects == "bid":
            return self.bid(view)
        return max(view.legal, key=_Evaluation(view, self.tunings[view.players].weights).worth)

    def bid(self, view: CatInTheBoxView) -> Action:
        """Bids by the high cards in hand; the others win little by themselves."""
        assert view.hand is not None
        weights, limits = self.tunings[view.players]
        highest = RULES_BY_PLAYERS[view.players].highest
        strength: float = sum((value / highest) ** weights.strength for value in view.hand)
        if view.seat == view.table.opening.start:
            strength += weights.leading
        return view.legal[sum(strength >= limit for limit in limits)]


class _Evaluation:
    """What the bot counts before it weighs the cards of one decision."""

    def __init__(self, view: CatInTheBoxView, weights: Weights) -> None:
        assert view.hand is not None
        assert view.seat is not None
        table = view.table
        self.weights = weights
        self.board = table.boards[view.seat]
        self.neighbours = view.layout.neighbours
        self.highest = RULES_BY_PLAYERS[view.players].highest
        self.cells = OpenCells(view, weights.taken)
        self.taken = self.cells.taken
        self.tricks_left = self.cells.tricks_left
        goal = MAX_BONUS_TRICKS_FOR_TWO if self.board.bid is None else self.board.bid
        self.needed = goal - self.board.tricks
        self.lost = self.needed < 0 or (self.board.bid is not None and self.needed > self.tricks_left)
        self.best = dict(table.trick)[trick_winner(table.trick)] if table.trick else None
        to_come = [(view.seat + turn) % view.players for turn in range(1, view.players - len(table.trick))]
        self.to_come = [table.boards[seat].markers for seat in to_come]

    def worth(self, action: Action) -> float:
        return self._play(action) if isinstance(action, Play) else self._discard(action)

    def _discard(self, discard: Action) -> float:
        assert isinstance(discard, Discard)
        return self._safety(self.cells.spare_after_discard(discard)) + self.weights.extreme * abs(
            self._height(discard.value)
        )

    def _play(self, play: Play) -> float:
        safety = self._safety(self.cells.spare_after_play(play)) if self.tricks_left > 1 else 0.0
        return safety + self._trick(play) + self._group(play)

    def _safety(self, spare: float) -> float:
        """Cards that will find a cell beyond those that must be played: few of them are a paradox to come."""
        missing = max(0.0, self.weights.spare - spare)
        return self.weights.ease * spare - self.weights.danger * missing**2

    def _trick(self, play: Play) -> float:
        """What it is worth to win this trick, or to get rid of the card."""
        weights, height = self.weights, self._height(play.value)
        wanted = self.needed > 0 and not self.lost
        if self.best is not None and not trick_winner(((0, self.best), (1, play))):
            worth = weights.high_to_lose * height if self.needed == 0 else 0.0
        elif self.lost:
            worth = weights.win_any * self._chance(play)
        elif wanted:
            value = weights.win + weights.win_urgent * self.needed / self.tricks_left
            worth = value * self._chance(play) + weights.high_to_win * height
        else:
            worth = -weights.lose * self._chance(play)
        if self.needed == 0:
            free = COPIES_PER_VALUE - copies(self.taken, play.value).bit_count()
            worth -= weights.unsafe * self.cells.unseen[play.value] / free
        return worth

    def _chance(self, play: Play) -> float:
        """How likely a play that is winning now wins the trick."""
        row = COLOUR_BIT[play.colour] * ONES & (1 << 4 * self.highest) - 1
        higher = (row & ~self.taken & -play.cell & ~play.cell).bit_count()
        chance = exp(-self.weights.beaten * higher * len(self.to_come))
        if play.colour != "red":
            trumping = sum(
                bool(markers & COLOUR_BIT["red"]) and not markers & COLOUR_BIT[play.colour] for markers in self.to_come
            )
            chance *= exp(-self.weights.trumped * trumping)
        return chance

    def _group(self, play: Play) -> float:
        """CB17: tokens that touch are worth something, as long as the bid can be made."""
        if self.lost:
            return 0.0
        touching = (self.neighbours[play.cell] & self.board.tokens).bit_count()
        return (touching > 0) * self.weights.touch + (touching > 1) * self.weights.touch_more

    def _height(self, value: int) -> float:
        """From about -1/2 for the lowest card to 1/2 for the highest."""
        return (value - 0.5) / self.highest - 0.5
