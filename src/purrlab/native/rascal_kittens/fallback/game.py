"""A whole game on the rules in Python."""

from typing import TYPE_CHECKING, Any

from purrlab.games.rascal_kittens.furniture import COLOURS, TILE_NUMBER
from purrlab.games.rascal_kittens.notation import ACTIONS, Lay
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.rules import RascalKittensState, opening
from purrlab.games.rascal_kittens.scoring import total
from purrlab.games.rascal_kittens.setup import ROUNDS, RascalKittensSetup
from purrlab.native.arguments import check_policy, check_random_playouts, check_seat, check_seed
from purrlab.native.chance import Rng
from purrlab.native.observation import fill_mask
from purrlab.native.rascal_kittens.checks import check_advice, check_observe, check_setup, check_step
from purrlab.native.rascal_kittens.encoding import ACTION_NUMBER, bits_of, numbers_in, tile_set
from purrlab.native.rascal_kittens.fallback.observation import observation
from purrlab.native.rascal_kittens.fallback.policy import Policy
from purrlab.native.rascal_kittens.numbers import NO_NOTCH

if TYPE_CHECKING:
    from purrlab.native.rascal_kittens.fallback.known import Known


class Game:
    """A whole game, from its setup on."""

    def __init__(self, setup: RascalKittensSetup) -> None:
        self._state = opening(check_setup(setup))

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()  # its state is immutable

    @classmethod
    def of(cls, state: RascalKittensState) -> "Game":
        made = cls.__new__(cls)
        made._state = state  # noqa: SLF001  # its own
        return made

    @property
    def players(self) -> int:
        return self._state.players

    @property
    def turn(self) -> int:
        return self._state.turn

    @property
    def rooms(self) -> tuple[Room, ...]:
        return self._state.setup.rooms

    @property
    def legal(self) -> int:
        return 0 if self.over else bits_of(self._state.legal(self.turn))

    @property
    def legal_actions(self) -> list[int]:
        return numbers_in(self.legal)

    @property
    def over(self) -> bool:
        return self._state.outcome is not None

    @property
    def rounds(self) -> int:
        return len(self._state.rounds)

    @property
    def top(self) -> int:
        return TILE_NUMBER[self._state.top]

    @property
    def hands(self) -> list[int]:
        return [tile_set(hand) for hand in self._state.hands]

    @property
    def draws(self) -> list[int]:
        return [sum(1 << COLOURS.index(colour) for colour in drawn) for drawn in self._state.draws]

    @property
    def ends(self) -> list[int]:
        return [NO_NOTCH if end is None else end for end in self._state.ends]

    @property
    def strings(self) -> list[int]:
        return list(self._state.strings)

    @property
    def left(self) -> list[int]:
        return list(self._state.left)

    @property
    def taken(self) -> list[list[list[int]]]:
        return [list(map(list, tokens)) for tokens in self._state.taken]

    @property
    def totals(self) -> list[int]:
        return [total(tokens, older=self._state.setup.older) for tokens in self._state.taken]

    @property
    def winners(self) -> list[int]:
        return list(self._state.outcome.winners) if self._state.outcome else []

    def copy(self) -> "Game":
        return Game.of(self._state)

    def step(self, action: int) -> None:
        self._state = self._state.apply(self.turn, ACTIONS[check_step(self.legal, action)])

    def playout(self, seed: int, policy: Policy | None = None) -> int:
        if policy is not None:
            check_policy(policy, Policy, self.players)
        return self.play_on(Rng(check_seed(seed)), policy)

    def random_playouts(self, count: int, seed: int) -> tuple[int, int]:
        """Decisions made in so many random playouts of this game, and the sum of all totals."""
        count, seed = check_random_playouts(count, seed)
        rng, decisions, points = Rng(seed), 0, 0
        for _ in range(count):
            end = self.copy()
            decisions += end.play_on(rng, None)
            points += sum(end.totals)
        return decisions, points

    def play_on(self, rng: Rng, policy: Policy | None, until: int = ROUNDS) -> int:
        """Until so many rounds are over, or to the end of the game. Says how many decisions that were."""
        state, decisions = self._state, 0
        while state.expects and (state.expects is not Lay or len(state.rounds) < until):
            view = state.view(state.turn)
            action = policy.choose(view) if policy else rng.pick(view.legal)
            state = state.apply(state.turn, action)
            decisions += 1
        self._state = state
        return decisions

    def advice(self, policy: Policy) -> int:
        check_advice(self.legal)
        check_policy(policy, Policy, self.players)
        return ACTION_NUMBER[policy.choose(self._state.view(self.turn))]

    def worths(self, policy: Policy) -> list[int]:
        check_advice(self.legal)
        check_policy(policy, Policy, self.players)
        return policy.worths(self._state.view(self.turn))

    def observe(self, seat: int, out: Any, mask: Any = None) -> None:
        seat = check_observe(self.players, seat, out, mask)
        for at, number in enumerate(observation(self._state.view(seat))):
            out[at] = number
        fill_mask(mask, 0 if self.over or seat != self.turn else self.legal)

    def known(self, seat: int) -> "Known":
        from purrlab.native.rascal_kittens.fallback.known import Known  # noqa: PLC0415  # it makes games itself

        return Known(self._state.view(check_seat(seat, self.players)))
