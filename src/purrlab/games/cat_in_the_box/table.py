"""What lies on the table in a round: the open part, and what each player keeps hidden (CB2, CB3, CB7)."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from purrlab.games.cat_in_the_box.cells import (
    COLOUR_BIT,
    COLOURS,
    HIGHEST_VALUE,
    ONES,
    RED_ROW,
    CardColour,
    CellPlace,
    Cells,
    Colours,
    cell,
    cells_in,
    values_in,
)
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.notation import Play
from purrlab.games.cat_in_the_box.setup import Deal
from purrlab.games.encoding import LEFT_OUT, Labelled, encoded
from purrlab.games.values import maker


class PlayerBoard(NamedTuple):
    """CB2: what lies open before one player."""

    cards: int  # how many are in hand
    bid: int | None
    markers: Colours  # those whose X is still covered
    tokens: Cells  # own ones on the research board
    tricks: int


Played = Annotated[tuple[int, Play], Labelled("Played", "seat", "action")]  # who played what


class MarkerLoss(NamedTuple):
    """CB12: a play that cost its player the marker of the led colour."""

    play: int  # which one of the round, from 0
    colour: CardColour


def trick_of_loss(plays: Sequence[Played], losses: Sequence[MarkerLoss], seat: int, colour: str, players: int) -> int:
    """CB12: the trick, counted from 1, in which a seat gave up a colour."""
    own = [play for play, lost in losses if lost == colour and plays[play][0] == seat]
    return own[0] // players + 1


TrickReason = Literal["red", "highest-red", "highest-led", "only-led"]


class FinishedTrick(NamedTuple):
    """CB13: who won a trick, with which card, and why."""

    winner: int
    play: Play
    reason: TrickReason
    beaten: Play | None  # the best card that could have won; None: nobody else played the led colour, nor red


_finished = maker(FinishedTrick)


def winning_play(trick: Sequence[Played]) -> Played:
    """CB13: the highest red card, or without red the highest card of the led colour."""
    winner, best = trick[0]
    for seat, play in trick[1:]:
        if play.value > best.value if play.colour == best.colour else play.colour == "red":
            winner, best = seat, play
    return winner, best


def finished_trick(trick: Sequence[Played]) -> FinishedTrick:
    """CB13: who won, and the best card that was beaten: of the same colour, else of the led one, which red beats."""
    winner, best = winning_play(trick)
    led = trick[0][1].colour
    beaten = _highest(trick, best.colour, below=best.value)
    if best.colour == led:
        return _finished((winner, best, "highest-led" if beaten else "only-led", beaten))
    return _finished((winner, best, "highest-red" if beaten else "red", beaten or _highest(trick, led)))


def _highest(trick: Sequence[Played], colour: str, below: int = HIGHEST_VALUE + 1) -> Play | None:
    """CB13: of one colour, of which each value is played but once."""
    highest, value = None, 0
    for _, play in trick:
        if play.colour == colour and value < play.value < below:
            highest, value = play, play.value
    return highest


def beating(best: Play) -> int:
    """CB13: the cells that would win the trick so far."""
    above = ONES * COLOUR_BIT[best.colour] & ~((best.cell << 1) - 1)
    return above if best.colour == "red" else above | RED_ROW


class Opening(NamedTuple):
    """What stays as it is for a whole round."""

    number: int  # of the round, from 1
    start: int
    turned_up: tuple[int, ...]  # CB20: the three cards seen with two players
    neutral: Cells  # those under neutral tokens
    covered: Annotated[int, LEFT_OUT]  # cells under neutral and observed tokens

    @property
    @encoded
    def observed(self) -> Cells:
        """Those under observed tokens."""
        return self.covered & ~self.neutral


class CatInTheBoxTable(NamedTuple):
    """All that lies open in a round."""

    opening: Opening
    turn: int
    led: CardColour | None  # the led colour; None when the turn is to lead
    declared: Annotated[int, LEFT_OUT]  # cells under players' tokens: the boards show whose they are
    boards: tuple[PlayerBoard, ...]
    plays: tuple[Played, ...]
    marker_losses: tuple[MarkerLoss, ...]
    finished_tricks: tuple[FinishedTrick, ...]
    trick: tuple[Played, ...]  # the cards of the trick in play
    winning: int | None  # CB13: who wins the trick so far
    highest: int  # CB1: the highest value of a card

    @property
    @encoded
    def plays_per_trick(self) -> int:
        """CB9: one of everybody."""
        return len(self.boards)


def trick_in_play(plays: tuple[Played, ...], players: int) -> tuple[Played, ...]:
    return plays[len(plays) - len(plays) % players :]


class Misfit(NamedTuple):
    """CB10, CB15: a cell that a card of the paradox player could not be played to, and why."""

    value: int
    colour: CardColour
    reason: Literal["covered", "taken", "given-up"]
    holder: int | None  # the seat whose token lies there


# CB17: why somebody earned the bonus or did not; with two players, by how many tricks
BonusReason = Literal["exact-bid", "missed-bid", "few-tricks", "many-tricks", "paradox"]


class RoundResult(NamedTuple):
    """A round that is over, as everybody saw it."""

    opening: Opening
    boards: tuple[PlayerBoard, ...]  # as they were at the end
    bids: tuple[int, ...] | None
    plays: tuple[Played, ...]
    marker_losses: tuple[MarkerLoss, ...]
    finished_tricks: tuple[FinishedTrick, ...]
    paradox: int | None
    revealed: tuple[int, ...] | None  # CB15: the hand of the paradox player
    tricks: tuple[int, ...]
    bonus: tuple[int, ...]  # CB17: the largest group of those who earned it, 0 for the others
    scores: tuple[int, ...]
    layout: Annotated[Layout, LEFT_OUT]

    @property
    @encoded
    def plays_per_trick(self) -> int:
        """CB9: one of everybody."""
        return len(self.boards)

    @property
    @encoded
    def bonus_reasons(self) -> tuple[BonusReason, ...]:
        """CB17: of each seat."""
        return tuple([self._bonus_reason(seat) for seat in range(len(self.boards))])

    def _bonus_reason(self, seat: int) -> BonusReason:
        if seat == self.paradox:
            return "paradox"
        if self.bids is None:
            return "few-tricks" if self.bonus[seat] else "many-tricks"
        return "exact-bid" if self.bonus[seat] else "missed-bid"

    @property
    @encoded
    def groups(self) -> tuple[tuple[CellPlace, ...], ...]:
        """CB17: everybody's largest group, whether it counted or not."""
        return tuple([cells_in(self.layout.largest_group(board.tokens)) for board in self.boards])

    @property
    @encoded
    def misfits(self) -> tuple[Misfit, ...]:
        """CB15: card by card, why the paradox player had no play; none without a paradox."""
        values = sorted(set(self.revealed or ()))
        return tuple([self._misfit(value, colour) for value in values for colour in COLOURS])

    def _misfit(self, value: int, colour: CardColour) -> Misfit:
        place = cell(value, colour)
        if place & self.opening.covered:
            return Misfit(value, colour, "covered", None)
        holder = next((seat for seat, board in enumerate(self.boards) if board.tokens & place), None)
        return Misfit(value, colour, "given-up" if holder is None else "taken", holder)


class OwnRound(NamedTuple):
    """What one player alone knows of a round that is over."""

    hand: tuple[int, ...]  # as dealt
    discard: int


class PastRound(NamedTuple):
    """A round that is over, and what was hidden in it."""

    result: RoundResult
    deal: Deal
    discards: tuple[int | None, ...]

    def own(self, seat: int) -> OwnRound:
        discard = self.discards[seat]
        assert discard is not None
        return OwnRound(values_in(self.deal.hands[seat]), discard)
