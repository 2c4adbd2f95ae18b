"""Plays pairs in both worlds, and compares every byte."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, Self

from server.two_worlds.observed_world import STREAMS, Streams, open_world
from server.two_worlds.pairs import Pair


class Report(NamedTuple):
    pairs: Counter[str]  # by game and size
    phases: Counter[str]
    steps: int  # moves, probes and looks
    streams: int
    messages: int
    compared_bytes: int
    differences: list[str]  # each in words

    @classmethod
    def empty(cls) -> Self:
        return cls(Counter(), Counter(), 0, 0, 0, 0, [])

    def __add__(self, other: "Report") -> "Report":  # type: ignore[override]
        return Report(
            pairs=self.pairs + other.pairs,
            phases=self.phases + other.phases,
            steps=self.steps + other.steps,
            streams=self.streams + other.streams,
            messages=self.messages + other.messages,
            compared_bytes=self.compared_bytes + other.compared_bytes,
            differences=self.differences + other.differences,
        )


Surrounding = Callable[[int], AbstractContextManager[None]]


def compare_numbered(pairs: Sequence[Pair], first_number: int) -> Report:
    """In an event loop and a folder of its own, for a process that compares some of many pairs."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(compare_worlds(pairs, Path(folder), first_number=first_number))


async def compare_worlds(
    pairs: Iterable[Pair], folder: Path, around: Surrounding = lambda _: nullcontext(), first_number: int = 0
) -> Report:
    """Each world has a server of its own, and plays all pairs one after the other, each with something around it."""
    played = list(pairs)
    first, second = [await _play_all(played, folder, number, around) for number in range(2)]
    differences: list[str] = []
    messages = compared = 0
    for number, (pair, one, other) in enumerate(zip(played, first, second, strict=True), first_number):
        for name, ours, theirs in zip(STREAMS, one, other, strict=True):
            differences += [
                f"pair {number}, {pair.name}: {name}: {difference}" for difference in _differences(ours, theirs)
            ]
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


async def _play_all(pairs: list[Pair], folder: Path, number: int, around: Surrounding) -> list[Streams]:
    streams = []
    async with open_world(folder / f"world-{number}", number) as world:
        for pair_number, pair in enumerate(pairs):
            with around(pair_number):
                streams.append(await world.play(pair))
    return streams


def _differences(ours: list[bytes], theirs: list[bytes]) -> list[str]:
    return [
        f"message {number}: {one!r:.2000} and {other!r:.2000}"
        for number, (one, other) in enumerate(zip_longest(ours, theirs))
        if one != other
    ]
