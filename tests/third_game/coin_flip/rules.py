"""Coin Flip, in the order of its rules."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from coin_flip.setup import ROUNDS, CoinFlipSetup, Side
from coin_flip.view import CoinFlipView, RoundResult, view_of
from purrlab.games.game import Action, IllegalAction, NotationError, Outcome, State
from purrlab.games.seats import NO_SEATS, ONLY_SEAT

MOST_HEADS = 3
POINTS = 2  # CF5: for the right number


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """CF4: say how many heads there are."""

    verb: ClassVar[str] = "guess"
    rule: ClassVar[str] = "CF4"
    form: ClassVar[str] = "guess <0-3>"
    asks: ClassVar[str] = "How many heads lie under all cups?"
    heads: int

    def check(self) -> None:
        if type(self.heads) is not int or not 0 <= self.heads <= MOST_HEADS:
            raise NotationError(f"heads: expected a whole number from 0 to {MOST_HEADS}, not {self.heads!r}")


GUESSES: tuple[Action, ...] = tuple(map(Guess, range(MOST_HEADS + 1)))


class _Fields(NamedTuple):
    setup: CoinFlipSetup
    past: tuple[RoundResult, ...]
    start: int  # of this round, or of the last one when the game is over
    guesses: tuple[int | None, ...]
    coins: tuple[Side, ...]  # hidden
    outcome: Outcome | None


class CoinFlipState(_Fields, State):
    __slots__ = ()
    __repr__ = State.__repr__

    @property
    def to_act(self) -> frozenset[int]:
        """CF4: in turn, from the start player on."""
        if self.outcome:
            return NO_SEATS
        said = sum(guess is not None for guess in self.guesses)
        return ONLY_SEAT[(self.start + said) % self.players]

    @property
    def expects(self) -> type[Action] | None:
        return None if self.outcome else Guess

    def view(self, seat: int | None) -> CoinFlipView:
        return view_of(self, seat)

    def _legal(self, seat: int) -> tuple[Action, ...]:
        return tuple(guess for guess in GUESSES if self.can(seat, guess))

    def _verify(self, seat: int, action: Guess) -> None:
        if action.heads > self.players:
            raise IllegalAction("CF4", f"there are only {self.players} coins")
        if action.heads in self.guesses and self.options["numbers"] == "different":
            said_by = self.guesses.index(action.heads)
            raise IllegalAction("CF4", f"seat {said_by} has said {action.heads} already, not seat {seat}")

    def _apply(self, seat: int, action: Guess) -> "CoinFlipState":
        state = self._replace(guesses=(*self.guesses[:seat], action.heads, *self.guesses[seat + 1 :]))
        return state if None in state.guesses else _score(state)


def first_round(setup: CoinFlipSetup) -> CoinFlipState:
    nothing_said = (None,) * setup.players
    return CoinFlipState(setup, (), setup.start, nothing_said, setup.coins(1), None)


def _score(state: CoinFlipState) -> CoinFlipState:
    """CF5, and then CF3 or CF6."""
    heads = state.coins.count("heads")
    scores = tuple(POINTS * (guess == heads) for guess in state.guesses)
    guesses = tuple(guess for guess in state.guesses if guess is not None)
    past = (*state.past, RoundResult(state.start, state.coins, guesses, heads, scores))
    if len(past) == ROUNDS:
        return state._replace(past=past, outcome=_outcome(past))
    return state._replace(
        past=past,
        start=(state.start + 1) % state.players,
        guesses=(None,) * state.players,
        coins=state.setup.coins(len(past) + 1),
    )


def _outcome(past: tuple[RoundResult, ...]) -> Outcome:
    """CF6: most points win."""
    totals = tuple(map(sum, zip(*(each.scores for each in past), strict=True)))
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return Outcome("points" if len(winners) == 1 else "tie", totals, winners)
