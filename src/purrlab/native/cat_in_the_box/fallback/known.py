"""What one seat knows of a round, and deals that fit it, on the rules in Python."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NoReturn

from purrlab.games.cat_in_the_box.cells import COPIES_PER_VALUE, cells_of, hand_of, values_in
from purrlab.games.cat_in_the_box.notation import BIDS, Discard
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, first_round
from purrlab.games.cat_in_the_box.setup import CatInTheBoxSetup, Deal
from purrlab.native.arguments import check_policy, check_seed, refuse_pickling
from purrlab.native.cat_in_the_box.checks import check_known
from purrlab.native.cat_in_the_box.encoding import ACTION_NUMBER, ACTIONS, bits_of
from purrlab.native.cat_in_the_box.fallback.deals import as_last_round, setup_of, turn_in
from purrlab.native.cat_in_the_box.fallback.policy import Policy
from purrlab.native.cat_in_the_box.fallback.round import Round
from purrlab.native.cat_in_the_box.history import follow
from purrlab.native.chance import Rng


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
        players, seat, start, turned_up, hand, discard, moves, neighbours = check_known(
            players, seat, start, turned_up, hand, discard, moves, neighbours
        )
        setup = setup_of(players, (), start, neighbours)
        self._remember(setup, seat, turned_up, hand, discard, moves)
        self._first, self._discarded = seat, [bool(discard)] * players
        self.legal = self.redeal(0, None).legal

    @classmethod
    def of(cls, state: CatInTheBoxState, first: int, seat: int) -> "Known":
        """At any moment of a round; ``first`` is the first one to discard."""
        known = cls.__new__(cls)
        known._look_at(state, first, seat)  # noqa: SLF001  # its own
        return known

    def _look_at(self, state: CatInTheBoxState, first: int, seat: int) -> None:
        opening, bids = state.round.opening, [board.bid for board in state.boards]
        bidders = [(opening.start + turn) % state.players for turn in range(state.players)]
        bids_made = [BIDS[bid - 1] for bidder in bidders if (bid := bids[bidder]) is not None]
        moves = [ACTION_NUMBER[move] for move in (*bids_made, *(play for _, play in state.plays))]
        setup = replace(state.setup, deals=(), start=opening.start)
        self._remember(setup, seat, opening.turned_up, state.hands[seat], state.discards[seat] or 0, moves)
        self._first, self._discarded = first, [discard is not None for discard in state.discards]
        acts = state.outcome is None and turn_in(state, first) == seat
        self.legal = bits_of(state.legal(seat)) if acts else 0

    def _remember(
        self,
        setup: CatInTheBoxSetup,
        seat: int,
        turned_up: Sequence[int],
        hand: int,
        discard: int,
        moves: Sequence[int],
    ) -> None:
        self.players, self.seat, self.hand, self.discard = setup.players, seat, hand, discard
        self._setup, self._turned_up, self._moves = setup, tuple(turned_up), list(moves)
        history = follow(setup.players, seat, setup.start, turned_up, hand, moves)
        self._played, self._red_lead = history.played, history.red_lead

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    def redeal(self, seed: int, policy: Policy | None = None) -> Round:
        """A round that looks the same to the seat. Here every deal of the unseen cards is as likely as any other."""
        if policy is not None:
            check_policy(policy, Policy, self.players)
        rng = Rng(check_seed(seed))
        while True:
            made = self._made(*self._deal(rng))
            if not made.over:  # who is to act could, or the round would be over (CB15)
                return made

    def _made(self, deal: Deal, discards: list[int]) -> Round:
        state = self._dealt(deal)
        for seat, discard in enumerate(discards):
            if self._discarded[seat]:
                state = state.apply(seat, Discard(discard))
        for move in self._moves:
            # Not verified: a caller may say that others did what these cards do not allow.
            state = state._apply(min(state.to_act), ACTIONS[move])  # noqa: SLF001
        return Round.of(state, self._first)

    def _dealt(self, deal: Deal) -> CatInTheBoxState:
        return as_last_round(first_round(replace(self._setup, deals=(deal,) * self.players)))

    def _own(self) -> list[int]:
        """The cards that the seat has, the one that it discarded first."""
        return [self.discard, *values_in(self.hand)] if self.discard else list(values_in(self.hand))

    def _unseen(self) -> Counter[int]:
        unseen = Counter(dict.fromkeys(range(1, self._setup.numbers.highest + 1), COPIES_PER_VALUE))
        unseen.subtract([*self._own(), *self._turned_up, *chain.from_iterable(self._played)])
        return unseen

    def _forced_hand(self, cards: list[int], rng: Rng) -> list[int]:
        """CB11: who led red had nothing else, and still has not. Takes what it holds out of the cards."""
        if self._red_lead is None or self._red_lead.seat == self.seat:
            return []
        size = self._setup.numbers.hand - 1 - len(self._played[self._red_lead.seat])
        fitting = [value for value in cards if not cells_of(hand_of([value])) & self._red_lead.others]
        if len(fitting) < size:
            return []  # no round went like this, whatever a caller says
        rng.shuffle(fitting)
        for value in fitting[:size]:
            cards.remove(value)
        return fitting[:size]

    def _deal(self, rng: Rng) -> tuple[Deal, list[int]]:
        """The unseen cards dealt anew, for the start of the round, and what everybody discards of them."""
        numbers, own, cards = self._setup.numbers, self._own(), sorted(self._unseen().elements())
        rng.shuffle(cards)
        forced = self._forced_hand(cards, rng)
        held = []
        for seat, played in enumerate(self._played):
            has = forced if self._red_lead and self._red_lead.seat == seat else []
            held.append(own if seat == self.seat else _take(cards, numbers.hand - len(played) - len(has)) + has)
        hands = [hand_of([*cards, *played]) for cards, played in zip(held, self._played, strict=True)]
        return Deal(tuple(hands), (*self._turned_up, *cards)), [cards[0] for cards in held]


def _take(cards: list[int], count: int) -> list[int]:
    return [cards.pop() for _ in range(count)]
