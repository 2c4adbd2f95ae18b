"""Attack a server: ``PYTHONPATH=tests python -m server.hostile --messages 900000 --requests 100000``."""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from collections import Counter  # noqa: TC003
from pathlib import Path
from typing import Any

from server.hostile.attack import Attack, Result, hostile_server

MAX_SHOWN = 20  # problems


def main() -> None:
    parser = argparse.ArgumentParser(prog="hostile", description="Send a server nothing but nonsense and malice.")
    parser.add_argument("--messages", type=int, default=900_000)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    chosen = parser.parse_args()
    sys.stdout.write(f"seed {chosen.seed}\n")
    sys.stdout.flush()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, hostile_server(Path(folder)) as server:
        attack = Attack(server, chosen.messages, chosen.requests, chosen.seed)
        result = asyncio.run(attack.run())
    sys.stdout.write("\n".join(_lines(result, time.monotonic() - began)) + "\n")
    sys.exit(bool(result.problems))


def _lines(result: Result, seconds: float) -> list[str]:
    counted: dict[str, Counter[Any]] = {
        "messages": result.messages,
        "answers to messages": result.answers,
        "requests": result.requests,
        "statuses": result.statuses,
    }
    lines = []
    for what, counts in counted.items():
        lines.append(f"{what}: {counts.total()}")
        lines += [f"{count:9}  {kind}" for kind, count in counts.most_common()]
    lines.append(f"{result.games} games with {result.moves} moves; {result.tables} tables played again by the rules")
    lines.append(f"memory of the server: {result.rss_kb[0]} kB after a tenth, {result.rss_kb[1]} kB at the end")
    lines += result.problems[:MAX_SHOWN]
    return [*lines, f"{len(result.problems)} problems in {seconds:.0f} s"]


if __name__ == "__main__":
    main()
