"""Compare many pairs of worlds: ``PYTHONPATH=tests python -m server.two_worlds --pairs 500``."""

import argparse
import os
import secrets
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from server.two_worlds.compare import Report, compare_numbered
from server.two_worlds.pairs import make_pairs

MAX_SHOWN = 20  # differences of a batch, as soon as it is compared
PAIRS_PER_BATCH = 14  # that are played on the same two servers, and kept in memory


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare what one seat gets in worlds that differ in what it hides.")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    began = time.monotonic()
    report = _compare_in_batches(chosen.seed, chosen.pairs, chosen.processes)
    lines = [f"{count:7} pairs  {name}" for name, count in {**report.pairs, **report.phases}.items()]
    lines.append(
        f"seed {chosen.seed}: {report.pairs.total()} pairs with {report.steps} moves, probes and looks; "
        f"{report.streams} streams, {report.messages} messages and answers, {report.compared_bytes} bytes compared; "
        f"{len(report.differences)} differ; {time.monotonic() - began:.0f} s"
    )
    _say("\n".join(lines))
    sys.exit(bool(report.differences))


def _compare_in_batches(seed: int, count: int, processes: int) -> Report:
    pairs = list(make_pairs(seed, count))
    numbers = range(0, count, PAIRS_PER_BATCH)
    batches = [pairs[number : number + PAIRS_PER_BATCH] for number in numbers]
    total = Report.empty()
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for report in pool.map(compare_numbered, batches, numbers):
            total += report
            for difference in report.differences[:MAX_SHOWN]:
                _say(difference)
            _say(f"{total.pairs.total()} pairs, {total.compared_bytes} bytes, {len(total.differences)} differ")
    return total


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
