"""Many games stepped at once on the rules in Python: what both games have in common."""

import pickle
from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from purrlab.native.arguments import (
    FALLBACK_HEAD,
    check,
    check_index,
    check_observe_all,
    check_put,
    check_seeds,
    refuse_pickling,
    refuse_saved,
)
from purrlab.native.chance import Rng
from purrlab.native.progress import GAME_OVER, GOES_ON

SUM_BYTES = 16


def _sum_of(pickled: bytes) -> bytes:
    """So that nothing that was damaged is unpickled."""
    return blake2b(pickled, digest_size=SUM_BYTES).digest()


class Steppable(Protocol):
    """A game of either core on the rules in Python."""

    @property
    def legal(self) -> int: ...
    @property
    def turn(self) -> int: ...
    def step(self, action: int) -> None: ...
    def observe(self, seat: int, out: Any) -> None: ...


G = TypeVar("G", bound=Steppable)


class FallbackBatch(ABC, Generic[G]):
    """Keeps its arrays, like the compiled one. One thread does it all."""

    def __init__(
        self, players: int, size: int, actions: int, observed: int, legal_type: str, game_class: type[G]
    ) -> None:
        import numpy as np  # noqa: PLC0415  # the rest of the core does without

        self._players, self._game_class = players, game_class
        self.actions, self.sampled = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.legal, self.turn = np.zeros(size, legal_type), np.zeros(size, np.int8)
        self.mask = np.zeros((size, actions), np.uint8)
        self.observations = np.zeros((size, observed), np.float32)
        self.final_observations = np.zeros((size, observed), np.float32)
        self.rewards = np.zeros((size, players), np.float32)
        self.done, self.winners = np.zeros(size, np.uint8), np.zeros(size, np.uint8)

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self)

    def reset(self, seed: int | Sequence[int]) -> None:
        """All games anew."""
        each, given = check_seeds(seed, len(self.actions))
        one = Rng(given[0])
        seeds = [Rng(number) for number in (given if each else (one.next() for _ in self.actions))]
        self._deals, self._samples = [Rng(rng.next()) for rng in seeds], [Rng(rng.next()) for rng in seeds]
        self._games = [self._new(at) for at in range(len(self.actions))]
        self.rewards[:], self.done[:], self.winners[:] = 0, GOES_ON, 0
        self._write_all()

    def step(self) -> bool:
        """What ``actions`` says. False, and nothing is changed, where one of them is not legal."""
        chosen = self.actions.tolist()
        if not all(action >= 0 and game.legal >> action & 1 for game, action in zip(self._games, chosen, strict=True)):
            return False
        for at, action in enumerate(chosen):
            game, acted = self._games[at], self._games[at].turn
            self.rewards[at], self.done[at], self.winners[at] = self._step(at, action)
            if self.done[at] == GAME_OVER and self.final_observations.size:
                game.observe(acted, self.final_observations[at])
            self._write(at)
        return True

    def sample(self) -> None:
        """Legal actions at random, into ``sampled``."""
        for at, (game, rng) in enumerate(zip(self._games, self._samples, strict=True)):
            legal = game.legal
            self.sampled[at] = rng.pick([action for action in range(legal.bit_length()) if legal >> action & 1])

    def game(self, index: int) -> G:
        """A copy of one of them."""
        return self._copied(self._games[check_index(index, len(self._games))])

    def put(self, index: int, game: G) -> None:
        """One of them is from now on a copy of this game."""
        at = check_index(index, len(self._games))
        check_put(game, self._game_class, self._players)
        self._games[at] = self._admitted(game)
        self._write(at)

    def observe(self, seats: Sequence[int], out: Any) -> None:
        """Writes what a seat of each game sees into the rows of an array."""
        chosen, rows = check_observe_all(seats, out, len(self._games), self._players, self._observed)
        for game, seat, row in zip(self._games, chosen, rows, strict=True):
            game.observe(seat, row)

    def copy(self) -> "FallbackBatch[G]":
        made = type(self).__new__(type(self))
        arrays = {name: value.copy() for name, value in vars(self).items() if hasattr(value, "dtype")}
        vars(made).update(vars(self) | arrays)
        made._take(self._saved())  # noqa: SLF001  # its own
        return made

    def save(self) -> bytes:
        """All games as they are, and the chance to come."""
        pickled = pickle.dumps((self._whole_kind(), self._saved()))
        return FALLBACK_HEAD + _sum_of(pickled) + pickled

    def restore(self, saved: bytes) -> None:
        """What a batch of the same kind and size saved."""
        summed, at = saved[len(FALLBACK_HEAD) :][:SUM_BYTES], len(FALLBACK_HEAD) + SUM_BYTES
        if not saved.startswith(FALLBACK_HEAD) or summed != _sum_of(saved[at:]):
            refuse_saved(saved, False)  # noqa: FBT003  # as the compiled core calls it
        try:
            saved_kind, games = pickle.loads(saved[at:])  # noqa: S301  # as the name says
        except (AttributeError, ImportError):  # what another version called otherwise
            refuse_saved(saved, False)  # noqa: FBT003
        for name, value in self._whole_kind().items():
            check(saved_kind[name] == value, f"saved: expected what a batch with the same {name} saved")
        self._check_saved(games[0])
        self._take(games)

    def _whole_kind(self) -> dict[str, Any]:
        common = {"players": self._players, "size": len(self._games), "observe": bool(self.observations.size)}
        return {**common, **self._kind}

    def _saved(self) -> tuple[Any, ...]:
        chance = [[rng.state for rng in rngs] for rngs in (self._deals, self._samples)]
        return (
            [self._copied(game) for game in self._games],
            *chance,
            *(array.copy() for array in (self.rewards, self.done, self.winners)),
            self.final_observations[self.done == GAME_OVER],
        )

    def _take(self, saved: tuple[Any, ...]) -> None:
        games, deals, samples, self.rewards[:], self.done[:], self.winners[:], ends = saved
        self.final_observations[self.done == GAME_OVER] = ends
        self._games = [self._copied(game) for game in games]
        self._deals, self._samples = list(map(Rng, deals)), list(map(Rng, samples))
        self._write_all()

    def _write_all(self) -> None:
        for at in range(len(self._games)):
            self._write(at)

    def _write(self, at: int) -> None:
        game = self._games[at]
        legal = game.legal
        self.legal[at], self.turn[at] = legal, game.turn
        self.mask[at] = [legal >> action & 1 for action in range(self.mask.shape[1])]
        if self.observations.size:
            game.observe(game.turn, self.observations[at])

    @abstractmethod
    def _new(self, at: int) -> G: ...

    @abstractmethod
    def _step(self, at: int, action: int) -> tuple[list[int], int, int]:
        """What everybody scored, what is over, and a bit for each winner."""

    def _admitted(self, game: G) -> G:
        """A copy of a game that is put; raises where this batch cannot go on with it."""
        return self._copied(game)

    def _check_saved(self, games: Sequence[G]) -> None:
        """Raises where this batch cannot go on with them."""

    @property
    @abstractmethod
    def _kind(self) -> dict[str, Any]:
        """What it has in common with batches that may restore its games, by the names of the fields."""

    @abstractmethod
    def _copied(self, game: G) -> G: ...

    @property
    @abstractmethod
    def _observed(self) -> int: ...
