"""The open history of a round, followed without the cards that a seat cannot see."""

from collections.abc import Sequence
from typing import NamedTuple

from purrlab.games.cat_in_the_box.cells import ALL_COLOURS, ONES, RED_ROW, cells_of, hand_of
from purrlab.games.cat_in_the_box.notation import PLAYS
from purrlab.games.cat_in_the_box.rules import neutral_tokens
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.cat_in_the_box.table import beating
from purrlab.native.cat_in_the_box.encoding import ACTIONS, FIRST_BID

ALL_ACTIONS = (1 << len(ACTIONS)) - 1
IMPOSSIBLE_MOVES_ERROR = "moves: no round goes like this"
BEATING = tuple(map(beating, PLAYS))  # CB13: by the best play so far, the cells that win against it


class RedLead(NamedTuple):
    """Red led while none was declared, which CB11 allows only where the leader's cards leave nothing else."""

    seat: int
    others: int  # cells, not red, that were open to it
    played: int  # cards that it had played before


class History(NamedTuple):
    """Where the bids and plays lead to."""

    turn: int
    can_act: bool  # whether the seat, if it is its turn, has anything to do
    played: list[list[int]]  # the values that each seat has played
    red_lead: RedLead | None  # there is one at most


def follow(players: int, seat: int, start: int, turned_up: Sequence[int], hand: int, moves: Sequence[int]) -> History:
    """From the first bid on. What no round allows, as far as the seat can tell, is a ValueError."""
    numbers = RULES_BY_PLAYERS[players]
    bidders = players if numbers.bids else 0
    bids, plays = moves[:bidders], moves[bidders:]
    too_long = len(plays) > players * (numbers.hand - 2)  # CB14
    if too_long or not all(move - FIRST_BID + 1 in numbers.bids for move in bids):  # CB8
        raise ValueError(IMPOSSIBLE_MOVES_ERROR)
    cells = (1 << 4 * numbers.highest) - 1  # that are in the game
    taken = covered = numbers.observed | neutral_tokens(turned_up) | ALL_ACTIONS & ~cells
    turn, in_trick, led, best, winner = (start + len(bids)) % players, 0, 0, 0, start
    markers, red_lead = [ALL_COLOURS] * players, None
    played: list[list[int]] = [[] for _ in range(players)]
    for move in plays:
        cell, colour = 1 << move, 1 << (move & 3)
        if taken & cell or not markers[turn] & colour:  # CB10
            raise ValueError(IMPOSSIBLE_MOVES_ERROR)
        if not in_trick:
            led = colour
            if cell & RED_ROW and not taken & ~covered & RED_ROW:
                red_lead = RedLead(turn, ONES * markers[turn] & ~taken & ~RED_ROW, len(played[turn]))
        elif colour != led:
            markers[turn] &= ~led  # CB12
        if not in_trick or BEATING[best] & cell:
            best, winner = move, turn
        taken |= cell
        played[turn].append(move // 4 + 1)
        turn, in_trick = (turn + 1) % players, in_trick + 1
        if in_trick == players:
            turn, in_trick = winner, 0
    own_lead = red_lead if red_lead and red_lead.seat == seat else None
    if own_lead and cells_of(hand + hand_of(played[seat][own_lead.played :])) & own_lead.others:
        raise ValueError(IMPOSSIBLE_MOVES_ERROR)
    can_act = len(bids) < bidders or bool(cells_of(hand) & ONES * markers[seat] & ~taken)
    return History(turn, can_act, played, red_lead)
