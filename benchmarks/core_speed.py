"""The core against OpenSpiel's C++: random rollouts, batched steps, and tree search.

Peers play oh_hell with four players and ten tricks. Both sides roll out inside C++ from a dealt round or state, and
both tree searches begin with the first bid, so each simulation plays a whole round.
"""

import subprocess
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import pyspiel  # type: ignore[import-not-found, unused-ignore]  # a peer, for the benchmarks only
from timing import Comparison, compare, pin, rate

from purrlab import find_game
from purrlab.bots.cat_in_the_box.search import known_in, policy_for
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box.batch import Batch

NEIGHBOURS = native.neighbours_of("white")
PEER_DECISIONS = 4 + 4 * 10  # bids and cards of a round of the peer


def first_bid() -> CatInTheBoxState:
    state = find_game("cat-in-the-box").new(4, "speed", {"start": 0})
    assert isinstance(state, CatInTheBoxState)
    for seat in range(4):
        state = state.apply(seat, state.legal(seat)[seat])
    return state


def peer_first_bid() -> Any:
    game, random = pyspiel.load_game("oh_hell", {"players": 4, "num_tricks_fixed": 10}), Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def our_rollouts(size: int) -> int:
    state = first_bid()
    dealt = native.Round(4, state.round.deal.hands, [], 0, NEIGHBOURS)
    return dealt.random_playouts(20 * size, 1)[0]


def their_rollouts(size: int) -> int:
    """One simulation of its tree search evaluates the root by this many rollouts, and does nothing else."""
    state = peer_first_bid()
    evaluator = pyspiel.RandomRolloutEvaluator(size, 1)
    pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, 1, 100, solve=False, seed=1, verbose=False).step(state)
    return PEER_DECISIONS * size


def our_ismcts(size: int) -> int:
    """Ten searches of the size of the peer's one, so that the trees are as large."""
    known = known_in(first_bid().view(0))
    return sum(native.ismcts(known, seed, playouts=size)[1] for seed in range(10))


def their_ismcts(size: int) -> int:
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        2.0,
        size,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,  # noqa: FBT003  # the names of these are not bound: by information state, not by observation
        False,  # noqa: FBT003  # all deals of an information state allow the same actions
    )
    bot.step(peer_first_bid())
    return size


def stepped(size: int) -> int:
    """Rounds driven from Python, one decision at a time: always the first legal action, so that only the core works."""
    hands, decisions = first_bid().round.deal.hands, 0
    for _ in range(size):
        dealt = native.Round(4, hands, [], 0, NEIGHBOURS)
        while not dealt.over:
            legal = dealt.legal
            dealt.step((legal & -legal).bit_length() - 1)
            decisions += 1
    return decisions


def batched_steps(size: int) -> int:
    games = Batch(4, 1024, 1, threads=1)
    for _ in range(size):
        games.step(games.sample())
    return 1024 * size


def searched(size: int) -> int:
    """The search as the bots use it, at every decision of a round that it plays against itself."""
    policy, count = policy_for(4, tuple(NEIGHBOURS)), 0
    state = first_bid()
    while not state.round.past:
        view = state.view(min(state.to_act))
        action, playouts, _ = native.search(known_in(view), policy, 1, playouts=size)
        count += playouts
        state = state.apply(min(state.to_act), native.ACTIONS[action])
    return count


def import_time(module: str) -> float:
    """Seconds of CPU that a module takes to load in a new interpreter, with all that it needs itself."""
    return median(_cpu(module) for _ in range(9))


def _cpu(module: str) -> float:
    timed = f"from time import process_time as t; b = t(); import {module}; print(t() - b)"
    done = subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True)  # noqa: S603
    return float(done.stdout)


def alone(loop: Callable[[int], int], size: int) -> float:
    """The median rate of what has no peer."""
    pin()
    loop(max(1, size // 4))
    return median(rate(loop, size) for _ in range(5))


def rollouts() -> Comparison:
    return compare(our_rollouts, their_rollouts, 4000)


def tree_search() -> Comparison:
    return compare(our_ismcts, their_ismcts, 4000)
