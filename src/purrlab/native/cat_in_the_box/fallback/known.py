"""What one seat knows of a round, and deals that fit it, on the rules in Python."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import NoReturn

from purrlab.games.cat_in_the_box.cells import COPIES_PER_VALUE, hand_of, values_in
from purrlab.games.cat_in_the_box.notation import Discard
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, first_round
from purrlab.games.cat_in_the_box.setup import Deal
from purrlab.native.arguments import check_policy, check_seed, refuse_pickling
from purrlab.native.cat_in_the_box.checks import check_known
from purrlab.native.cat_in_the_box.encoding import ACTIONS
from purrlab.native.cat_in_the_box.fallback.deals import as_last_round, setup_of
from purrlab.native.cat_in_the_box.fallback.policy import Policy
from purrlab.native.cat_in_the_box.fallback.round import Round
from purrlab.native.cat_in_the_box.history import follow


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
        self.players, self.seat, self.hand, self.discard = players, seat, hand, discard
        self._turned_up = tuple(turned_up)
        self._setup = setup_of(players, (), start, neighbours)
        self._moves = [ACTIONS[move] for move in moves]
        self._played = follow(players, seat, start, turned_up, hand, moves).played
        self.legal = self.redeal(0, None).legal

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    def redeal(self, seed: int, policy: Policy | None = None) -> Round:
        """A round that looks the same to the seat. Here every deal of the unseen cards is as likely as any other."""
        if policy is not None:
            check_policy(policy, Policy, self.players)
        deal, discards = self._deal(Random(check_seed(seed)))
        state = self._dealt(deal)
        if not self.discard:
            return Round.of(state, self.seat)
        for seat, discard in enumerate(discards):
            state = state.apply(seat, Discard(discard))
        for move in self._moves:
            turn = min(state.to_act)
            # Not verified: a red lead of the others may have been forced by other cards than these.
            state = state._apply(turn, move)  # noqa: SLF001
        return Round.of(state, self.seat)

    def _dealt(self, deal: Deal) -> CatInTheBoxState:
        return as_last_round(first_round(replace(self._setup, deals=(deal,) * self.players)))

    def _own(self) -> list[int]:
        """The cards that the seat has, the one that it discarded first."""
        return [self.discard, *values_in(self.hand)] if self.discard else list(values_in(self.hand))

    def _unseen(self) -> Counter[int]:
        unseen = Counter(dict.fromkeys(range(1, self._setup.numbers.highest + 1), COPIES_PER_VALUE))
        unseen.subtract([*self._own(), *self._turned_up, *chain.from_iterable(self._played)])
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
        return Deal(tuple(hands), (*self._turned_up, *cards)), [cards[0] for cards in held]
