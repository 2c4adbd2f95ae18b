"""The chance of the compiled core (core/chance.hpp), in Python: the same seed gives the same numbers."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_64_BITS = 2**64 - 1


class Rng:
    """splitmix64 (Steele, Lea, Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        self.state = mixed = self.state + 0x9E3779B97F4A7C15 & _64_BITS
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
        return mixed ^ mixed >> 31

    def below(self, limit: int) -> int:
        return (self.next() >> 32) * limit >> 32

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Fisher-Yates from the last place to the second."""
        for last in range(len(items) - 1, 0, -1):
            chosen = self.below(last + 1)
            items[last], items[chosen] = items[chosen], items[last]
