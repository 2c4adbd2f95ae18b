"""Cat in the Box, in the order of the rulebook (docs/rules/cat-in-the-box.md)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from purrlab.games.cat_in_the_box.cells import (
    ALL_COLOURS,
    CARD,
    COLOUR_BIT,
    ONES,
    RED_ROW,
    cell,
    copies,
)
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play, bids_of, discards_in, plays_in
from purrlab.games.cat_in_the_box.refusals import (
    BidNotAllowed,
    CardNotHeld,
    CellCovered,
    CellTaken,
    ColourGivenUp,
    RedNotYet,
)
from purrlab.games.cat_in_the_box.scoring import final_outcome, score_round, totals
from purrlab.games.cat_in_the_box.setup import TURNED_UP_COUNT, CatInTheBoxSetup, Deal
from purrlab.games.cat_in_the_box.table import (
    CatInTheBoxTable,
    FinishedTrick,
    MarkerLoss,
    Opening,
    OwnRound,
    PastRound,
    Played,
    PlayerBoard,
    RoundResult,
    finished_trick,
    trick_in_play,
    trick_of_loss,
    winning_play,
)
from purrlab.games.cat_in_the_box.view import CatInTheBoxView, own_part, shared_part, view_of
from purrlab.games.game import Action, IllegalAction, Outcome, State
from purrlab.games.seats import ALL_SEATS, NO_SEATS, ONLY_SEAT
from purrlab.games.values import maker


class Round(NamedTuple):
    """What stays as it is for a whole round."""

    setup: CatInTheBoxSetup
    past: tuple[PastRound, ...]
    opening: Opening
    deal: Deal
    # the past as it is seen, made once and not for each view
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    own_past: tuple[tuple[OwnRound, ...], ...]  # by seat

    def after(self, past: tuple[PastRound, ...]) -> "Round":
        """The same round after these."""
        return round_of(self.setup, past, self.opening, self.deal)


def round_of(setup: CatInTheBoxSetup, past: tuple[PastRound, ...], opening: Opening, deal: Deal) -> Round:
    results = tuple([each.result for each in past])
    own_past = tuple([tuple([each.own(seat) for each in past]) for seat in range(setup.players)])
    return Round(setup, past, opening, deal, results, totals(results, setup.players), own_past)


class _Fields(NamedTuple):
    """Taken apart and put together again as plain tuples below: naming the fields each time would halve the speed."""

    round: Round
    # open: the table
    turn: int
    led: str | None
    declared: int
    boards: tuple[PlayerBoard, ...]
    plays: tuple[Played, ...]
    losses: tuple[MarkerLoss, ...]
    finished: tuple[FinishedTrick, ...]  # the tricks that are over
    # hidden
    hands: tuple[int, ...]
    discards: tuple[int | None, ...]
    # what comes next
    expects: type[Action] | None
    to_act: frozenset[int]
    possible: int  # the cells that the player to act may play to
    outcome: Outcome | None


class CatInTheBoxState(_Fields, State):
    """One moment of a game. What a player may see of it leaves only through ``view``."""

    __slots__ = ()
    __repr__ = State.__repr__

    @property
    def setup(self) -> CatInTheBoxSetup:
        return self.round.setup

    @property
    def table(self) -> CatInTheBoxTable:
        """All that lies open in this round."""
        this_round = self.round
        trick = trick_in_play(self.plays, len(self.boards))
        winning = trick_winner(trick) if trick else None
        return _table((this_round.opening, *self[1:8], trick, winning, this_round.setup.numbers.highest))

    def view(self, seat: int | None) -> CatInTheBoxView:
        return view_of(self, seat)

    def shared_view(self) -> tuple[Any, ...]:
        return shared_part(self)

    def own_view(self, seat: int | None) -> tuple[Any, ...]:
        return own_part(self, seat)

    def own_views_changed(self, before: "CatInTheBoxState") -> frozenset[int]:
        """In the same round only the cards and tokens of whoever acted change, and what whoever is to act may do."""
        if self.round is not before.round:
            return ALL_SEATS[self.players]
        return self.to_act | before.to_act

    def _legal(self, seat: int) -> tuple[Action, ...]:
        if self.expects is Play:
            return plays_in(self.possible)
        if self.expects is Bid:
            return bids_of(self.setup.numbers.bids)
        return discards_in(self.hands[seat])

    def _verify(self, seat: int, action: Action) -> None:
        if type(action) is Play:  # faster than isinstance, and no action has subclasses
            if not action.cell & self.possible:
                raise _impossible(self, seat, action)
        elif type(action) is Bid:
            _verify_bid(self, action)
        elif type(action) is Discard:
            _verify_discard(self, seat, action)

    def _apply(self, seat: int, action: Action) -> "CatInTheBoxState":
        if type(action) is Play:
            return _play(self, seat, action)
        if type(action) is Bid:
            return _bid(self, seat, action)
        assert isinstance(action, Discard)
        return _discard(self, seat, action)


_state, _board, _loss, _table = maker(CatInTheBoxState), maker(PlayerBoard), maker(MarkerLoss), maker(CatInTheBoxTable)


def first_round(setup: CatInTheBoxSetup) -> CatInTheBoxState:
    return deal_round(setup, (), setup.start)


def deal_round(setup: CatInTheBoxSetup, past: tuple[PastRound, ...], start: int) -> CatInTheBoxState:
    """CB6: a new round is dealt, and everybody is to discard."""
    number = len(past) + 1
    deal = setup.deal(number)
    turned_up = deal.table[:TURNED_UP_COUNT]
    neutral = neutral_tokens(turned_up)
    opening = Opening(number, start, turned_up, neutral, covered=setup.numbers.observed | neutral)
    board = PlayerBoard(setup.numbers.hand, bid=None, markers=ALL_COLOURS, tokens=0, tricks=0)  # CB2, CB18
    boards, discards = (board,) * setup.players, (None,) * setup.players
    table = (round_of(setup, past, opening, deal), start, None, 0, boards, (), (), (), deal.hands, discards)
    return _state(table + (Discard, ALL_SEATS[setup.players], 0, None))


def neutral_tokens(turned_up: Sequence[int]) -> int:
    """CB20: each card covers the green cell of its value, the second of a value yellow, the third blue."""
    covered = 0
    for value in turned_up:
        free = (colour for colour in ("green", "yellow", "blue") if not covered & cell(value, colour))
        covered |= cell(value, next(free))
    return covered


def _verify_discard(state: CatInTheBoxState, seat: int, discard: Discard) -> None:
    """CB7: one card from the own hand."""
    if not copies(state.hands[seat], discard.value):
        raise IllegalAction("CB7", f"you do not hold a {discard.value}", CardNotHeld(discard.value))


def _discard(state: CatInTheBoxState, seat: int, discard: Discard) -> CatInTheBoxState:
    """CB7: all choose at once; when the last one has, bidding begins."""
    this_round, turn, led, declared, before, plays, losses, finished, held, put_away, _, to_act, _, _ = state
    boards, hands, discards = list(before), list(held), list(put_away)
    hands[seat] -= CARD[discard.value]
    discards[seat] = discard.value
    cards, bid, markers, tokens, tricks = boards[seat]
    boards[seat] = _board((cards - 1, bid, markers, tokens, tricks))
    hidden = (tuple(hands), tuple(discards))
    table = (this_round, turn, led, declared, tuple(boards), plays, losses, finished, *hidden)
    waiting = to_act - {seat}
    if waiting:
        return _state(table + (Discard, waiting, 0, None))
    if this_round.setup.numbers.bids:
        return _state(table + (Bid, ONLY_SEAT[turn], 0, None))
    return _to_play(table)  # CB8: two players do not bid


def _verify_bid(state: CatInTheBoxState, bid: Bid) -> None:
    """CB8: one of the numbers that CB1 allows."""
    allowed = state.setup.numbers.bids
    if bid.tricks not in allowed:
        numbers = ", ".join(map(str, allowed))
        message = f"with {state.players} players the bids are {numbers}, not {bid.tricks}"
        raise IllegalAction("CB8", message, BidNotAllowed(allowed))


def _bid(state: CatInTheBoxState, seat: int, bid: Bid) -> CatInTheBoxState:
    """CB8: from the start player clockwise; when all have bid, the start player leads."""
    this_round, _, led, declared, before, plays, losses, finished, hands, discards, _, _, _, _ = state
    boards = list(before)
    cards, _, markers, tokens, tricks = boards[seat]
    boards[seat] = _board((cards, bid.tricks, markers, tokens, tricks))
    turn = (seat + 1) % len(boards)
    table = (this_round, turn, led, declared, tuple(boards), plays, losses, finished, hands, discards)
    if turn == this_round.opening.start:
        return _to_play(table)
    return _state(table + (Bid, ONLY_SEAT[turn], 0, None))


def _impossible(state: CatInTheBoxState, seat: int, play: Play) -> IllegalAction:
    """CB9 to CB11: what speaks against a play that is not possible."""
    value, colour = play.value, play.colour
    if not copies(state.hands[seat], value):
        return IllegalAction("CB9", f"you do not hold a {value}", CardNotHeld(value))
    if play.cell & state.round.opening.covered:
        return IllegalAction("CB10", f"{colour} {value} is covered by a token of nobody", CellCovered(value, colour))
    for holder, board in enumerate(state.boards):
        if play.cell & board.tokens:
            cause = CellTaken(value, colour, holder)
            return IllegalAction("CB10", f"{colour} {value} is taken by seat {holder}", cause)
    if not state.boards[seat].markers & COLOUR_BIT[colour]:
        trick = trick_of_loss(state.plays, state.losses, seat, colour, state.players)
        message = f"you gave up {colour} in trick {trick}, for the whole round"
        return IllegalAction("CB10", message, ColourGivenUp(colour, trick))
    message = "red cannot be led before a player has declared it, while you can lead another colour"
    return IllegalAction("CB11", message, RedNotYet())


def _play(state: CatInTheBoxState, seat: int, play: Play) -> CatInTheBoxState:
    """CB9: a token goes on the cell; whoever leaves the led colour loses its marker; a full trick is won."""
    this_round, _, led, declared, before, plays, losses, finished, held, discards, _, _, _, _ = state
    boards, hands = list(before), list(held)
    hands[seat] -= CARD[play.value]
    cards, bid, markers, tokens, tricks = boards[seat]
    if led is None:
        led = play.colour
    elif play.colour != led and markers & COLOUR_BIT[led]:
        markers ^= COLOUR_BIT[led]  # CB12
        losses += (_loss((len(plays), led)),)
    boards[seat] = _board((cards - 1, bid, markers, tokens | play.cell, tricks))
    plays += ((seat, play),)
    players = len(boards)
    turn = (seat + 1) % players
    if len(plays) % players == 0:
        won = finished_trick(plays[-players:])
        turn, led = won.winner, None  # CB9: the winner leads the next trick
        finished += (won,)
        cards, bid, markers, tokens, tricks = boards[turn]
        boards[turn] = _board((cards, bid, markers, tokens, tricks + 1))
    declared |= play.cell
    return _to_play((this_round, turn, led, declared, tuple(boards), plays, losses, finished, tuple(hands), discards))


def trick_winner(trick: Sequence[Played]) -> int:
    """CB13."""
    return winning_play(trick)[0]


def _to_play(table: tuple[Any, ...]) -> CatInTheBoxState:
    """Find out what the player whose turn it is can do. CB14 and CB15 end the trick phase."""
    this_round, turn, led, declared, boards, _, _, _, hands, _ = table
    cards, _, markers, _, _ = boards[turn]
    if led is None and cards == 1:
        return _end_of_round(table, paradox=None)  # CB14: the last card is not played
    hand = hands[turn]
    held = (hand | hand >> 1 | hand >> 2) & ONES  # a 1 for each value of which there is a card
    possible = held * markers & ~(this_round.opening.covered | declared)  # CB10
    if led is None and not declared & RED_ROW:
        possible = possible & ~RED_ROW or possible  # CB11: red is not led before it was declared, unless it must be
    if not possible:
        return _end_of_round(table, paradox=turn)  # CB15: found as soon as the player is to act
    return _state(table + (Play, ONLY_SEAT[turn], possible, None))


def _end_of_round(table: tuple[Any, ...], paradox: int | None) -> CatInTheBoxState:
    """CB16 to CB18: score; then the next round with the next start player, or CB5 and CB19: the end."""
    state = _state((*table, None, NO_SEATS, 0, None))
    this_round, setup = state.round, state.setup
    revealed = None if paradox is None else state.hands[paradox]
    result = score_round(setup, state.table, paradox, revealed)
    past = (*this_round.past, PastRound(result, this_round.deal, state.discards))
    if len(past) < setup.numbers.rounds:  # CB5: as many as players
        return deal_round(setup, past, (this_round.opening.start + 1) % setup.players)  # CB4
    last_round = this_round.after(past)
    return state._replace(round=last_round, outcome=final_outcome(last_round.results, setup.players))
