"""Many games stepped at once, on the rules in Python."""

from collections.abc import Sequence
from random import Random
from typing import Any

from purrlab.native.arguments import (
    MOST_GAMES,
    MOST_THREADS,
    check,
    check_action,
    check_array,
    check_neighbours,
    check_players,
    check_seed,
    whole,
)
from purrlab.native.encoding import GAME_OVER, GOES_ON, ROUND_OVER, numbers_in
from purrlab.native.fallback.deals import random_deal
from purrlab.native.fallback.game import Game
from purrlab.native.observation import OBSERVATION

KINDS = {"legal": "uint64", "turn": "int8", "done": "uint8", "winners": "uint8"}


class Batch:
    """Writes into arrays of the caller, like the compiled one. One thread does it all."""

    def __init__(self, players: int, size: int, seed: int, neighbours: Sequence[int], threads: int) -> None:
        self._players, self._neighbours = check_players(players), neighbours
        whole(size, 1, MOST_GAMES, "size: expected a whole number from 1 to 2^24")
        seeds = Random(check_seed(seed))
        check_neighbours(neighbours)
        whole(threads, 1, MOST_THREADS, f"threads: expected a whole number from 1 to {MOST_THREADS}")
        self._chance = [Random(seeds.getrandbits(64)) for _ in range(size)]
        self._games = [self._new(random) for random in self._chance]

    def _new(self, random: Random) -> Game:
        deals = [random_deal(self._players, random) for _ in range(self._players)]
        hands, turned_up = zip(*deals, strict=True)
        return Game(self._players, hands, turned_up, random.randrange(self._players), self._neighbours)

    def look(self, legal: Any, turn: Any, observations: Any, rewards: Any, done: Any, winners: Any) -> None:
        self._check_outputs(observations, rewards, legal=legal, turn=turn, done=done, winners=winners)
        for at in range(len(self._games)):
            self._write(at, legal, turn, observations)

    def step(
        self, actions: Any, legal: Any, turn: Any, observations: Any, rewards: Any, done: Any, winners: Any
    ) -> None:
        self._check(actions, "int32", 1, "actions: expected a C-ordered array of int32", to_read=True)
        self._check_outputs(observations, rewards, legal=legal, turn=turn, done=done, winners=winners)
        for game, action in zip(self._games, actions, strict=True):
            check_action(action, game.legal, "an action is not legal")
        for at, action in enumerate(actions):
            rewards[at], done[at], winners[at] = self._step(at, int(action))
            self._write(at, legal, turn, observations)

    def sample(self, actions: Any) -> None:
        self._check(actions, "int32", 1, "actions: expected a C-ordered array of int32 to write into")
        for at, (game, random) in enumerate(zip(self._games, self._chance, strict=True)):
            actions[at] = random.choice(numbers_in(game.legal))

    def _step(self, at: int, action: int) -> tuple[list[int], int, int]:
        """What everybody scored, what is over, and a bit for each winner."""
        game = self._games[at]
        number, before = game.number, game.totals
        game.step(action)
        if game.over:
            self._games[at] = self._new(self._chance[at])
            return _gained(game, before), GAME_OVER, sum(1 << seat for seat in game.winners)
        if game.number > number:
            return _gained(game, before), ROUND_OVER, 0
        return [0] * self._players, GOES_ON, 0

    def _write(self, at: int, legal: Any, turn: Any, observations: Any) -> None:
        game = self._games[at]
        legal[at], turn[at] = game.legal, game.turn
        if observations is not None:
            game.round.observe(game.turn, observations[at])

    def _check_outputs(self, observations: Any, rewards: Any, **lines: Any) -> None:
        self._check_grid(rewards, "rewards", self._players, "rewards: expected one column for each seat")
        if observations is not None:
            self._check_grid(observations, "observations", OBSERVATION.size, "observations: expected 256 columns")
        for name, array in lines.items():
            self._check(array, KINDS[name], 1, f"{name}: expected a C-ordered array of {KINDS[name]} to write into")

    def _check_grid(self, array: Any, name: str, columns: int, message: str) -> None:
        self._check(array, "float32", 2, f"{name}: expected a C-ordered array of float32 to write into")
        check(array.shape[1] == columns, message)

    def _check(self, array: Any, kind: str, dimensions: int, message: str, *, to_read: bool = False) -> None:
        check_array(array, kind, dimensions, message, to_read=to_read)
        check(len(array) == len(self._games), "arrays: expected one row for each game")


def _gained(game: Game, before: list[int]) -> list[int]:
    return [now - then for now, then in zip(game.totals, before, strict=True)]
