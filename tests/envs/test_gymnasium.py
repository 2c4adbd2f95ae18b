"""Gymnasium's own checks, one seat against bots, and many games at once."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from purrlab.envs.gymnasium import BatchVectorEnv, CatInTheBoxEnv, RascalKittensEnv, SeatEnv
from purrlab.native.cat_in_the_box.batch import Batch as CatInTheBoxBatch
from purrlab.native.rascal_kittens.batch import Batch as RascalKittensBatch

SEATS = [
    *((CatInTheBoxEnv, players) for players in (2, 3, 4, 5)),
    *((RascalKittensEnv, players) for players in (2, 3, 4)),
]


@pytest.mark.parametrize(("kind", "players"), SEATS)
class TestSeat:
    def test_the_checks(self, kind: type[SeatEnv], players: int) -> None:
        check_env(kind(opponents=["random"] * (players - 1)), skip_render_check=True)  # type: ignore[call-arg]

    def test_a_game_against_bots(self, kind: type[SeatEnv], players: int) -> None:
        env = kind(opponents=["heuristic"] * (players - 1), seat=1)  # type: ignore[call-arg]
        random, got, over = Random(1), 0.0, False
        seen, info = env.reset(seed=5)
        while not over:
            assert info["seat"] == 1
            assert (seen["action_mask"] == info["action_mask"]).all()
            action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            seen, reward, over, _, info = env.step(np.int64(action))
            got += reward
        state = env._table.state
        points = state.outcome.totals if state.outcome else state.view(None).rounds[0].scores
        assert got == points[1]

    def test_what_is_illegal_ends_the_game(self, kind: type[SeatEnv], players: int) -> None:
        env = kind(opponents=["random"] * (players - 1))  # type: ignore[call-arg]
        seen, _ = env.reset(seed=5)
        _, reward, over, _, info = env.step(np.int64(np.flatnonzero(seen["action_mask"] == 0)[0]))
        assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize(("name", "opponents"), [("CatInTheBox", ["heuristic"] * 3), ("RascalKittens", ["heuristic"])])
def test_made_by_name(name: str, opponents: list[str]) -> None:
    env = gymnasium.make(f"purrlab/{name}-v0", opponents=opponents, render_mode="rgb_array")
    env.reset(seed=1)
    picture: Any = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    with pytest.raises(ValueError, match="seat: no such seat"):
        gymnasium.make(f"purrlab/{name}-v0", opponents=opponents, seat=7)


BATCHES: list[Any] = [
    *(lambda size, players=players: CatInTheBoxBatch(players, size, 1) for players in (2, 3, 4, 5)),
    lambda size: CatInTheBoxBatch(4, size, 1, single_rounds=True),
    *(lambda size, players=players: RascalKittensBatch(players, size, 1) for players in (2, 3, 4)),
]


@pytest.mark.parametrize("batch", BATCHES)
class TestVector:
    def test_spaces_and_autoreset(self, batch: Any) -> None:
        env = BatchVectorEnv(batch(4))
        assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        seen, infos = env.reset(seed=3)
        assert seen in env.observation_space
        finished = 0
        for _ in range(300):
            before = infos["turn"].copy()
            actions = env.batch.sample().copy()
            assert infos["action_mask"][np.arange(4), actions].all()
            seen, rewards, over, truncated, infos = env.step(actions)
            assert seen in env.observation_space
            assert not truncated.any()
            assert (rewards == infos["rewards"][np.arange(4), before]).all()
            assert ("final_obs" in infos) == over.any()
            if over.any():
                assert (infos["_final_obs"] == over).all()
                assert (infos["final_obs"][over] != seen[over]).any(axis=1).all()
                finished += int(over.sum())
        assert finished

    def test_seeds(self, batch: Any) -> None:
        one, other = BatchVectorEnv(batch(3)), BatchVectorEnv(batch(3))
        assert (one.reset(seed=[1, 2, 3])[0] == other.reset(seed=[1, 2, 3])[0]).all()
        assert not (one.reset(seed=4)[0] == other.reset(seed=5)[0]).all()


def test_a_batch_without_observations() -> None:
    with pytest.raises(ValueError, match="batch: expected one with observations"):
        BatchVectorEnv(CatInTheBoxBatch(4, 2, 1, observe=False))
