"""Weights of the heuristic of Cat in the Box for a number of players: ``python benchmarks/tune_heuristic.py 3 600``.

The cross-entropy method on the logarithms of the weights. Every generation plays against a pool, which begins with the
weights for four players and grows by what each stage finds, so that nothing is tuned against itself alone.
"""

import os
import sys
from dataclasses import astuple
from math import exp, log
from random import Random
from statistics import fmean, stdev
from time import monotonic

from purrlab.bots.cat_in_the_box.tunings import FIRST
from purrlab.bots.workers import in_order, run_tasks
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native.cat_in_the_box import Policy, Round, neighbours_of, random_deal
from purrlab.native.cat_in_the_box.weights import WEIGHT_COUNT

Vector = tuple[float, ...]  # the weights, then the limits of bids

STAGES, POPULATION, ELITE, ROUNDS = 3, 48, 8, 400
SMALLEST = 1e-3  # of a weight, so that it has a logarithm
FIRST_SPREAD, LAST_SPREAD, STEP = 0.4, 0.01, 0.7


def lead(players: int, candidate: Vector, pool: list[Vector], seed: int) -> float:
    """Mean points a round ahead of opponents out of the pool, on duplicate deals, in every seat."""
    neighbours = neighbours_of(RULES_BY_PLAYERS[players].layouts[0])
    mine, *others = (
        Policy(players, each[:WEIGHT_COUNT], each[WEIGHT_COUNT:], neighbours) for each in (candidate, *pool)
    )
    random, leads = Random(seed), []
    for _ in range(ROUNDS // players):
        deal, start = random_deal(players, random.getrandbits(64)), random.randrange(players)
        opponents = [random.choice(others) for _ in range(players)]
        for seat in range(players):
            played = Round(players, *deal, start, neighbours)
            while not played.over:
                played.step(played.advice(mine if played.turn == seat else opponents[played.turn]))
            scores = played.scores()
            leads.append((scores[seat] * players - sum(scores)) / (players - 1))
    return fmean(leads)


def stage(players: int, pool: list[Vector], random: Random, seconds: float) -> Vector:
    mean = [max(weight, SMALLEST) for weight in pool[-1]]
    spread, seed, end = [FIRST_SPREAD] * len(mean), random.getrandbits(32), monotonic() + seconds
    while monotonic() < end:
        seed += 1
        candidates = [
            tuple(weight * exp(random.gauss(0, each)) for weight, each in zip(mean, spread, strict=True))
            for _ in range(POPULATION)
        ]
        tasks = [(players, candidate, pool, seed) for candidate in candidates]
        leads = list(in_order(run_tasks(lead, tasks, os.cpu_count() or 1)))
        best = sorted(zip(leads, candidates, strict=True), reverse=True)[:ELITE]
        for at in range(len(mean)):
            logarithms = [log(candidate[at]) for _, candidate in best]
            mean[at] = exp((1 - STEP) * log(mean[at]) + STEP * fmean(logarithms))
            spread[at] = (1 - STEP) * spread[at] + STEP * stdev(logarithms) + LAST_SPREAD
        print(f"{best[0][0]:+.3f} the best, {fmean(leads):+.3f} all of this generation", flush=True)
    return tuple(mean)


def main(players: int, seconds: float) -> None:
    weights, limits = FIRST[players]
    pool, random = [(*astuple(weights), *limits)], Random(players)
    for number in range(STAGES):
        pool.append(stage(players, pool, random, seconds / STAGES))
        print(f"stage {number + 1}: {lead(players, pool[-1], pool[:1], 1):+.3f} ahead of the first weights")
        print("  " + ", ".join(f"{weight:.3g}" for weight in pool[-1]))


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
