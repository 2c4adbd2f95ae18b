"""PPO on both games in one file, in the manner of CleanRL (https://docs.cleanrl.dev): ``python examples/ppo.py``.

``--game rascal-kittens`` learns the other game. Many rounds, or games of Rascal Kittens, are played in lockstep. At
some tables the network has all seats, at the others one, beside bots: who meets its like alone loses to others. It
learns from what each of its seats did. A reward comes with points: the own ones less the mean of the others'.
It needs ``pip install 'purrlab[envs,train]'``.
"""

import argparse
import math
import time
from dataclasses import dataclass, fields
from random import Random
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from purrlab.bots.cat_in_the_box.search import policy_for as cat_in_the_box_policy
from purrlab.bots.rascal_kittens.search import policy_for as rascal_kittens_policy
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native import cat_in_the_box, rascal_kittens
from purrlab.native.cat_in_the_box.batch import Batch as CatInTheBoxBatch
from purrlab.native.rascal_kittens.batch import Batch as RascalKittensBatch

NORMAL_95 = 1.96


@dataclass
class Args:
    game: str = "cat-in-the-box"
    players: int = 0  # this and the next two are by default as in GAMES
    games: int = 0  # in lockstep
    gae_lambda: float = 0.0
    decisions: int = 2_000_000
    seed: int = 1
    against_bots: float = 0.6  # share of the games with one seat of the network
    steps: int = 64  # of each game in a rollout
    width: int = 256
    learning_rate: float = 2e-3
    epochs: int = 2
    minibatch: int = 2048
    clip: float = 0.2
    entropy: float = 0.05  # falls to nothing, as the learning rate does
    value_share: float = 0.5
    max_gradient: float = 0.5
    evaluation_rounds: int = 2000
    threads: int = 1
    out: str = "ppo.pt"


class CatInTheBox:
    """Single rounds."""

    players, games, gae_lambda, unit = 4, 1024, 0.8, "round"
    scale = 1.0  # points are divided by it
    seen, actions = cat_in_the_box.OBSERVATION.size, len(cat_in_the_box.ACTIONS)

    @staticmethod
    def batch(args: Args, size: int, seed: int) -> Any:
        return CatInTheBoxBatch(args.players, size, seed, single_rounds=True, threads=args.threads)

    @staticmethod
    def policy(players: int) -> Any:
        neighbours = cat_in_the_box.neighbours_of(RULES_BY_PLAYERS[players].layouts[0])
        return cat_in_the_box_policy(players, neighbours)

    @staticmethod
    def advice(game: Any, policy: Any) -> int:
        return game.round.advice(policy)

    @staticmethod
    def points(batch: Any) -> torch.Tensor:
        """Nobody has any before the end."""
        return torch.zeros(batch.rewards.shape)


class RascalKittens:
    """Whole games."""

    players, games, gae_lambda, unit = 2, 256, 0.95, "game"
    scale = 5.0
    seen, actions = rascal_kittens.OBSERVATION.size, len(rascal_kittens.ACTIONS)

    @staticmethod
    def batch(args: Args, size: int, seed: int) -> Any:
        return RascalKittensBatch(args.players, size, seed, threads=args.threads)

    @staticmethod
    def policy(players: int) -> Any:
        return rascal_kittens_policy(players)

    @staticmethod
    def advice(game: Any, policy: Any) -> int:
        return game.advice(policy)

    @staticmethod
    def points(batch: Any) -> torch.Tensor:
        """What everybody has so far, so that what a run brings is learned from at once."""
        return torch.tensor([batch.game(row).totals for row in range(len(batch.turn))], dtype=torch.float32)


GAMES: dict[str, Any] = {"cat-in-the-box": CatInTheBox, "rascal-kittens": RascalKittens}


class Agent(nn.Module):
    def __init__(self, game: Any, width: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(_layer(game.seen, width), nn.ReLU(), _layer(width, width), nn.ReLU())
        self.actor, self.critic = _layer(width, game.actions, gain=0.01), _layer(width, 1, gain=1.0)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.trunk(seen)
        logits = torch.where(mask, self.actor(hidden), -1e9)  # what is illegal is never chosen
        return Categorical(logits=logits, validate_args=False), self.critic(hidden).squeeze(-1)


def _layer(inputs: int, outputs: int, gain: float = math.sqrt(2)) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


class Rollout:
    """What was seen and done at every step of every game. The tensors are made once."""

    def __init__(self, args: Args) -> None:
        steps, games, game = args.steps, args.games, GAMES[args.game]
        self.seen = torch.zeros(steps, games, game.seen)
        self.mask = torch.zeros(steps, games, game.actions, dtype=torch.bool)
        self.seat, self.action = (torch.zeros(steps, games, dtype=torch.int64) for _ in range(2))
        self.likelihood, self.value = (torch.zeros(steps, games) for _ in range(2))
        self.over, self.own = (torch.zeros(steps, games, dtype=torch.bool) for _ in range(2))
        self.points = torch.zeros(steps, games, args.players)

    def advantages(self, gae_lambda: float) -> tuple[torch.Tensor, torch.Tensor]:
        """By GAE along the decisions of each seat, and which are known: the last games are not over yet.

        From the end backwards, ``value`` and ``advantage`` are those of the next decision of each seat, ``due`` is what
        comes before it; after its last one comes only that.
        """
        steps, games, players = self.points.shape
        found, known = torch.zeros_like(self.value), torch.zeros_like(self.over)
        value, advantage, due = (torch.zeros(games, players) for _ in range(3))
        ended, rows = torch.zeros(games, players, dtype=torch.bool), torch.arange(games)
        for step in reversed(range(steps)):
            over, points = self.over[step][:, None], self.points[step]
            lead = points - (points.sum(1, keepdim=True) - points) / (players - 1)
            value, advantage, due = (each.masked_fill(over, 0) for each in (value, advantage, due))
            due, ended, seat = due + lead, ended | over, self.seat[step]
            found[step] = due[rows, seat] + value[rows, seat] - self.value[step] + gae_lambda * advantage[rows, seat]
            known[step] = ended[rows, seat] & self.own[step]
            value[rows, seat], advantage[rows, seat], due[rows, seat] = self.value[step], found[step], 0
        return found, known


class Bots:
    """Who plays for the seats that are not the network's."""

    def __init__(self, args: Args, bot: str, seed: int) -> None:
        self._game = GAMES[args.game]
        self._policy = self._game.policy(args.players)
        self._random = Random(seed) if bot == "random" else None

    def choose(self, batch: Any, rows: Any) -> list[int]:
        if self._random:
            return [self._random.choice(np.flatnonzero(batch.mask[row]).tolist()) for row in rows]
        return [self._game.advice(batch.game(row), self._policy) for row in rows.tolist()]


class Training:
    def __init__(self, args: Args) -> None:
        self.args, self.decisions = args, 0
        self.game = GAMES[args.game]
        self.batch = batch = self.game.batch(args, args.games, args.seed)
        take = torch.from_dlpack  # no copies: every step writes into these tensors
        self.seen, self.mask, self.turn = take(batch.observations), take(batch.mask), take(batch.turn)
        self.done, self.rewards = take(batch.done), take(batch.rewards)
        self.bots, games = Bots(args, "heuristic", args.seed), torch.arange(args.games)
        self.only_seat = torch.where(
            games < args.against_bots * args.games, games % args.players, -1
        )  # -1: all of them
        self.agent, self.rollout = Agent(self.game, args.width), Rollout(args)
        self.optimiser = torch.optim.Adam(self.agent.parameters(), lr=args.learning_rate, eps=1e-5)

    @torch.no_grad()
    def play(self) -> None:
        rollout = self.rollout
        for step in range(self.args.steps):
            own = (self.only_seat < 0) | (self.only_seat == self.turn)
            rollout.seen[step], rollout.mask[step], rollout.seat[step] = self.seen, self.mask, self.turn
            chances, rollout.value[step] = self.agent(self.seen, self.mask)
            action = chances.sample()
            rollout.own[step], rollout.action[step], rollout.likelihood[step] = own, action, chances.log_prob(action)
            others = (~own).nonzero().squeeze(1)
            action[others] = torch.tensor(self.bots.choose(self.batch, others), dtype=torch.int64)
            before = self.game.points(self.batch)
            self.batch.step(action.numpy())
            over = self.done > 0
            after = torch.where(over[:, None], self.rewards, self.game.points(self.batch))
            rollout.over[step], rollout.points[step] = over, (after - before) / self.game.scale
            self.decisions += int(own.sum())

    def learn(self, entropy_bonus: float) -> dict[str, float]:
        args, rollout = self.args, self.rollout
        advantages, known = rollout.advantages(args.gae_lambda)
        told = (rollout.seen, rollout.mask, rollout.action, rollout.likelihood, advantages, advantages + rollout.value)
        batch = [each[known] for each in told]
        losses: dict[str, float] = {}
        for _ in range(args.epochs):
            for rows in torch.randperm(len(batch[0])).split(args.minibatch):
                losses = self.update(entropy_bonus, *(each[rows] for each in batch))
        return losses

    def update(
        self,
        entropy_bonus: float,
        seen: torch.Tensor,
        mask: torch.Tensor,
        action: torch.Tensor,
        likelihood: torch.Tensor,
        advantage: torch.Tensor,
        worth: torch.Tensor,
    ) -> dict[str, float]:
        args = self.args
        chances, value = self.agent(seen, mask)
        ratio = (chances.log_prob(action) - likelihood).exp()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        policy = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - args.clip, 1 + args.clip)).mean()
        critic, entropy = 0.5 * (value - worth).square().mean(), chances.entropy().mean()
        self.optimiser.zero_grad()
        (policy + args.value_share * critic - entropy_bonus * entropy).backward()
        nn.utils.clip_grad_norm_(self.agent.parameters(), args.max_gradient)
        self.optimiser.step()
        return {"value loss": critic.item(), "entropy": entropy.item()}


@torch.no_grad()
def lead_over(agent: Agent, args: Args, opponent: str, seed: int = 10**6) -> tuple[float, float]:
    """How far one seat of the network is ahead of bots in all others, in points, with half its 95 % interval.

    What is over first would be shorter, so each game of the batch counts with what is over first there.
    """
    players, size = args.players, args.evaluation_rounds
    batch = GAMES[args.game].batch(args, size, seed)
    seen, mask = torch.from_dlpack(batch.observations), torch.from_dlpack(batch.mask)
    bots, own, lead = Bots(args, opponent, seed), np.arange(size) % players, np.full(size, np.nan)
    while np.isnan(lead).any():
        chances, _ = agent(seen, mask)
        actions, others = chances.logits.argmax(1).numpy(), np.flatnonzero(batch.turn != own)
        actions[others] = bots.choose(batch, others)
        batch.step(actions)
        for at in np.flatnonzero((batch.done > 0) & np.isnan(lead)):
            points = batch.rewards[at]
            lead[at] = points[own[at]] - (points.sum() - points[own[at]]) / (players - 1)
    return float(lead.mean()), float(NORMAL_95 * lead.std() / math.sqrt(size))


def train(args: Args) -> Agent:
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    training, said = Training(args), 0
    while training.decisions < args.decisions:
        left = 1 - training.decisions / args.decisions
        training.optimiser.param_groups[0]["lr"] = args.learning_rate * left
        training.play()
        losses = training.learn(args.entropy * left)
        if training.decisions - said >= args.decisions // 10:
            said, (mean, reach) = training.decisions, lead_over(training.agent, args, "heuristic")
            told = ", ".join(f"{name} {number:.3f}" for name, number in losses.items())
            ahead = f"{mean:+.2f} ± {reach:.2f} v heuristic"
            print(f"{said:>10,} decisions, {time.process_time():4.0f} s of CPU: {ahead}, {told}", flush=True)
    torch.save(training.agent.state_dict(), args.out)
    return training.agent


def parse_args(given: list[str] | None = None) -> Args:
    parser = argparse.ArgumentParser(description="PPO on Cat in the Box or Rascal Kittens")
    for field in fields(Args):
        choices = sorted(GAMES) if field.name == "game" else None
        name = f"--{field.name.replace('_', '-')}"
        parser.add_argument(name, type=type(field.default), default=field.default, choices=choices)
    args = Args(**vars(parser.parse_args(given)))
    game = GAMES[args.game]
    for name in ("players", "games", "gae_lambda"):
        setattr(args, name, getattr(args, name) or getattr(game, name))
    return args


def main(given: list[str] | None = None) -> dict[str, tuple[float, float]]:
    args = parse_args(given)
    agent = train(args)
    leads: dict[str, Any] = {
        opponent: lead_over(agent, args, opponent, seed=2 * 10**6) for opponent in ("random", "heuristic")
    }
    for opponent, (mean, reach) in leads.items():
        print(f"ahead of {opponent} in all other seats by {mean:+.2f} ± {reach:.2f} points a {GAMES[args.game].unit}")
    return leads


if __name__ == "__main__":
    main()
