"""PettingZoo's own tests, called as they are, for both games and every number of players."""

import contextlib
import io
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from purrlab.envs.pettingzoo import Environment, cat_in_the_box_v0, rascal_kittens_v0

TABLES: list[tuple[Environment, dict[str, Any]]] = [
    *((cat_in_the_box_v0, {"players": players}) for players in (2, 3, 4, 5)),
    (cat_in_the_box_v0, {"players": 3, "rounds": None}),
    *((rascal_kittens_v0, {"players": players}) for players in (2, 3, 4)),
]
every_table = pytest.mark.parametrize(("module", "arguments"), TABLES)
# What the suite says of every environment whose observations have a mask beside them, its own too.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def play(env: Any, random: Random) -> dict[str, float]:
    """To the end, at random; what everybody got."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        over = terminated or truncated
        env.step(None if over else random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return got


@every_table
class TestSuite:
    def test_api(self, module: Environment, arguments: dict[str, Any]) -> None:
        api_test(module.env(**arguments), num_cycles=60)

    def test_seeds(self, module: Environment, arguments: dict[str, Any]) -> None:
        seed_test(lambda: module.env(**arguments), num_cycles=60)


@pytest.mark.parametrize("module", [cat_in_the_box_v0, rascal_kittens_v0])
class TestOncePerGame:
    def test_rendering(self, module: Environment) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            render_test(module.env)

    def test_performance(self, module: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
        """The suite measures for five seconds by its clock, which goes faster here."""
        ticks = iter(range(0, 10**6, 2))
        monkeypatch.setattr("time.time", lambda: float(next(ticks)))
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            performance_benchmark(module.env())
        assert "turns per second" in printed.getvalue()

    def test_what_is_illegal_ends_the_game_for_who_did_it(self, module: Environment) -> None:
        env = module.env()
        env.reset(seed=1)
        agent = env.agent_selection
        illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
        env.step(illegal)
        assert all(env.terminations.values())
        assert env.rewards[agent] == -1

    def test_only_who_is_to_act_has_a_mask(self, module: Environment) -> None:
        env = module.env()
        env.reset(seed=3)
        for agent in env.agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@every_table
def test_rewards_are_the_points(module: Environment, arguments: dict[str, Any]) -> None:
    """The same game by the rules in Python."""
    for seed in range(3):
        raw = module.env(**arguments)
        raw.reset(seed=seed)
        got = play(raw, Random(seed))
        state = raw._table.state
        points = state.outcome.totals if state.outcome else state.view(None).rounds[0].scores
        assert list(got.values()) == list(points)
