"""What lies on the table in a round: the open part, and what each player keeps hidden (CB2, CB3, CB7)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, ONES, RED_ROW, cells_in, colours_in, values_in
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.notation import Play
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS, Deal


class PlayerBoard(NamedTuple):
    """CB2: what lies open before one player."""

    cards: int  # how many are in hand
    bid: int | None
    markers: int  # a bit for each colour whose X is still covered
    tokens: int  # own cells on the research board
    tricks: int

    def parts(self) -> dict[str, Any]:
        cards, bid, markers, tokens, tricks = self
        return {
            "cards": cards,
            "bid": bid,
            "markers": colours_in(markers),
            "tokens": cells_in(tokens),
            "tricks": tricks,
        }


Played = tuple[int, Play]  # who played what


class MarkerLoss(NamedTuple):
    """CB12: a play that cost its player the marker of the led colour."""

    play: int  # which one of the round, from 0
    colour: str

    @property
    def as_plain(self) -> dict[str, Any]:
        """Never told in part: it does not change."""
        return {"play": self[0], "colour": self[1]}


def winning_play(trick: Sequence[Played]) -> Played:
    """CB13: the highest red card, or without red the highest card of the led colour."""
    winner, best = trick[0]
    for seat, play in trick[1:]:
        if play.value > best.value if play.colour == best.colour else play.colour == "red":
            winner, best = seat, play
    return winner, best


def beating(best: Play) -> int:
    """CB13: the cells that would win the trick so far."""
    above = ONES * COLOUR_BIT[best.colour] & ~((best.cell << 1) - 1)
    return above if best.colour == "red" else above | RED_ROW


class Opening(NamedTuple):
    """What stays as it is for a whole round."""

    number: int  # of the round, from 1
    start: int
    turned_up: tuple[int, ...]  # CB20: the three cards seen with two players
    neutral: int  # cells under neutral tokens
    covered: int  # cells under neutral and observed tokens

    @property
    def observed(self) -> int:
        """Cells under observed tokens."""
        return self.covered & ~self.neutral

    def parts(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "start": self.start,
            "turned_up": self.turned_up,
            "neutral": cells_in(self.neutral),
            "observed": cells_in(self.observed),
        }


class Table(NamedTuple):
    """All that lies open in a round."""

    opening: Opening
    turn: int
    led: str | None  # the led colour; None when the turn is to lead
    declared: int  # cells under players' tokens
    boards: tuple[PlayerBoard, ...]
    plays: tuple[Played, ...]
    marker_losses: tuple[MarkerLoss, ...]
    trick_winners: tuple[int, ...]  # CB13: of the tricks that are over

    @property
    def trick(self) -> tuple[Played, ...]:
        """The cards of the trick in play."""
        return self.plays[len(self.plays) - len(self.plays) % len(self.boards) :]

    def parts(self) -> dict[str, Any]:
        """Without the declared cells: the boards show whose tokens they are."""
        opening, turn, led, _, boards, plays, marker_losses, trick_winners = self
        trick = self.trick
        return {
            "opening": opening,
            "turn": turn,
            "led": led,
            "boards": boards,
            "plays": plays,
            "marker_losses": marker_losses,
            "trick_winners": trick_winners,
            "trick": trick,
            "winning": winning_play(trick)[0] if trick else None,  # who wins the trick so far
            "highest": RULES_BY_PLAYERS[len(boards)].highest,
        }


class RoundResult(NamedTuple):
    """A round that is over, as everybody saw it."""

    opening: Opening
    boards: tuple[PlayerBoard, ...]  # as they were at the end
    bids: tuple[int, ...] | None
    plays: tuple[Played, ...]
    marker_losses: tuple[MarkerLoss, ...]
    trick_winners: tuple[int, ...]
    paradox: int | None
    revealed: tuple[int, ...] | None  # CB15: the hand of the paradox player
    tricks: tuple[int, ...]
    bonus: tuple[int, ...]  # CB17: the largest group of those who earned it, 0 for the others
    scores: tuple[int, ...]
    layout: Layout

    def parts(self) -> dict[str, Any]:
        """With the cells of everybody's largest group, whether it counted or not, in place of the layout."""
        told = self._asdict()
        layout = told.pop("layout")
        return told | {"groups": [cells_in(layout.largest_group(board.tokens)) for board in self.boards]}


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
