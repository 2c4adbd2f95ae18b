"""Several servers under faults, for as long as SOAK_SECONDS say: ``python -m soak.cluster --help``."""

import argparse
import asyncio
import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from soak.cluster.cluster_faults import FAULTS
from soak.cluster.cluster_world import open_cluster_world
from soak.cluster.rounds import Pauses, Round

FAULTS_PER_ROUND = 10
TABLES = 24


def main() -> int:
    asked = _arguments()
    seconds = float(os.environ.get("SOAK_SECONDS", "300"))
    seed = int(os.environ.get("SOAK_SEED") or secrets.randbits(32))
    folder = Path(tempfile.mkdtemp(prefix="purrlab-cluster-"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing it started is left behind
    say(f"servers under faults for {seconds:.0f} seconds; SOAK_SEED={seed}")
    frames: Counter[str] = Counter()
    pauses = Pauses(list)
    began, failed = time.monotonic(), False
    with open_cluster_world(folder, asked.lease) as world:
        while not failed and (not world.faults or time.monotonic() - began < seconds):
            chance = Random(seed)
            at, played = time.monotonic(), Round(world, chance, asked.think)
            faults = [chance.choice(asked.faults) for _ in range(FAULTS_PER_ROUND)]
            try:
                asyncio.run(played.play(asked.tables, faults))
            except Exception as error:  # noqa: BLE001  # whatever it is, it names its seed
                failed = True
                say(f"FAILED with seed {seed}: {type(error).__name__}: {error}; its data: {folder}")
            say(f"seed {seed}: {time.monotonic() - at:.0f} seconds, {', '.join(faults)}")
            frames += played.tap.frames
            for name, found in played.pauses.items():
                pauses[name] += found
            seed += 1
        faults_done, counts = dict(world.faults), dict(world.counts)
    figures = {"faults": faults_done, "counts": counts, "frames": dict(frames), "pauses": pauses, "failed": failed}
    _say_all(figures)
    if asked.figures is not None:
        with asked.figures.open("a") as file:
            file.write(json.dumps(figures | {"lease": asked.lease, "tables": asked.tables}) + "\n")
    if not failed:
        shutil.rmtree(folder)
    return int(failed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m soak.cluster")
    parser.add_argument("--tables", type=int, default=TABLES, help="played at the same time")
    parser.add_argument("--lease", type=float, default=1.0, help="of the servers, in seconds")
    parser.add_argument("--think", type=float, default=0.3, help="seconds for which people think, at most")
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=list(FAULTS))
    parser.add_argument("--figures", type=Path, help="a file to which a line of JSON is added")
    return parser.parse_args()


def _say_all(figures: dict[str, Any]) -> None:
    say(", ".join(f"{count:,} {what}" for what, count in figures["counts"].items()))
    say("frames on the bus: " + ", ".join(f"{name} {count:,}" for name, count in sorted(figures["frames"].items())))
    for name, count in sorted(figures["faults"].items()):
        say(f"{name}: {count} times{_percentiles(figures['pauses'].get(name, []))}")
    say(f"{sum(figures['faults'].values())} faults: {'FAILED' if figures['failed'] else 'all is well'}")


def _percentiles(pauses: list[float]) -> str:
    if len(pauses) < 2:
        return ""
    cuts = quantiles(pauses, n=100, method="inclusive")
    return (
        f"; {len(pauses)} games stood still for {cuts[49]:.2f} s (median), {cuts[98]:.2f} s (p99), {max(pauses):.2f} s"
    )


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
