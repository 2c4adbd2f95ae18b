"""Many games stepped at once, on the rules in Python."""

from collections.abc import Sequence
from random import Random
from typing import Any

from purrlab.native.fallback.checks import MOST, check_action, check_players, check_seed, whole
from purrlab.native.fallback.rounds import Game, random_deal
from purrlab.native.masks import OBSERVATION, numbers_in

GOES_ON, ROUND_OVER, GAME_OVER = range(3)


class Batch:
    """Writes into arrays of the caller, like the compiled one. One thread does it all."""

    def __init__(self, players: int, size: int, seed: int, neighbours: Sequence[int], threads: int) -> None:
        self._players, self._neighbours = check_players(players), list(neighbours)
        for number in (size, threads):
            whole(number, 1, MOST, "size and threads: expected at least 1")
        seeds = Random(check_seed(seed))
        self._chance = [Random(seeds.getrandbits(64)) for _ in range(size)]
        self._games = [self._new(random) for random in self._chance]

    def _new(self, random: Random) -> Game:
        deals = [random_deal(self._players, random) for _ in range(self._players)]
        hands, turned_up = zip(*deals, strict=True)
        return Game(self._players, hands, turned_up, random.randrange(self._players), self._neighbours)

    def look(self, legal: Any, turn: Any, observations: Any, rewards: Any, done: Any, winners: Any) -> None:
        self._check(legal, turn, rewards, done, winners)
        for at in range(len(self._games)):
            self._write(at, legal, turn, observations)

    def step(
        self, actions: Any, legal: Any, turn: Any, observations: Any, rewards: Any, done: Any, winners: Any
    ) -> None:
        self._check(actions, legal, turn, rewards, done, winners)
        for game, action in zip(self._games, actions, strict=True):
            check_action(action, game.legal, "an action is not legal")
        for at, action in enumerate(actions):
            rewards[at], done[at], winners[at] = self._step(at, int(action))
            self._write(at, legal, turn, observations)

    def sample(self, actions: Any) -> None:
        self._check(actions)
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
            if observations.shape[1] != OBSERVATION:
                raise ValueError("observations: expected 256 columns")
            game.round.observe(game.turn, observations[at])

    def _check(self, *arrays: Any) -> None:
        if any(len(array) != len(self._games) for array in arrays):
            raise ValueError("arrays: expected one row for each game")


def _gained(game: Game, before: list[int]) -> list[int]:
    return [now - then for now, then in zip(game.totals, before, strict=True)]
