"""Both games for Gymnasium, registered when this is imported.

One seat against named bots, ``gymnasium.make("purrlab/CatInTheBox-v0", opponents=["heuristic"] * 3)``, and thousands of
games at once, in which one policy plays all seats: ``BatchVectorEnv``. docs/environments.md describes observations,
actions and rewards.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from purrlab.bots import find_bot
from purrlab.envs.tables import MAX_OBSERVATION, CatInTheBoxTable, Observation, RascalKittensTable, Table
from purrlab.native.cat_in_the_box.batch import Batch as CatInTheBoxBatch
from purrlab.native.progress import GAME_OVER
from purrlab.native.rascal_kittens.batch import Batch as RascalKittensBatch

ILLEGAL_REWARD = -1.0


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a table, whose others are bots. An illegal action ends the game with a reward of -1."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012  # as the parent declares it

    def __init__(self, table: Table, opponents: Sequence[str], seat: int | None, render_mode: str | None) -> None:
        if seat is not None and seat not in range(table.players):
            raise ValueError("seat: no such seat")
        self.render_mode = render_mode
        self._table, self._fixed_seat = table, seat
        self._bots = [find_bot(table.rules.name, name) for name in opponents]
        self.action_space = spaces.Discrete(table.action_count)
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                "observation": spaces.Box(-MAX_OBSERVATION, MAX_OBSERVATION, (table.observation_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (table.action_count,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """The own seat is dealt by lot, unless it was named when the environment was made."""
        super().reset(seed=seed)
        lot = int(self.np_random.integers(self._table.players))
        self.seat = lot if self._fixed_seat is None else self._fixed_seat
        self._random = Random(int(self.np_random.integers(2**63)))
        self._table.begin(int(self.np_random.integers(2**63)))
        self._let_bots_play()
        return self._observed()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            scored = self._table.step(int(action))
        except ValueError:
            seen, info = self._observed()
            return seen, ILLEGAL_REWARD, True, False, {**info, "illegal": True}
        reward = (scored[self.seat] if scored else 0) + self._let_bots_play()
        seen, info = self._observed()
        return seen, float(reward), self._table.over, False, info

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self._table.text()
        return self._table.picture() if self.render_mode == "rgb_array" else None

    def _let_bots_play(self) -> int:
        """Until it is the own turn, or the game is over. Says what the own seat scored meanwhile."""
        points, table = 0, self._table
        while not table.over and table.turn != self.seat:
            bot = self._bots[(table.turn - self.seat) % table.players - 1]
            action = bot.choose(table.state.view(table.turn), self._random)
            scored = table.step(table.notation.index(action))
            points += scored[self.seat] if scored else 0
        return points

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        seen = self._table.observe(self.seat)
        return seen, {"action_mask": seen["action_mask"].copy(), "seat": self.seat}


class CatInTheBoxEnv(SeatEnv):
    """One seat of Cat in the Box."""

    def __init__(
        self,
        opponents: Sequence[str] = ("heuristic",) * 3,  # from the own seat on
        seat: int | None = None,
        rounds: int | None = 1,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``rounds``: 1, or None for a whole game; ``options`` as for a game by the rules."""
        super().__init__(CatInTheBoxTable(len(opponents) + 1, rounds, options), opponents, seat, render_mode)


class RascalKittensEnv(SeatEnv):
    """One seat of Rascal Kittens."""

    def __init__(
        self,
        opponents: Sequence[str] = ("heuristic",),  # from the own seat on
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``options`` as for a game by the rules."""
        super().__init__(RascalKittensTable(len(opponents) + 1, options), opponents, seat, render_mode)


class BatchVectorEnv(VectorEnv[npt.NDArray[np.float32], npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """Many games at once; each action is that of whoever is to act, ``infos["turn"]``.

    The reward is that of the seat that acted; ``infos["rewards"]`` has those of all seats. A game that is over is
    followed by a new one in the same step (AutoresetMode.SAME_STEP). The arrays are the batch's own: copy what you want
    to keep.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as the parent declares it

    def __init__(self, batch: CatInTheBoxBatch | RascalKittensBatch) -> None:
        if batch.observations is None:
            raise ValueError("batch: expected one with observations")
        self.batch, self._observations = batch, batch.observations
        self.num_envs, size = batch.observations.shape
        actions = batch.mask.shape[1]
        self.single_observation_space = spaces.Box(-MAX_OBSERVATION, MAX_OBSERVATION, (size,), np.float32)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Box(-MAX_OBSERVATION, MAX_OBSERVATION, (self.num_envs, size), np.float32)
        self.action_space = spaces.MultiDiscrete(np.full(self.num_envs, actions))
        self._rows, self._never = np.arange(self.num_envs), np.zeros(self.num_envs, bool)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """``seed`` is one for all games or one for each; without, the games go on where they were dealt."""
        if seed is not None:
            self.batch.reset(seed)
        return self._observations, self._infos()

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Raises ValueError, and changes nothing, when an action is not legal: see ``infos["action_mask"]``."""
        acted = self.batch.turn.copy()
        self.batch.step(actions)
        over, rewards = self.batch.done == GAME_OVER, self.batch.rewards[self._rows, acted]
        infos = self._infos()
        if over.any():
            infos["final_obs"], infos["_final_obs"] = self.batch.final_observations, over
        return self._observations, rewards, over, self._never, infos

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        return {"action_mask": batch.mask, "turn": batch.turn, "rewards": batch.rewards, "winners": batch.winners}


gymnasium.register("purrlab/CatInTheBox-v0", CatInTheBoxEnv)  # type: ignore[arg-type]  # it wants environments without types
gymnasium.register("purrlab/RascalKittens-v0", RascalKittensEnv)  # type: ignore[arg-type]
