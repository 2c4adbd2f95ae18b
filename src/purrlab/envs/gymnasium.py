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
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv

from purrlab.bots import find_bot
from purrlab.envs.cat_in_the_box import CatInTheBoxTable, check_rounds
from purrlab.envs.rascal_kittens import RascalKittensTable
from purrlab.envs.tables import (
    PICTURE_WIDTH_PIXELS,
    Observation,
    Table,
    action_number,
    check_picture_width,
    check_render_mode,
    not_reset,
)
from purrlab.native.arguments import MAX_BATCH_SIZE, check_flag, check_seat, check_seed, check_seeds, whole
from purrlab.native.batch import GameBatch
from purrlab.native.cat_in_the_box.batch import Batch as CatInTheBoxBatch
from purrlab.native.progress import GAME_OVER
from purrlab.native.rascal_kittens.batch import Batch as RascalKittensBatch

UNKNOWN_SEED = -1  # as Gymnasium says it of chance that does not come from one number


def check_reset_options(options: Mapping[str, Any] | None) -> None:
    if options:
        raise ValueError(
            f"options: reset has none, but got {str(options)[:80]}; the game's are given to gymnasium.make"
        )


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a table, whose others are bots.

    An illegal action ends the game, with a reward that is less than the rules can cost.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012  # as the parent declares it

    def __init__(
        self, table: Table, opponents: Sequence[str], seat: int | None, render_mode: str | None, width_pixels: int
    ) -> None:
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self._width_pixels = check_picture_width(width_pixels)
        self._table, self._fixed_seat = table, None if seat is None else check_seat(seat, table.players)
        self._over: bool | None = None  # None before ``reset``
        self._bots = [find_bot(table.rules.name, name) for name in opponents]
        self.action_space = spaces.Discrete(table.action_count)
        self.observation_space = table.new_observation_space()  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """The own seat is dealt by lot, unless it was named when the environment was made."""
        check_reset_options(options)
        super().reset(seed=None if seed is None else check_seed(seed))
        lot = int(self.np_random.integers(self._table.players))
        self.seat = lot if self._fixed_seat is None else self._fixed_seat
        self._random = Random(int(self.np_random.integers(2**63)))
        self._table.begin(int(self.np_random.integers(2**63)))
        self._let_bots_play()
        self._over = False
        return self._observed()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._over is None:
            raise not_reset()
        if self._over:
            raise ResetNeeded("step: the game is over; reset() needs to be called before the next step")
        number = action_number(action)
        try:
            scored = self._table.step(number)
        except ValueError:
            self._over = True
            seen = self._table.observe_only(self.seat)
            told = {"illegal": True, "reason": self._table.refuse(number)}
            info = {"action_mask": seen["action_mask"].copy(), "seat": self.seat, **told}
            return seen, float(self._table.illegal_reward), True, False, info
        reward = (scored[self.seat] if scored else 0) + self._let_bots_play()
        self._over = self._table.over
        seen, info = self._observed()
        return seen, float(reward), self._over, False, info

    def render(self) -> Any:
        if self._over is None:
            raise not_reset()
        if self.render_mode == "ansi":
            return self._table.text()
        if self.render_mode == "rgb_array":
            return self._table.picture(self._width_pixels)
        gymnasium.logger.warn("render: no render_mode was given when the environment was made, so nothing is shown")
        return None

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


def players_of(opponents: object) -> int:
    if (
        isinstance(opponents, str)
        or not isinstance(opponents, Sequence)
        or not all(isinstance(name, str) for name in opponents)
    ):
        raise TypeError(f'opponents: expected a name for each, such as ["heuristic"], not {str(opponents)[:40]!r}')
    return len(opponents) + 1


class CatInTheBoxEnv(SeatEnv):
    """One seat of Cat in the Box."""

    def __init__(
        self,
        opponents: Sequence[str] = ("heuristic",) * 3,  # from the own seat on
        seat: int | None = None,
        rounds: int | None = 1,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        width_pixels: int = PICTURE_WIDTH_PIXELS,
    ) -> None:
        """``rounds``: 1, or None for a whole game; ``options`` as for a game by the rules."""
        table = CatInTheBoxTable(players_of(opponents), rounds, options)
        super().__init__(table, opponents, seat, render_mode, width_pixels)


class RascalKittensEnv(SeatEnv):
    """One seat of Rascal Kittens."""

    def __init__(
        self,
        opponents: Sequence[str] = ("heuristic",),  # from the own seat on
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        width_pixels: int = PICTURE_WIDTH_PIXELS,
    ) -> None:
        """``options`` as for a game by the rules."""
        table = RascalKittensTable(players_of(opponents), options)
        super().__init__(table, opponents, seat, render_mode, width_pixels)


class BatchVectorEnv(VectorEnv[npt.NDArray[np.float32], npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """Many games at once; each action is that of whoever is to act, ``infos["turn"]``.

    The reward is that of the seat that acted; ``infos["rewards"]`` has those of all seats. A game that is over is
    followed by a new one in the same step (AutoresetMode.SAME_STEP): ``final_obs`` and ``final_info`` tell of its end.
    Without ``copy`` the arrays are the batch's own, and the next step writes over them.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as the parent declares it

    def __init__(self, batch: CatInTheBoxBatch | RascalKittensBatch, *, copy: bool = True) -> None:
        if not isinstance(batch, GameBatch):
            raise TypeError(f"batch: expected a Batch, not {str(batch)[:40]!r}")
        if batch.observations is None:
            raise ValueError("batch: expected one with observations")
        check_flag(copy, "copy")
        self.batch, self._observations, self._copy = batch, batch.observations, copy
        self.num_envs, size = batch.observations.shape
        actions, bound = batch.mask.shape[1], batch.observation_bound
        self.single_observation_space = spaces.Box(-bound, bound, (size,), np.float32)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Box(-bound, bound, (self.num_envs, size), np.float32)
        self.action_space = spaces.MultiDiscrete(np.full(self.num_envs, actions))
        self._dealt = False  # since the environment was made
        self._rows, self._mask = np.arange(self.num_envs), batch.mask.view(np.int8)  # as ``sample`` of a space takes it

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """All games anew: by one seed, or by one for each; without, by the chance that the last seed began."""
        if self.closed:
            raise ClosedEnvironmentError("reset: the environment is closed")
        check_reset_options(options)
        if seed is None:
            self.batch.reset(int(self.np_random.integers(2**63)))
        else:
            each, seeds = check_seeds(seed, self.num_envs)
            self.batch.reset(seeds if each else seeds[0])
            self._np_random, self._np_random_seed = np.random.default_rng(seeds), seeds[0] if not each else UNKNOWN_SEED
        self._dealt = True
        return self._told(self._observations), self._infos()

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Raises ValueError, and changes nothing, when an action is not legal: see ``infos["action_mask"]``."""
        if self.closed:
            raise ClosedEnvironmentError("step: the environment is closed")
        if not self._dealt:
            raise not_reset()
        acted = self.batch.turn.copy()
        self.batch.step(actions)
        over, rewards = self.batch.done == GAME_OVER, self.batch.rewards[self._rows, acted]
        infos = self._infos()
        if over.any():
            infos |= self._ends(over, acted)
        return self._told(self._observations), rewards, over, np.zeros(self.num_envs, bool), infos

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        told: dict[str, npt.NDArray[Any]] = {
            "action_mask": self._mask,
            "turn": batch.turn,
            "rewards": batch.rewards,
            "winners": batch.winners,
        }
        return {name: self._told(array) for name, array in told.items()}

    def _ends(self, over: npt.NDArray[np.bool_], acted: npt.NDArray[np.int8]) -> dict[str, Any]:
        """As Gymnasium's own vector environments tell of games that are over: None, or zeros, where none is."""
        rows = over.nonzero()[0]
        final_obs = np.full(self.num_envs, None, object)
        assert self.batch.final_observations is not None
        for row, seen in zip(rows.tolist(), self.batch.final_observations[rows], strict=True):
            final_obs[row] = seen
        last: dict[str, npt.NDArray[Any]] = {
            "turn": acted,
            "rewards": self.batch.rewards,
            "winners": self.batch.winners,
        }
        final_info: dict[str, Any] = {}
        for name, array in last.items():
            final_info[name] = np.zeros_like(array)
            final_info[name][rows] = array[rows]
            final_info[f"_{name}"] = over
        return {"final_obs": final_obs, "_final_obs": over, "final_info": final_info, "_final_info": over}

    def _told(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array


def check_num_envs(num_envs: int) -> None:
    whole(num_envs, 1, MAX_BATCH_SIZE, "num_envs: expected a whole number from 1 to 2^24")


def cat_in_the_box_vector(
    num_envs: int,
    players: int = 4,
    rounds: int | None = 1,
    layout: str | None = None,
    *,
    copy: bool = True,
    threads: int | None = None,
    seed: int | Sequence[int] = 0,
) -> BatchVectorEnv:
    """Rounds, or with ``rounds=None`` whole games, of a policy that plays all seats."""
    check_num_envs(num_envs)
    single_rounds = check_rounds(rounds, players) == 1
    batch = CatInTheBoxBatch(players, num_envs, seed, layout, single_rounds=single_rounds, threads=threads)
    return BatchVectorEnv(batch, copy=copy)


def rascal_kittens_vector(
    num_envs: int,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    *,
    copy: bool = True,
    threads: int | None = None,
    seed: int | Sequence[int] = 0,
) -> BatchVectorEnv:
    """Games of a policy that plays all seats."""
    check_num_envs(num_envs)
    return BatchVectorEnv(RascalKittensBatch(players, num_envs, seed, options, threads=threads), copy=copy)


gymnasium.register(
    "purrlab/CatInTheBox-v0",
    f"{__name__}:CatInTheBoxEnv",  # by its name, which ``EnvSpec.to_json`` needs
    vector_entry_point=f"{__name__}:cat_in_the_box_vector",
)
gymnasium.register(
    "purrlab/RascalKittens-v0",
    f"{__name__}:RascalKittensEnv",
    vector_entry_point=f"{__name__}:rascal_kittens_vector",
)
