"""Gymnasium's own checks, one seat against bots, and many games at once."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from purrlab.envs.gymnasium import BatchVectorEnv, CatInTheBoxEnv, RascalKittensEnv, SeatEnv
from purrlab.envs.pettingzoo import rascal_kittens_v0
from purrlab.native.cat_in_the_box.batch import Batch as CatInTheBoxBatch
from purrlab.native.rascal_kittens.batch import Batch as RascalKittensBatch

SEATS = [
    *((CatInTheBoxEnv, players) for players in (2, 3, 4, 5)),
    *((RascalKittensEnv, players) for players in (2, 3, 4)),
]


@pytest.mark.parametrize(("kind", "players"), SEATS)
class TestSeat:
    def test_the_checks(self, kind: type[SeatEnv], players: int) -> None:
        name = {CatInTheBoxEnv: "purrlab/CatInTheBox-v0", RascalKittensEnv: "purrlab/RascalKittens-v0"}[kind]
        made = gymnasium.make(name, opponents=["random"] * (players - 1), render_mode="ansi", width_pixels=100)
        check_env(made.unwrapped)

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
        after, reward, over, _, info = env.step(np.int64(np.flatnonzero(seen["action_mask"] == 0)[0]))
        tricks = {2: 8, 3: 8, 4: 8, 5: 7}[players]  # CB17: a paradox costs all of them at most
        assert reward == (-tricks - 1 if kind is CatInTheBoxEnv else -1)
        assert (over, info["illegal"]) == (True, True)
        assert info["reason"].startswith("CB7: " if kind is CatInTheBoxEnv else "RK")
        assert not after["action_mask"].any()
        with pytest.raises(ResetNeeded, match=r"step: the game is over; reset\(\) needs to be called"):
            env.step(np.int64(np.flatnonzero(seen["action_mask"])[0]))
        env.reset()


@pytest.mark.parametrize("string", [0.001, 4194.304, 5000, 99999.999, 100_000])
def test_a_string_of_any_length(string: float) -> None:
    """RK7: what is seen stays in the space that is declared."""
    options = {"string": string}
    check_env(gymnasium.make("purrlab/RascalKittens-v0", options=options).unwrapped, skip_render_check=True)
    many: Any = gymnasium.make_vec("purrlab/RascalKittens-v0", num_envs=2, options=options)
    assert many.reset(seed=1)[0] in many.observation_space
    assert many.batch.copy().observation_bound == many.batch.observation_bound
    one: Any = rascal_kittens_v0.env(options=options)
    one.reset(seed=1)
    assert all(one.observe(agent) in one.observation_space(agent) for agent in one.agents)


@pytest.mark.parametrize(("name", "opponents"), [("CatInTheBox", ["heuristic"] * 3), ("RascalKittens", ["heuristic"])])
def test_made_by_name(name: str, opponents: list[str]) -> None:
    env = gymnasium.make(f"purrlab/{name}-v0", opponents=opponents, render_mode="rgb_array")
    env.reset(seed=1)
    picture: Any = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    with pytest.raises(ValueError, match="seat: no such seat"):
        gymnasium.make(f"purrlab/{name}-v0", opponents=opponents, seat=7)


@pytest.mark.parametrize("kind", [CatInTheBoxEnv, RascalKittensEnv])
class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("arguments", "error", "message"),
        [
            ({"seat": 1.0}, TypeError, "seat: expected a whole number"),
            ({"seat": -1}, ValueError, "seat: no such seat"),
            ({"opponents": "heuristic"}, TypeError, "opponents: expected a name for each"),
            ({"opponents": [1]}, TypeError, "opponents: expected a name for each"),
            ({"opponents": 3}, TypeError, "opponents: expected a name for each"),
            ({"render_mode": "quark"}, ValueError, "render_mode: expected None, ansi, rgb_array, not"),
            ({"width_pixels": 99}, ValueError, "width_pixels: expected a whole number from 100 to 4000"),
        ],
    )
    def test_when_it_is_made(
        self, kind: type[SeatEnv], arguments: dict[str, Any], error: type[Exception], message: str
    ) -> None:
        with pytest.raises(error, match=message):
            kind(**arguments)

    def test_by_reset(self, kind: type[SeatEnv]) -> None:
        env: Any = kind()  # type: ignore[call-arg]
        with pytest.raises(ResetNeeded, match=r"reset\(\) needs to be called first"):
            env.step(0)
        with pytest.raises(ValueError, match="seed: expected a whole number from 0"):
            env.reset(seed=-1)
        for seed in ("x", True):
            with pytest.raises(TypeError, match="seed: expected a whole number from 0"):
                env.reset(seed=seed)
        with pytest.raises(ValueError, match=r"options: reset has none, but got \{'x': 1\}"):
            env.reset(options={"x": 1})
        assert np.array_equal(env.reset(seed=np.int64(4))[0]["observation"], env.reset(seed=4)[0]["observation"])

    @pytest.mark.parametrize("action", [None, 40.9, "x", True])
    def test_by_step(self, kind: type[SeatEnv], action: Any) -> None:
        env = kind()  # type: ignore[call-arg]
        env.reset(seed=1)
        with pytest.raises(TypeError, match="action: expected a whole number, not "):
            env.step(action)


def test_nothing_is_shown_without_a_render_mode() -> None:
    env = CatInTheBoxEnv()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render: no render_mode was given"):
        assert env.render() is None


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
                assert (infos["_final_info"] == over).all()
                for row, final in enumerate(infos["final_obs"]):
                    assert (final is None) == (not over[row])
                    assert final is None or (final != seen[row]).any()
                last = infos["final_info"]
                assert (last["rewards"][over] == infos["rewards"][over]).all()
                assert (last["turn"][over] == before[over]).all()
                assert not last["rewards"][~over].any()
                finished += int(over.sum())
        assert finished

    def test_a_mask_is_for_a_space_to_sample_by(self, batch: Any) -> None:
        env = BatchVectorEnv(batch(4))
        _, infos = env.reset(seed=3)
        for _ in range(20):
            *_, infos = env.step(env.action_space.sample(tuple(infos["action_mask"])))
        assert infos["action_mask"].dtype == np.int8

    def test_arrays_are_copies_unless_otherwise_wanted(self, batch: Any) -> None:
        for copy in (True, False):
            env = BatchVectorEnv(batch(4), copy=copy)
            seen, _ = env.reset(seed=3)
            before = seen.copy()
            *_, infos = env.step(env.batch.sample())
            assert np.array_equal(seen, before) == copy
            assert np.shares_memory(infos["action_mask"], env.batch.mask) != copy

    def test_reset_without_a_seed_begins_other_games(self, batch: Any) -> None:
        env, other = BatchVectorEnv(batch(4)), BatchVectorEnv(batch(4))
        first, _ = env.reset(seed=3)
        for _ in range(30):
            env.step(env.batch.sample())
        second, infos = env.reset()
        assert not np.array_equal(first, second)
        assert set(infos) == {"action_mask", "turn", "rewards", "winners"}
        assert not infos["rewards"].any()
        other.reset(seed=3)
        assert np.array_equal(other.reset()[0], second)
        with pytest.raises(ValueError, match="options: reset has none"):
            env.reset(options={"x": 1})

    def test_whoever_reads_the_seed_changes_nothing(self, batch: Any) -> None:
        env, other = BatchVectorEnv(batch(4)), BatchVectorEnv(batch(4))
        env.reset(seed=5)
        other.reset(seed=np.int64(5))  # type: ignore[arg-type]  # NumPy's numbers are welcome
        assert env.np_random_seed == 5
        assert np.array_equal(env.reset()[0], other.reset()[0])
        env.reset(seed=[1, 2, 3, 4])
        assert env.np_random_seed == -1

    def test_seeds(self, batch: Any) -> None:
        one, other = BatchVectorEnv(batch(3)), BatchVectorEnv(batch(3))
        assert (one.reset(seed=[1, 2, 3])[0] == other.reset(seed=[1, 2, 3])[0]).all()
        assert not (one.reset(seed=4)[0] == other.reset(seed=5)[0]).all()


@pytest.mark.parametrize("rounds", [True, 1.0, 0, 2])
def test_rounds_that_no_game_has(rounds: Any) -> None:
    """CB5."""
    with pytest.raises(ValueError, match="rounds: expected 1, or 4 for a whole game"):
        CatInTheBoxEnv(rounds=rounds)


@pytest.mark.parametrize("name", ["CatInTheBox", "RascalKittens"])
def test_many_games_have_to_be_some(name: str) -> None:
    with pytest.raises(ValueError, match="num_envs: expected a whole number from 1"):
        gymnasium.make_vec(f"purrlab/{name}-v0", num_envs=0)


def test_steps_out_of_order() -> None:
    env = BatchVectorEnv(CatInTheBoxBatch(4, 2, 1))
    with pytest.raises(ResetNeeded, match=r"reset\(\) needs to be called first"):
        env.step(env.batch.sample())
    env.reset()
    env.step(env.batch.sample())
    env.close()
    with pytest.raises(ClosedEnvironmentError, match="step: the environment is closed"):
        env.step(env.batch.sample())
    with pytest.raises(ClosedEnvironmentError, match="reset: the environment is closed"):
        env.reset(seed=1)


def test_a_batch_without_observations() -> None:
    with pytest.raises(ValueError, match="batch: expected one with observations"):
        BatchVectorEnv(CatInTheBoxBatch(4, 2, 1, observe=False))
    nothing: Any = None
    with pytest.raises(TypeError, match="batch: expected a Batch, not 'None'"):
        BatchVectorEnv(nothing)
    no_flag: Any = "x"
    with pytest.raises(TypeError, match="copy: expected True or False"):
        BatchVectorEnv(CatInTheBoxBatch(4, 2, 1), copy=no_flag)


@pytest.mark.parametrize("name", ["CatInTheBox", "RascalKittens"])
class TestMadeByNumber:
    def test_a_spec_is_written_and_read(self, name: str) -> None:
        spec = gymnasium.spec(f"purrlab/{name}-v0")
        assert EnvSpec.from_json(spec.to_json()) == spec
        made = gymnasium.make(spec)
        assert isinstance(made.unwrapped, SeatEnv)

    def test_a_policy_for_all_seats(self, name: str) -> None:
        env = gymnasium.make_vec(f"purrlab/{name}-v0", num_envs=3, players=3)
        assert isinstance(env, BatchVectorEnv)
        assert env.reset(seed=1)[0] in env.observation_space
        assert env.batch.rewards.shape == (3, 3)

    def test_one_seat_against_bots(self, name: str) -> None:
        env: Any = gymnasium.make_vec(f"purrlab/{name}-v0", 2, vectorization_mode="sync", opponents=["random"])
        seen, infos = env.reset(seed=1)
        for _ in range(30):
            action = env.action_space.sample(tuple(infos["action_mask"]))
            if not infos["action_mask"].any():
                break
            seen, _, _, _, infos = env.step(action)
        assert seen in env.observation_space
        env.close()

    def test_wrappers_of_gymnasium(self, name: str) -> None:
        made = gymnasium.make_vec(f"purrlab/{name}-v0", 4)
        env: Any = DictInfoToList(RecordEpisodeStatistics(made))
        env.reset(seed=1)
        for _ in range(120):
            *_, infos = env.step(made.unwrapped.batch.sample())  # type: ignore[attr-defined]
        assert len(infos) == 4
        assert env.unwrapped.spec.id == f"purrlab/{name}-v0"


def test_numbers_of_numpy_are_rounds_and_players() -> None:
    env: Any = gymnasium.make_vec("purrlab/CatInTheBox-v0", 2, players=np.int64(4), rounds=np.int64(1))
    assert env.reset(seed=1)[0].shape[0] == 2
    env = gymnasium.make_vec("purrlab/RascalKittens-v0", 2, players=np.int64(3))
    assert env.reset(seed=1)[0].shape[0] == 2


def test_rounds_that_are_neither_one_nor_a_game() -> None:
    with pytest.raises(ValueError, match="rounds: expected 1, or 4 for a whole game"):
        gymnasium.make_vec("purrlab/CatInTheBox-v0", 2, rounds=2)
