"""How everything here is measured: CPU time on one core, ours and the peer's in turn, so that noise hits both."""

import os
import platform
from collections.abc import Callable
from importlib.metadata import version
from statistics import median
from time import process_time
from typing import NamedTuple

REPEATS = 7
PIECE_SECONDS = 0.12  # of CPU, where the loops say no size: long beside the clock's steps and a game's length


class Comparison(NamedTuple):
    """Rates of two loops, and ours over theirs as the median of paired runs with its extremes."""

    ours: float
    theirs: float
    ratio: float
    lowest: float
    highest: float


def rate(loop: Callable[[int], int], size: int) -> float:
    """What the loop counts, by the second of CPU time."""
    begin = process_time()
    count = loop(size)
    return count / (process_time() - begin)


def compare(
    ours: Callable[[int], int], theirs: Callable[[int], int], size: int | None = None, repeats: int = REPEATS
) -> Comparison:
    """``size`` is of a measured piece; without, both are so long that they take equally long."""
    pin()
    sizes = [size or size_for(loop) for loop in (ours, theirs)]
    for loop, each in zip((ours, theirs), sizes, strict=True):
        loop(each // 4)  # both warm
    pairs = [(rate(ours, sizes[0]), rate(theirs, sizes[1])) for _ in range(repeats)]
    ratios = sorted(one / other for one, other in pairs)
    return Comparison(
        median(one for one, _ in pairs), median(other for _, other in pairs), median(ratios), ratios[0], ratios[-1]
    )


def size_for(loop: Callable[[int], int]) -> int:
    """For a piece of ``PIECE_SECONDS``."""
    loop(200)
    return round(rate(loop, 1000) * PIECE_SECONDS)


def pin() -> None:
    """To one core, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def machine() -> str:
    return f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def versions(*packages: str) -> str:
    return ", ".join(f"{package} {version(package)}" for package in packages)
