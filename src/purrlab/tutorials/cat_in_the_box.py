"""What tutorials of Cat in the Box can say."""

from random import Random

from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, COLOURS, COPIES_PER_VALUE, ONES, CardColour, copies
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.table import RoundResult, beating
from purrlab.games.cat_in_the_box.view import CatInTheBoxView, PlaysAhead
from purrlab.games.game import State
from purrlab.tutorials.claims import Claims, Situation

# Of an action


def _ahead(situation: Situation) -> PlaysAhead:
    ahead = _view(situation).ahead
    assert ahead is not None
    return ahead


def _play(situation: Situation) -> Play:
    assert isinstance(situation.action, Play)
    return situation.action


def _wins(situation: Situation) -> bool:
    """CB13: it would be the best card of the trick so far."""
    return situation.action in _ahead(situation).wins


def _loses(situation: Situation) -> bool:
    return not _wins(situation)


def _gives_up(situation: Situation, colour: str) -> bool:
    """CB12: it would cost the marker of the led colour."""
    return situation.action in _ahead(situation).leaves and _state(situation).led == colour


def _keeps_all_colours(situation: Situation) -> bool:
    return situation.action not in _ahead(situation).leaves


def _makes_group(situation: Situation, size: int) -> bool:
    """CB17: the largest group of the learner would have this size."""
    grown = dict(_ahead(situation).grows)
    return grown.get(_play(situation), _view(situation).group_sizes[situation.seat]) == size


def _makes_group_below(situation: Situation, size: int) -> bool:
    return any(_makes_group(situation, smaller) for smaller in range(size))


def _beating(situation: Situation) -> int:
    """CB13: the cells of cards that beat it and can still be declared."""
    state = _state(situation)
    of_the_deck = (1 << 4 * state.setup.numbers.highest) - 1
    return beating(_play(situation)) & of_the_deck & ~(state.declared | state.round.opening.covered)


def _is_beatable(situation: Situation) -> bool:
    return bool(_beating(situation))


def _is_beatable_in_its_colour(situation: Situation) -> bool:
    return bool(_beating(situation) & COLOUR_BIT[_play(situation).colour] * ONES)


def _is_beatable_by_red_alone(situation: Situation) -> bool:
    return _is_beatable(situation) and not _beating(situation) & ~(COLOUR_BIT["red"] * ONES)


def _is_unbeatable(situation: Situation) -> bool:
    return not _is_beatable(situation)


def _is_red(situation: Situation) -> bool:
    return _colour(situation, "red")


def _colour(situation: Situation, colour: str) -> bool:
    return _play(situation).colour == colour


def _value(situation: Situation, value: int) -> bool:
    action = situation.action
    return isinstance(action, Play | Discard) and action.value == value


def _higher_than(situation: Situation, value: int) -> bool:
    action = situation.action
    return isinstance(action, Play | Discard) and action.value > value


def _lower_than(situation: Situation, value: int) -> bool:
    action = situation.action
    return isinstance(action, Play | Discard) and action.value < value


def _leaves_cells(situation: Situation, value: int, count: int) -> bool:
    """CB10, CB12: in how many cells the learner could declare a value after this play."""
    return _open_cells(_after(situation), situation.seat, value) == count


def _leaves_more_cards_than_cells(situation: Situation, value: int) -> bool:
    after = _after(situation)
    return copies(after.hands[situation.seat], value) > _open_cells(after, situation.seat, value)


def _leaves_no_play(situation: Situation) -> bool:
    """CB10, CB12: none of the learner's cards could be declared after this play, even if nobody took a cell."""
    after = _after(situation)
    return not any(_open_cells(after, situation.seat, value) for value in _values_in_hand(after, situation.seat))


def _values_in_hand(state: CatInTheBoxState, seat: int) -> set[int]:
    return set(state.view(seat).hand or ())


def _after(situation: Situation) -> CatInTheBoxState:
    return _state(situation).apply(situation.seat, _play(situation))


def _bids_less_than(situation: Situation, tricks: int) -> bool:
    return isinstance(situation.action, Bid) and situation.action.tricks < tricks


def _bids_more_than(situation: Situation, tricks: int) -> bool:
    return isinstance(situation.action, Bid) and situation.action.tricks > tricks


# Of a moment


def _state(situation: Situation) -> CatInTheBoxState:
    return _at(situation.state)


def _at(state: State) -> CatInTheBoxState:
    assert isinstance(state, CatInTheBoxState)
    return state


def _view(situation: Situation) -> CatInTheBoxView:
    return _state(situation).view(situation.seat)


def _rounds(situation: Situation, rounds: int) -> bool:
    """CB5."""
    return _view(situation).round_count == rounds


def _cards_of_each_value(situation: Situation, cards: int) -> bool:
    """CB1: among all that were dealt."""
    setup = _state(situation).setup
    dealt = (*setup.deals[0].hands, *(1 << 4 * (value - 1) for value in setup.deals[0].table))
    return all(sum(copies(hand, value) for hand in dealt) == cards for value in range(1, setup.numbers.highest + 1))


def _cells_of_each_value(situation: Situation, cells: int) -> bool:
    """CB3: those that are in play as a round begins."""
    setup = _state(situation).setup
    in_play = [
        [Play(value, colour).cell & ~setup.numbers.observed for colour in COLOURS]
        for value in range(1, setup.numbers.highest + 1)
    ]
    return all(sum(map(bool, of_value)) == cells for of_value in in_play)


def _cannot_bid(situation: Situation, tricks: int) -> bool:
    """CB8: though more can be bid."""
    bids = _state(situation).setup.numbers.bids
    return tricks not in bids and max(bids) > tricks


def _kept_at_the_end(situation: Situation, cards: int) -> bool:
    """CB14: what everybody has left when a round ends without a paradox. It is played to its end at random."""
    random, rounds = Random(1), len(_state(situation).round.results)  # noqa: S311  # any round will do
    while True:
        state = situation.state
        while not state.outcome and len(_at(state).round.results) == rounds:
            seat = min(state.to_act)
            state = state.apply(seat, random.choice(state.legal(seat)))
        ended = _at(state).round.results[-1]
        if ended.paradox is None:
            return all(board.cards == cards for board in ended.boards)


def _holds_cards(situation: Situation, value: int, count: int) -> bool:
    hand = _view(situation).hand
    assert hand is not None
    return hand.count(value) == count


def _cells(situation: Situation, value: int, count: int) -> bool:
    """CB10: in how many cells the learner can still declare a value."""
    return _open_cells(_state(situation), situation.seat, value) == count


def _open_cells(state: CatInTheBoxState, seat: int, value: int) -> int:
    taken = state.declared | state.round.opening.covered
    return copies(state.boards[seat].markers * ONES & ~taken, value).bit_count()


def _unseen(situation: Situation, value: int, count: int) -> bool:
    """How many cards of a value the learner has seen nothing of: every token shows one, and the own are known."""
    state, view = _state(situation), _view(situation)
    assert view.hand is not None
    tokens = copies(state.declared | state.round.opening.neutral, value).bit_count()
    return COPIES_PER_VALUE - tokens - view.hand.count(value) - (view.discard == value) == count


def _tricks_to_play(situation: Situation, tricks: int) -> bool:
    """CB14: one card is not played."""
    hand = _view(situation).hand
    assert hand is not None
    return len(hand) - 1 == tricks


def _highest_value(situation: Situation, value: int) -> bool:
    """CB1: of all cards in the game."""
    return _state(situation).setup.numbers.highest == value


def _highest_in_hand(situation: Situation, value: int) -> bool:
    return max(_view(situation).hand or (0,)) == value


def _red_is_closed(situation: Situation) -> bool:
    """CB11: the leader cannot declare red yet."""
    return any(barred.code == "red-not-yet" for barred in _ahead(situation).barred)


def _red_is_open(situation: Situation) -> bool:
    return any(isinstance(play, Play) and play.colour == "red" for play in _view(situation).legal)


def _led(situation: Situation, colour: str) -> bool:
    return _state(situation).led == colour


def _leads(situation: Situation) -> bool:
    return _seat_leads(situation, situation.seat)


def _seat_leads(situation: Situation, seat: int) -> bool:
    return _state(situation).led is None and seat in situation.state.to_act


def _played(situation: Situation, seat: int, value: int, colour: CardColour) -> bool:
    """In this trick, or in the last one if none has begun."""
    plays = _state(situation).plays[-situation.state.players :]
    return (seat, Play(value, colour)) in plays


def _gave_up(situation: Situation, seat: int, colour: str) -> bool:
    """CB12: in this round, or in the last one if this one has only been dealt."""
    state = _state(situation)
    boards = state.boards if state.plays or not state.round.results else state.round.results[-1].boards
    return not boards[seat].markers & COLOUR_BIT[colour]


def _won_trick(situation: Situation, seat: int) -> bool:
    return _state(situation).finished[-1].winner == seat


def _won_as_highest_led(situation: Situation) -> bool:
    """CB13: the last trick went to the highest card of the led colour."""
    return _state(situation).finished[-1].reason == "highest-led"


def _has_tricks(situation: Situation, seat: int, tricks: int) -> bool:
    return _state(situation).boards[seat].tricks == tricks


def _has_bid(situation: Situation, seat: int, tricks: int) -> bool:
    return _state(situation).boards[seat].bid == tricks


def _needs_tricks(situation: Situation, tricks: int) -> bool:
    """CB17: to have as many as were bid."""
    board = _state(situation).boards[situation.seat]
    return board.bid is not None and board.bid - board.tricks == tricks


def _has_group(situation: Situation, seat: int, size: int) -> bool:
    return _view(situation).group_sizes[seat] == size


def _no_bids(situation: Situation) -> bool:
    """CB8: two players do not bid."""
    return not _view(situation).bids


def _turned_up(situation: Situation, *values: int) -> bool:
    """CB20."""
    return _state(situation).round.opening.turned_up == values


def _turned_up_cards(situation: Situation, cards: int) -> bool:
    return len(_state(situation).round.opening.turned_up) == cards


def _neutral(situation: Situation, value: int, colour: CardColour) -> bool:
    """CB20: a neutral token lies on the cell."""
    return bool(_state(situation).round.opening.neutral & Play(value, colour).cell)


def _alone(situation: Situation, seat: int, value: int, colour: CardColour) -> bool:
    """CB17: no other token of this seat touches the one on the cell."""
    state, cell = _state(situation), Play(value, colour).cell
    tokens = state.boards[seat].tokens
    return bool(tokens & cell) and not tokens & state.setup.layout.neighbours[cell]


def _owns(situation: Situation, seat: int, value: int, colour: CardColour) -> bool:
    """CB9: a token of this seat lies on the cell."""
    return bool(_state(situation).boards[seat].tokens & Play(value, colour).cell)


def _taken(situation: Situation, value: int, colour: str) -> bool:
    """CB10: a token lies on the cell, now or at the end of the round that is over."""
    state = _state(situation)
    tokens = state.declared | state.round.opening.covered
    if not state.plays and state.round.results:
        tokens = sum(board.tokens for board in _last_round(situation).boards)
    return bool(tokens & COLOUR_BIT[colour] * ONES & 0xF << 4 * (value - 1))


# Of the round that is over


def _last_round(situation: Situation) -> RoundResult:
    return _state(situation).round.results[-1]


def _paradox(situation: Situation, seat: int) -> bool:
    return _last_round(situation).paradox == seat


def _no_paradox(situation: Situation) -> bool:
    return _last_round(situation).paradox is None


def _revealed_only(situation: Situation, *values: int) -> bool:
    """CB15: the hand of the paradox player has these values and no others."""
    return set(_last_round(situation).revealed or ()) == set(values)


def _score(situation: Situation, seat: int, points: int) -> bool:
    return _last_round(situation).scores[seat] == points


def _bonus(situation: Situation, seat: int, points: int) -> bool:
    return _last_round(situation).bonus[seat] == points


def _round_tricks(situation: Situation, seat: int, tricks: int) -> bool:
    return _last_round(situation).tricks[seat] == tricks


def _tricks_in_round(situation: Situation, tricks: int) -> bool:
    return sum(_last_round(situation).tricks) == tricks


def _round_bid(situation: Situation, seat: int, tricks: int) -> bool:
    bids = _last_round(situation).bids
    return bids is not None and bids[seat] == tricks


CLAIMS: Claims = {
    "wins": _wins,
    "loses": _loses,
    "gives-up": _gives_up,
    "keeps-all-colours": _keeps_all_colours,
    "makes-group": _makes_group,
    "makes-group-below": _makes_group_below,
    "leaves-cells": _leaves_cells,
    "leaves-more-cards-than-cells": _leaves_more_cards_than_cells,
    "leaves-no-play": _leaves_no_play,
    "beatable": _is_beatable,
    "beatable-in-its-colour": _is_beatable_in_its_colour,
    "beatable-by-red-alone": _is_beatable_by_red_alone,
    "unbeatable": _is_unbeatable,
    "red": _is_red,
    "colour": _colour,
    "value": _value,
    "higher-than": _higher_than,
    "lower-than": _lower_than,
    "bids-less-than": _bids_less_than,
    "bids-more-than": _bids_more_than,
    "rounds": _rounds,
    "cards-of-each-value": _cards_of_each_value,
    "cells-of-each-value": _cells_of_each_value,
    "cannot-bid": _cannot_bid,
    "kept-at-the-end": _kept_at_the_end,
    "holds": _holds_cards,
    "cells": _cells,
    "unseen": _unseen,
    "tricks-to-play": _tricks_to_play,
    "highest-value": _highest_value,
    "highest-in-hand": _highest_in_hand,
    "red-is-closed": _red_is_closed,
    "red-is-open": _red_is_open,
    "led": _led,
    "leads": _leads,
    "seat-leads": _seat_leads,
    "played": _played,
    "gave-up": _gave_up,
    "won-trick": _won_trick,
    "won-as-highest-led": _won_as_highest_led,
    "has-tricks": _has_tricks,
    "has-bid": _has_bid,
    "needs-tricks": _needs_tricks,
    "has-group": _has_group,
    "no-bids": _no_bids,
    "turned-up": _turned_up,
    "turned-up-cards": _turned_up_cards,
    "neutral": _neutral,
    "owns": _owns,
    "alone": _alone,
    "taken": _taken,
    "paradox": _paradox,
    "no-paradox": _no_paradox,
    "revealed-only": _revealed_only,
    "score": _score,
    "bonus": _bonus,
    "round-tricks": _round_tricks,
    "tricks-in-round": _tricks_in_round,
    "round-bid": _round_bid,
}
