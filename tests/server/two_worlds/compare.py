"""Plays pairs in both worlds, and compares every byte."""

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from server.two_worlds.pairs import Pair
from server.two_worlds.world import STREAMS, Streams, open_world


class Report(NamedTuple):
    pairs: Counter[str]  # by game and size
    phases: Counter[str]
    steps: int  # moves, probes and looks
    streams: int
    messages: int
    compared_bytes: int
    differences: list[str]  # each in words


async def compare_worlds(pairs: Iterable[Pair], folder: Path) -> Report:
    """Each world has a server of its own, and plays all pairs one after the other."""
    played = list(pairs)
    first, second = [await _play_all(played, folder, number) for number in range(2)]
    differences: list[str] = []
    messages = compared = 0
    for pair, one, other in zip(played, first, second, strict=True):
        for name, ours, theirs in zip(STREAMS, one, other, strict=True):
            differences += [f"{pair.name}: {name}: {difference}" for difference in _differences(ours, theirs)]
            messages += len(ours)
            compared += sum(map(len, ours))
    return Report(
        pairs=Counter(pair.name for pair in played),
        phases=Counter(f"{pair.game}: {phase}" for pair in played for phase in pair.phases),
        steps=sum(len(pair.script) for pair in played),
        streams=len(STREAMS) * len(played),
        messages=messages,
        compared_bytes=compared,
        differences=differences,
    )


async def _play_all(pairs: list[Pair], folder: Path, number: int) -> list[Streams]:
    async with open_world(folder / f"world-{number}", number) as world:
        return [await world.play(pair) for pair in pairs]


def _differences(ours: list[bytes], theirs: list[bytes]) -> list[str]:
    return [
        f"message {number}: {one!r:.2000} and {other!r:.2000}"
        for number, (one, other) in enumerate(zip_longest(ours, theirs))
        if one != other
    ]
