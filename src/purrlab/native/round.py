"""One round of Cat in the Box."""

from collections.abc import Sequence
from typing import Any

from purrlab.native import backend
from purrlab.native.arguments import (
    NOT_LEGAL,
    check,
    check_action,
    check_count,
    check_deal,
    check_floats,
    check_neighbours,
    check_players,
    check_seat,
    check_seed,
)
from purrlab.native.observation import OBSERVATION
from purrlab.native.policy import Policy, check_policy


class Round(backend.CoreObject):
    """One round, whose discards are made in turn."""

    __slots__ = ()
    _core: "backend.core.Round"

    def __init__(
        self, players: int, hands: Sequence[int], turned_up: Sequence[int], start: int, neighbours: Sequence[int]
    ) -> None:
        players = check_players(players)
        start = check_seat(start, players, "start")
        dealt, table = check_deal(players, hands, turned_up)
        self._core = backend.core.Round(players, dealt, table, start, check_neighbours(neighbours))

    @classmethod
    def of(cls, core: "backend.core.Round") -> "Round":
        """The round that the core made."""
        made = cls.__new__(cls)
        made._core = core  # noqa: SLF001  # its own
        return made

    @property
    def players(self) -> int:
        return self._core.players

    @property
    def start(self) -> int:
        return self._core.start

    @property
    def turn(self) -> int:
        return self._core.turn

    @property
    def legal(self) -> int:
        """What ``turn`` may do, as bits."""
        return self._core.legal

    @property
    def over(self) -> bool:
        return self._core.over

    @property
    def paradox(self) -> int | None:
        return self._core.paradox

    @property
    def hands(self) -> list[int]:
        return self._core.hands

    @property
    def tokens(self) -> list[int]:
        return self._core.tokens

    @property
    def markers(self) -> list[int]:
        return self._core.markers

    @property
    def tricks(self) -> list[int]:
        return self._core.tricks

    @property
    def bids(self) -> list[int]:
        return self._core.bids

    @property
    def discards(self) -> list[int]:
        return self._core.discards

    def scores(self) -> list[int]:
        """What the round is worth; before its end, what it would be worth now."""
        return self._core.scores()

    def copy(self) -> "Round":
        return Round.of(self._core.copy())

    def step(self, action: int) -> None:
        """Raises ValueError, and changes nothing, when the action is not legal."""
        if not self._core.step(check_action(action)):
            raise ValueError(NOT_LEGAL)

    def playout(self, seed: int, policy: Policy | None = None) -> int:
        """To the end, at random or by the policy. Says how many decisions that were."""
        chosen = None if policy is None else check_policy(policy, self.players)
        return self._core.playout(check_seed(seed), chosen)

    def random_playouts(self, count: int, seed: int) -> tuple[int, int]:
        """Decisions made in so many random playouts of this round, and the sum of all points."""
        return self._core.random_playouts(check_count(count, "count"), check_seed(seed))

    def advice(self, policy: Policy) -> int:
        check(not self.over, "the round is over")
        return self._core.advice(check_policy(policy, self.players))

    def observe(self, seat: int, out: Any) -> None:
        """Writes what the seat sees into an array; OBSERVATION says which number is what."""
        seat = check_seat(seat, self.players)
        message = f"observation: expected a C-ordered array of {OBSERVATION.size} float32 to write into"
        check_floats(out, OBSERVATION.size, message)
        self._core.observe(seat, out)


def random_play(players: int, rounds: int, seed: int, neighbours: Sequence[int]) -> tuple[int, int]:
    """Decisions made in so many random rounds, and the sum of all points."""
    players, rounds = check_players(players), check_count(rounds, "rounds")
    return backend.core.random_play(players, rounds, check_seed(seed), check_neighbours(neighbours))
