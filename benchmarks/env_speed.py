"""Environments against their peers, where these are installed: ``python benchmarks/env_speed.py``.

CPU time on one core, ours and the peer's in turn in the same run, ratios with their extremes.
"""

import sys
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel
import rlcard  # type: ignore[import-not-found, unused-ignore]  # a peer, for the benchmarks only
from pettingzoo.classic import leduc_holdem_v4
from timing import compare, machine, pin, rate, versions

from purrlab.envs.gymnasium import BatchVectorEnv
from purrlab.envs.openspiel import CAT_IN_THE_BOX
from purrlab.envs.pettingzoo import cat_in_the_box_v0, rascal_kittens_v0
from purrlab.native.cat_in_the_box.batch import Batch

Loop = Callable[[int], int]


def pettingzoo_steps(env: Any) -> Loop:
    def loop(size: int) -> int:
        random, steps = Random(1), 0
        env.reset(seed=1)
        while steps < size:
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                steps += 1
            env.reset()
        return steps

    return loop


def rlcard_steps(name: str) -> Loop:
    def loop(size: int) -> int:
        env, random, steps = rlcard.make(name), Random(1), 0
        while steps < size:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return loop


def openspiel_steps(name: str) -> Loop:
    def loop(size: int) -> int:
        game, random, steps = pyspiel.load_game(name), Random(1), 0
        while steps < size:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, probabilities)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    steps += 1
        return steps

    return loop


def vector_steps(size: int) -> int:
    env = BatchVectorEnv(Batch(4, 1024, 1, single_rounds=True, threads=1))
    for _ in range(size):
        env.step(env.batch.sample())
    return 1024 * size


COMPARISONS: list[tuple[str, Loop, str, Loop, int]] = [
    (
        "PettingZoo, Cat in the Box, 4 players",
        pettingzoo_steps(cat_in_the_box_v0.env()),
        "PettingZoo leduc_holdem_v4",
        pettingzoo_steps(leduc_holdem_v4.env()),
        2000,
    ),
    (
        "PettingZoo, Rascal Kittens, 2 players",
        pettingzoo_steps(rascal_kittens_v0.env()),
        "PettingZoo leduc_holdem_v4",
        pettingzoo_steps(leduc_holdem_v4.env()),
        2000,
    ),
    (
        "PettingZoo, Cat in the Box, 4 players",
        pettingzoo_steps(cat_in_the_box_v0.env()),
        "RLCard bridge",
        rlcard_steps("bridge"),
        2000,
    ),
    (
        "OpenSpiel, Cat in the Box, 4 players",
        openspiel_steps(CAT_IN_THE_BOX.short_name),
        "OpenSpiel oh_hell, 4 players",
        openspiel_steps("oh_hell(players=4,num_tricks_fixed=10)"),
        4000,
    ),
]


def main() -> None:
    lines = [f"{machine()}; {versions('pettingzoo', 'rlcard', 'open_spiel', 'gymnasium')}", ""]
    lines += ["| ours | steps a second | peer | steps a second | ratio |", "|---|---|---|---|---|"]
    for ours, our_loop, theirs, their_loop, size in COMPARISONS:
        found = compare(our_loop, their_loop, size)
        spread = f"{found.ratio:.2f} ({found.lowest:.2f} to {found.highest:.2f})"
        lines.append(f"| {ours} | {found.ours:,.0f} | {theirs} | {found.theirs:,.0f} | {spread} |")
    pin()
    vector = max(rate(vector_steps, 400) for _ in range(5))
    lines += ["", f"`BatchVectorEnv`, 1,024 games with observations and masks: {vector:,.0f} steps a second at best."]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
