"""Environments against their peers, where these are installed: ``python benchmarks/env_speed.py``.

CPU time on one core, ours and the peer's in turn in the same run, ratios with their extremes.
"""

import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any

import pyspiel
import rlcard  # type: ignore[import-not-found, unused-ignore]  # a peer, for the benchmarks only
from pettingzoo.classic import leduc_holdem_v4, texas_holdem_no_limit_v6, texas_holdem_v4
from pettingzoo.utils import wrappers
from timing import compare, machine, rate, versions

from purrlab.envs.gymnasium import BatchVectorEnv
from purrlab.envs.openspiel import CAT_IN_THE_BOX, RASCAL_KITTENS
from purrlab.envs.pettingzoo import cat_in_the_box_v0, rascal_kittens_v0
from purrlab.native.cat_in_the_box.batch import Batch as CatInTheBoxBatch
from purrlab.native.rascal_kittens.batch import Batch as RascalKittensBatch

Loop = Callable[[int], int]
REPEATS = 9
VECTOR_STEPS = 2**18


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
                env.step(random.choice(seen["action_mask"].nonzero()[0].tolist()))
                steps += 1
            env.reset()
        return steps

    return loop


def wrapped(env: Any) -> Any:
    """As PettingZoo's own games come."""
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


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


def vector_steps(batch: Any, *, copy: bool) -> Loop:
    env = BatchVectorEnv(batch, copy=copy)

    def loop(size: int) -> int:
        for _ in range(size // env.num_envs):
            env.step(env.batch.sample())
        return size // env.num_envs * env.num_envs

    return loop


def vector_rates() -> Iterator[str]:
    """The median with its extremes, for several numbers of players and of games."""
    yield "| `BatchVectorEnv` | games at once | million steps a second | without copies |"
    yield "|---|---|---|---|"
    for game, players, size in (
        *(("Cat in the Box", players, 1024) for players in (2, 3, 4, 5)),
        *(("Cat in the Box", 4, size) for size in (64, 256, 4096)),
        *(("Rascal Kittens", players, size) for players in (2, 3, 4) for size in (256, 1024)),
    ):
        told = []
        for copy in (True, False):
            batch = (
                CatInTheBoxBatch(players, size, 1, single_rounds=True, threads=1)
                if game == "Cat in the Box"
                else RascalKittensBatch(players, size, 1, threads=1)
            )
            loop = vector_steps(batch, copy=copy)
            loop(VECTOR_STEPS // 4)
            rates = sorted(rate(loop, VECTOR_STEPS) / 1e6 for _ in range(REPEATS))
            told.append(f"{median(rates):.1f} ({rates[0]:.1f} to {rates[-1]:.1f})")
        yield f"| {game}, {players} players | {size:,} | {told[0]} | {told[1]} |"


CAT, KITTENS = "PettingZoo, Cat in the Box, 4 players", "PettingZoo, Rascal Kittens, 2 players"
RLCARD_GAMES = ("bridge", "gin-rummy", "uno", "mahjong", "doudizhu", "limit-holdem", "no-limit-holdem", "leduc-holdem")


def comparisons() -> Iterator[tuple[str, Loop, str, Loop]]:
    """Ours and a peer's."""
    cat, kittens = cat_in_the_box_v0.env(), rascal_kittens_v0.env()
    for peer in (leduc_holdem_v4, texas_holdem_v4, texas_holdem_no_limit_v6):
        name = peer.__name__.rpartition(".")[2]
        for label, ours in ((CAT, cat), (KITTENS, kittens)):
            yield label, pettingzoo_steps(ours), f"PettingZoo {name}", pettingzoo_steps(peer.env())
            yield label, pettingzoo_steps(ours), f"{name} without its wrappers", pettingzoo_steps(peer.raw_env())
            yield (
                f"{label}, in the same wrappers",
                pettingzoo_steps(wrapped(ours)),
                f"PettingZoo {name}",
                pettingzoo_steps(peer.env()),
            )
    for name in RLCARD_GAMES:
        yield CAT, pettingzoo_steps(cat), f"RLCard {name}", rlcard_steps(name)
    yield KITTENS, pettingzoo_steps(kittens), "RLCard bridge", rlcard_steps("bridge")
    for label, name in (
        ("Cat in the Box, 4 players", CAT_IN_THE_BOX.short_name),
        ("Rascal Kittens, 2 players", RASCAL_KITTENS.short_name),
    ):
        peer_loop = openspiel_steps("oh_hell(players=4,num_tricks_fixed=10)")
        yield f"OpenSpiel, {label}", openspiel_steps(name), "OpenSpiel oh_hell, 4 players", peer_loop


def main() -> None:
    lines = [f"{machine()}; {versions('pettingzoo', 'rlcard', 'open_spiel', 'gymnasium')}", ""]
    lines += ["| ours | steps a second | peer | steps a second | ratio |", "|---|---|---|---|---|"]
    for ours, our_loop, theirs, their_loop in comparisons():
        found = compare(our_loop, their_loop, repeats=REPEATS)
        spread = f"{found.ratio:.2f} ({found.lowest:.2f} to {found.highest:.2f})"
        lines.append(f"| {ours} | {found.ours:,.0f} | {theirs} | {found.theirs:,.0f} | {spread} |")
    lines += ["", *vector_rates()]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
