"""Both games for PettingZoo (AEC), called as its own: ``cat_in_the_box_v0.env(players=4)``.

Observations, actions and rewards are described in docs/environments.md. What is illegal ends the game with a reward of
-1 for whoever did it, as in PettingZoo's classic games.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from purrlab.envs.tables import MAX_OBSERVATION, CatInTheBoxTable, Observation, RascalKittensTable, Table

ILLEGAL_REWARD = -1

Agent = str


class TableEnv(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo's classes are untyped
    """One game after another at one table."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, table: Table, render_mode: str | None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._table = table
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, actions = table.observation_size, table.action_count
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-MAX_OBSERVATION, MAX_OBSERVATION, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._no_rewards = dict.fromkeys(self.possible_agents, 0)
        self._chance = Random()

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """``options`` are none; those of the game are given when it is made."""
        if seed is not None:
            self._chance = Random(seed)
        self._table.begin(self._chance.getrandbits(64))
        self._stopped = False
        self.agents = self.possible_agents[:]
        self.rewards = self._no_rewards.copy()
        self._cumulative_rewards = self._no_rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.turn]

    def observe(self, agent: Agent) -> Observation:
        seen = self._table.observe(self._seat_of[agent])
        if self._stopped:  # after what was illegal nobody may do anything
            seen["action_mask"].fill(0)
        return seen

    def step(self, action: int | None) -> None:
        agent, table = self.agent_selection, self._table
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0
        try:
            scored = table.step(int(action))
        except ValueError:  # as PettingZoo's TerminateIllegalWrapper has it, without its price a step
            self._stopped = True
            self._reward({**self._no_rewards, agent: ILLEGAL_REWARD}, over=True)
            return
        if scored is None:
            self.rewards = self._no_rewards
            self.agent_selection = self.possible_agents[table.turn]
        else:
            self._reward(dict(zip(self.possible_agents, scored, strict=True)), over=table.over)
        if self.render_mode == "human":
            self.render()

    def _reward(self, rewards: dict[Agent, int], *, over: bool) -> None:
        self.rewards = rewards
        self._accumulate_rewards()
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0 if over else self._table.turn]

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self._table.text()
        if self.render_mode == "rgb_array":
            return self._table.picture()
        if self.render_mode == "human":
            sys.stdout.write(self._table.text() + "\n")
        return None

    def close(self) -> None:
        """Nothing is open."""


class CatInTheBoxEnv(TableEnv):
    metadata: ClassVar[dict[str, Any]] = {**TableEnv.metadata, "name": "cat_in_the_box_v0"}

    def __init__(
        self,
        players: int = 4,
        rounds: int | None = 1,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``rounds``: 1, or None for a whole game; ``options`` as for a game by the rules."""
        EzPickle.__init__(self, players, rounds, options, render_mode)
        super().__init__(CatInTheBoxTable(players, rounds, options), render_mode)


class RascalKittensEnv(TableEnv):
    metadata: ClassVar[dict[str, Any]] = {**TableEnv.metadata, "name": "rascal_kittens_v0"}

    def __init__(
        self, players: int = 2, options: Mapping[str, Any] | None = None, render_mode: str | None = None
    ) -> None:
        """``options`` as for a game by the rules."""
        EzPickle.__init__(self, players, options, render_mode)
        super().__init__(RascalKittensTable(players, options), render_mode)


@dataclass(frozen=True, slots=True)
class Environment:
    """What a module of PettingZoo's has. It needs no wrappers: the game itself ends when something illegal is done."""

    env: Callable[..., TableEnv]

    @property
    def raw_env(self) -> Callable[..., TableEnv]:
        """The name that PettingZoo's modules have for what is not wrapped."""
        return self.env


cat_in_the_box_v0 = Environment(CatInTheBoxEnv)
rascal_kittens_v0 = Environment(RascalKittensEnv)
