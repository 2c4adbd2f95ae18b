"""What one seat knows of a round, and deals that fit it, on the rules in Python."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from purrlab.games.cat_in_the_box.cells import ALL_COLOURS, COLOUR_BIT, COPIES, hand_of, values_in
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, first_round, trick_winner
from purrlab.games.cat_in_the_box.setup import NUMBERS, Deal
from purrlab.games.game import IllegalAction
from purrlab.native.arguments import (
    check,
    check_copies,
    check_hand,
    check_players,
    check_seat,
    check_seed,
    check_turned_up,
    size_of,
    whole,
)
from purrlab.native.encoding import ACTIONS, BID, DISCARD
from purrlab.native.fallback.deals import as_last_round, setup_of
from purrlab.native.fallback.policy import Policy, check_policy
from purrlab.native.fallback.round import Round

MOST_MOVES = 48
IMPOSSIBLE = "moves: no round goes like this"


class Known:
    """What one seat knows of a round: the open history, the own hand and the own discard."""

    def __init__(
        self,
        players: int,
        seat: int,
        start: int,
        turned_up: Sequence[int],
        hand: int,
        discard: int,
        moves: Sequence[int],
        neighbours: Sequence[int],
    ) -> None:
        self.players = players = check_players(players)
        self.seat = seat = check_seat(seat, players)
        self._setup = setup_of(players, (), check_seat(start, players, "start"), neighbours)
        self.discard = whole(discard, 0, NUMBERS[players].highest, "discard: no such value")
        only = "moves: bids and plays only"
        check(size_of(moves, only) < MOST_MOVES, "moves: too many for a round")
        check(all(not DISCARD <= whole(move, 0, len(ACTIONS) - 1, only) < BID for move in moves), only)
        check(not len(moves) or bool(discard), "moves: none before the own discard (CB7)")
        self.turned_up = check_turned_up(turned_up, players)
        self._moves = [ACTIONS[move] for move in moves]
        self._played = self._who_played()
        size = NUMBERS[players].hand - len(self._played[seat]) - bool(discard)
        self.hand = check_hand(hand, players, size)
        check_copies(COPIES - min(self._unseen().values()))
        try:
            seen = self.redeal(0)
        except IllegalAction:
            raise ValueError(IMPOSSIBLE) from None
        check(seen.turn == seat and not seen.over, "moves: after these it is not this seat's turn")
        self.legal = seen.legal

    def _who_played(self) -> list[list[int]]:
        """The values that each seat has played. What no round allows is refused, as far as the seat can tell."""
        numbers, players = self._setup.numbers, self.players
        bids = players if numbers.bids else 0
        check(all(isinstance(move, Bid) and move.tricks in numbers.bids for move in self._moves[:bids]), IMPOSSIBLE)
        played: list[list[int]] = [[] for _ in range(players)]
        trick: list[tuple[int, Play]] = []
        turn, markers = self._setup.start, [ALL_COLOURS] * players
        taken = self._dealt(Deal((0,) * players, self.turned_up)).round.opening.covered
        for at, play in enumerate(self._moves[bids:]):
            check(isinstance(play, Play) and at < players * (numbers.hand - 2), IMPOSSIBLE)
            assert isinstance(play, Play)
            colour = COLOUR_BIT[play.colour]
            check(play.value <= numbers.highest and bool(markers[turn] & colour) and not taken & play.cell, IMPOSSIBLE)
            if trick and trick[0][1].colour != play.colour:
                markers[turn] &= ~COLOUR_BIT[trick[0][1].colour]
            taken |= play.cell
            played[turn].append(play.value)
            trick.append((turn, play))
            turn = (turn + 1) % players
            if len(trick) == players:
                turn = trick_winner(trick)
                trick.clear()
        return played

    def redeal(self, seed: int, policy: Policy | None = None) -> Round:
        """A round that looks the same to the seat. Here every deal of the unseen cards is as likely as any other."""
        if policy is not None:
            check_policy(policy, self.players)
        deal, discards = self._deal(Random(check_seed(seed)))
        state = self._dealt(deal)
        if not self.discard:
            return Round.of(state, self.seat)
        for seat, discard in enumerate(discards):
            state = state.apply(seat, Discard(discard))
        for move in self._moves:
            turn = min(state.to_act)
            # Of the others not verified: a red lead may have been forced by other cards than these.
            state = state.apply(turn, move) if turn == self.seat else state._apply(turn, move)  # noqa: SLF001
        return Round.of(state, self.seat)

    def _dealt(self, deal: Deal) -> CatInTheBoxState:
        return as_last_round(first_round(replace(self._setup, deals=(deal,) * self.players)))

    def _own(self) -> list[int]:
        """The cards that the seat has, the one that it discarded first."""
        return [self.discard, *values_in(self.hand)] if self.discard else list(values_in(self.hand))

    def _unseen(self) -> Counter[int]:
        unseen = Counter(dict.fromkeys(range(1, self._setup.numbers.highest + 1), COPIES))
        unseen.subtract([*self._own(), *self.turned_up, *chain.from_iterable(self._played)])
        return unseen

    def _deal(self, random: Random) -> tuple[Deal, list[int]]:
        """The unseen cards dealt anew, for the start of the round, and what everybody discards of them."""
        numbers, own, cards = self._setup.numbers, self._own(), list(self._unseen().elements())
        random.shuffle(cards)
        held = [
            own if seat == self.seat else [cards.pop() for _ in range(numbers.hand - len(played))]
            for seat, played in enumerate(self._played)
        ]
        hands = [hand_of([*cards, *played]) for cards, played in zip(held, self._played, strict=True)]
        return Deal(tuple(hands), (*self.turned_up, *cards)), [cards[0] for cards in held]
