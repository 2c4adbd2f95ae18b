"""Compare many pairs of worlds: ``PYTHONPATH=tests python -m server.two_worlds --pairs 500``."""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from pathlib import Path

from server.two_worlds.compare import compare_worlds
from server.two_worlds.pairs import make_pairs

MAX_SHOWN = 20  # differences


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare what one seat gets in worlds that differ in what it hides.")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    chosen = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(compare_worlds(make_pairs(chosen.seed, chosen.pairs), Path(folder)))
    lines = [f"{count:7} pairs  {name}" for name, count in {**report.pairs, **report.phases}.items()]
    lines += report.differences[:MAX_SHOWN]
    lines.append(
        f"seed {chosen.seed}: {report.pairs.total()} pairs with {report.steps} moves, probes and looks; "
        f"{report.streams} streams, {report.messages} messages and answers, {report.compared_bytes} bytes compared; "
        f"{len(report.differences)} differ; {time.monotonic() - began:.0f} s"
    )
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit(bool(report.differences))


if __name__ == "__main__":
    main()
