"""Both games for PettingZoo (AEC), called as its own: ``cat_in_the_box_v0.env(players=4)``.

Where PettingZoo has a registry, ``pettingzoo.make("aec", "purrlab/cat_in_the_box_v0")`` makes them too.

Observations, actions and rewards are described in docs/environments.md. What is illegal ends the game for everybody, as
in PettingZoo's classic games; whoever did it gets less than the rules can cost.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import Any, ClassVar

import pettingzoo
from gymnasium import logger, spaces
from pettingzoo import AECEnv

from purrlab.envs.cat_in_the_box import CatInTheBoxTable
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
from purrlab.envs.windows import Window
from purrlab.native.arguments import check_seed, quoted

Agent = str


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo's classes are untyped
    """One game after another at one table. Copied or pickled, the game in play goes on in both."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, table: Table, render_mode: str | None, width_pixels: int) -> None:
        super().__init__()
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self._width_pixels = check_picture_width(width_pixels)
        self._window = Window(table.rules.title)
        self._table = table
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: table.new_observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(table.action_count) for agent in self.possible_agents}
        self._no_rewards = dict.fromkeys(self.possible_agents, 0)
        self._chance = Random()
        self._look = table.observe
        self.agents: list[Agent] = []
        self.agent_selection: Any = None  # before ``reset``

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        if agent not in self._seat_of:
            raise self._unknown(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        if agent not in self._seat_of:
            raise self._unknown(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Without a seed the chance goes on where it was. PettingZoo's tests give ``options``; none has a meaning."""
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options: expected a mapping, not {str(options)[:40]!r}")
        if seed is not None:
            self._chance = Random(check_seed(seed))
        self._table.begin(self._chance.getrandbits(64))
        self._look = self._table.observe
        self.agents = self.possible_agents[:]
        self.rewards = self._no_rewards.copy()
        self._cumulative_rewards = self._no_rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.turn]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: Agent) -> Observation:
        try:
            seat = self._seat_of[agent]
        except KeyError:
            raise self._unknown(agent) from None
        return self._look(seat)

    def _unknown(self, agent: object) -> ValueError:
        return ValueError(f"agent: expected one of {', '.join(self.possible_agents)}, not {quoted(agent)!r}")

    def last(
        self,
        observe: bool = True,  # noqa: FBT001, FBT002  # as the parent declares it
    ) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """As PettingZoo's; this and the next come at every step."""
        agent = self.agent_selection
        if agent is None:
            raise not_reset()
        return (
            self._look(self._seat_of[agent]) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[Agent]:
        if self.agent_selection is None:
            raise not_reset()
        for _ in repeat(None, min(max_iter, sys.maxsize)):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        agent, table = self.agent_selection, self._table
        if not self.agents:
            if agent is None:
                raise not_reset()
            logger.warn("step: nobody is left in the game, and nothing happens until reset() is called")
            return
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        if type(action) is not int:
            action = action_number(action)
        self._cumulative_rewards[agent] = 0
        try:
            scored = table.step(action)
        except ValueError:  # as PettingZoo's TerminateIllegalWrapper has it, without its price a step
            self.infos[agent] = {"illegal": True, "reason": table.refuse(action)}
            self._look = table.observe_only
            self._reward({**self._no_rewards, agent: table.illegal_reward}, over=True)
        else:
            if scored is None:
                self.rewards = self._no_rewards.copy()
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

    def _leave(self, agent: Agent, action: int | None) -> None:
        """As PettingZoo's ``_was_dead_step``, for games that are over for everybody at once."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        self.agents.remove(agent)
        for left in (self.terminations, self.truncations, self._cumulative_rewards, self.infos):
            del left[agent]
        self.rewards = dict.fromkeys(self.agents, 0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> Any:
        if self.agent_selection is None:
            raise not_reset()
        if self.render_mode == "ansi":
            return self._table.text()
        if self.render_mode == "rgb_array":
            return self._table.picture(self._width_pixels)
        if self.render_mode == "human":
            self._show()
        else:
            logger.warn("render: no render_mode was given when the environment was made, so nothing is shown")
        return None

    def _show(self) -> None:
        if not self._window.show(self._table.picture(self._width_pixels)):
            sys.stdout.write(self._table.text() + "\n")

    def close(self) -> None:
        self._window.close()


class CatInTheBoxEnv(TableEnv):
    metadata: ClassVar[dict[str, Any]] = {**TableEnv.metadata, "name": "cat_in_the_box_v0"}

    def __init__(
        self,
        players: int = 4,
        rounds: int | None = 1,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        width_pixels: int = PICTURE_WIDTH_PIXELS,
    ) -> None:
        """``rounds``: 1, or None for a whole game; ``options`` as for a game by the rules."""
        super().__init__(CatInTheBoxTable(players, rounds, options), render_mode, width_pixels)


class RascalKittensEnv(TableEnv):
    metadata: ClassVar[dict[str, Any]] = {**TableEnv.metadata, "name": "rascal_kittens_v0"}

    def __init__(
        self,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        width_pixels: int = PICTURE_WIDTH_PIXELS,
    ) -> None:
        """``options`` as for a game by the rules."""
        super().__init__(RascalKittensTable(players, options), render_mode, width_pixels)


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

if hasattr(pettingzoo, "register"):  # from 1.27 on
    for made in (CatInTheBoxEnv, RascalKittensEnv):
        pettingzoo.register("aec", f"purrlab/{made.metadata['name']}", f"{__name__}:{made.__name__}")
