"""One round on the rules in Python."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from purrlab.games.cat_in_the_box.rules import CatInTheBoxState, first_round
from purrlab.games.cat_in_the_box.scoring import score_round
from purrlab.games.cat_in_the_box.setup import Deal
from purrlab.native.arguments import check_policy, check_random_playouts, check_seed
from purrlab.native.cat_in_the_box.checks import (
    check_advice,
    check_known_seat,
    check_observe,
    check_random_play,
    check_round,
    check_step,
)
from purrlab.native.cat_in_the_box.encoding import ACTION_NUMBER, ACTIONS, bits_of
from purrlab.native.cat_in_the_box.fallback.deals import as_last_round, deal_by, setup_of, turn_in
from purrlab.native.cat_in_the_box.fallback.observation import observation
from purrlab.native.cat_in_the_box.fallback.policy import Policy
from purrlab.native.chance import Rng
from purrlab.native.observation import fill_mask

if TYPE_CHECKING:
    from purrlab.native.cat_in_the_box.fallback.known import Known


class Round:
    """One round, whose discards are made in turn. To the rules it is the last one of a game, so they stop after it."""

    def __init__(
        self, players: int, hands: Sequence[int], turned_up: Sequence[int], start: int, neighbours: Sequence[int]
    ) -> None:
        players, hands, turned_up, start, neighbours = check_round(players, hands, turned_up, start, neighbours)
        deals = (Deal(tuple(hands), tuple(turned_up)),) * players
        self._state = as_last_round(first_round(setup_of(players, deals, start, neighbours)))
        self._first = start  # to discard

    @classmethod
    def of(cls, state: CatInTheBoxState, first: int) -> "Round":
        """The round of this state; ``first`` is the first one to discard."""
        made = cls.__new__(cls)
        made._state, made._first = as_last_round(state), first  # noqa: SLF001  # its own
        return made

    @property
    def state(self) -> CatInTheBoxState:
        return self._state

    @property
    def players(self) -> int:
        return self._state.players

    @property
    def start(self) -> int:
        return self._state.round.opening.start

    @property
    def over(self) -> bool:
        return self._state.outcome is not None

    @property
    def turn(self) -> int:
        return turn_in(self._state, self._first)

    @property
    def legal(self) -> int:
        return 0 if self.over else bits_of(self._state.legal(self.turn))

    @property
    def paradox(self) -> int | None:
        return self._state.round.past[-1].result.paradox if self.over else None

    @property
    def hands(self) -> list[int]:
        return list(self._state.hands)

    @property
    def tokens(self) -> list[int]:
        return [board.tokens for board in self._state.boards]

    @property
    def markers(self) -> list[int]:
        return [board.markers for board in self._state.boards]

    @property
    def tricks(self) -> list[int]:
        return [board.tricks for board in self._state.boards]

    @property
    def bids(self) -> list[int]:
        return [board.bid or 0 for board in self._state.boards]

    @property
    def discards(self) -> list[int]:
        return [discard or 0 for discard in self._state.discards]

    @property
    def turned_up(self) -> list[int]:
        return list(self._state.round.opening.turned_up)

    @property
    def plays(self) -> list[int]:
        return [ACTION_NUMBER[play] for _, play in self._state.plays]

    def scores(self) -> list[int]:
        """What the round is worth; before its end, what it would be worth now."""
        if self.over:
            return list(self._state.round.past[-1].result.scores)
        return list(score_round(self._state.setup, self._state.table, None, None).scores)

    def copy(self) -> "Round":
        return Round.of(self._state, self._first)

    def __deepcopy__(self, memo: object) -> "Round":
        return self.copy()  # its state is immutable

    def known(self, seat: int) -> "Known":
        from purrlab.native.cat_in_the_box.fallback.known import Known  # noqa: PLC0415  # it makes rounds itself

        return Known.of(self._state, self._first, check_known_seat(seat, self.players, self.over))

    def step(self, action: int) -> None:
        self._state = self._state.apply(self.turn, ACTIONS[check_step(self.legal, action)])

    def playout(self, seed: int, policy: Policy | None = None) -> int:
        if policy is not None:
            check_policy(policy, Policy, self.players)
        random, decisions = Random(check_seed(seed)), 0
        while not self.over:
            seat = self.turn
            action = policy.choose(self._state.view(seat)) if policy else random.choice(self._state.legal(seat))
            self._state = self._state.apply(seat, action)
            decisions += 1
        return decisions

    def random_playouts(self, count: int, seed: int) -> tuple[int, int]:
        """Decisions made in so many random playouts of this round, and the sum of all points."""
        count, seed = check_random_playouts(count, seed)
        random, decisions, points = Random(seed), 0, 0
        for _ in range(count):
            end = self.copy()
            decisions += end.playout(random.getrandbits(64))
            points += sum(end.scores())
        return decisions, points

    def advice(self, policy: Policy) -> int:
        check_advice(self.legal)
        check_policy(policy, Policy, self.players)
        return ACTION_NUMBER[policy.choose(self._state.view(self.turn))]

    def observe(self, seat: int, out: Any, mask: Any = None) -> None:
        seat = check_observe(self.players, seat, out, mask)
        for at, number in enumerate(observation(self._state, seat)):
            out[at] = number
        fill_mask(mask, 0 if self.over or seat != self.turn else self.legal)


def random_play(players: int, rounds: int, seed: int, neighbours: Sequence[int]) -> tuple[int, int]:
    """Decisions made in so many rounds, and the sum of all points."""
    players, rounds, seed, neighbours = check_random_play(players, rounds, seed, neighbours)
    rng, decisions, points = Rng(seed), 0, 0
    for number in range(rounds):
        played = Round(players, *deal_by(players, rng), number % players, neighbours)
        decisions += played.playout(rng.next())
        points += sum(played.scores())
    return decisions, points
