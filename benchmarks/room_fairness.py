"""Are the rooms of Rascal Kittens fair? Lets the heuristic bot play many games and compares the rooms' mean scores.

    python benchmarks/room_fairness.py --games 6000

Rooms are dealt at random. Says the mean score of every room with its 95 % confidence interval, for 2, 3 and 4 players
in both variants and for all of them, and how far apart the best and the worst room lie. The verdict is "fair" or
"unfair" where that interval lies wholly within or beyond 2 %, else "too few games". Ends with 1 if anything is unfair,
with 2 if there were too few games to judge all of them together.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import hypot, sqrt
from random import Random
from statistics import fmean, stdev

from purrlab.bots import find_bot, play_game
from purrlab.games.rascal_kittens.options import VARIANTS
from purrlab.games.rascal_kittens.rooms import BUILT_IN
from purrlab.games.registry import find_game

GAME = "rascal-kittens"
FAIR_DIFFERENCE = 0.02
FAIR, UNFAIR, TOO_FEW = "fair", "unfair", "too few games"
TABLE_KINDS = [(players, variant) for players in (2, 3, 4) for variant in VARIANTS]

Score = tuple[int, str, str, int]  # players, variant, room, total


def play(seed: str) -> list[Score]:
    """One game for every number of players and variant."""
    return [score for players, variant in TABLE_KINDS for score in _scores(players, variant, seed)]


def _scores(players: int, variant: str, seed: str) -> Iterator[Score]:
    state = find_game(GAME).new(players, seed, {"variant": variant})
    end = play_game(state, [find_bot(GAME, "heuristic")] * players, Random(seed))
    assert end.outcome is not None
    for room, total in zip(end.options["rooms"], end.outcome.totals, strict=True):
        yield players, variant, room, total


def report(title: str, scores: Iterable[Score], weights: dict[tuple[int, str], float] | None = None) -> str:
    """Print the means of the rooms, and give the verdict on them."""
    totals: dict[str, list[float]] = defaultdict(list)
    for players, variant, room, total in scores:
        totals[room].append(total / (weights[players, variant] if weights else 1))
    means = {room: fmean(totals[room]) for room in BUILT_IN}
    margins = {room: 1.96 * stdev(totals[room]) / sqrt(len(totals[room])) for room in BUILT_IN}
    best, worst = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    apart = means[best] / means[worst] - 1
    margin = hypot(margins[best], margins[worst]) / means[worst]
    said = verdict(apart, margin)
    print(f"{title}: {apart:.2%} ± {margin:.2%} apart: {said}")
    for room, mean in means.items():
        print(f"    {room:<14}{mean:8.3f} ± {margins[room]:.3f}   {len(totals[room])} scores")
    return said


def verdict(apart: float, margin: float) -> str:
    if apart + margin <= FAIR_DIFFERENCE:
        return FAIR
    return UNFAIR if apart - margin > FAIR_DIFFERENCE else TOO_FEW


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the mean scores of the built-in rooms.")
    parser.add_argument("--games", type=int, default=2000, help="games for each number of players and variant")
    parser.add_argument("--seed", default="fair", help="another text gives other games")
    parser.add_argument("--jobs", type=int, default=None, help="processes; all cores by default")
    args = parser.parse_args()
    seeds = [f"{args.seed} {number}" for number in range(args.games)]
    with ProcessPoolExecutor(args.jobs) as pool:
        scores = [score for played in pool.map(play, seeds, chunksize=16) for score in played]
    means, verdicts = {}, []
    for players, variant in TABLE_KINDS:
        own = [score for score in scores if score[:2] == (players, variant)]
        means[players, variant] = fmean(score[3] for score in own)
        verdicts.append(report(f"{players} players, {variant}", own))
    of_all = report("All games, each score as a share of the mean of its table", scores, means)
    if UNFAIR in (*verdicts, of_all):
        return 1
    return 2 if of_all == TOO_FEW else 0


if __name__ == "__main__":
    sys.exit(main())
