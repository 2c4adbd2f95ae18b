"""Seeded chance that anybody can recompute: HMAC-SHA-256 keyed by the seed (docs/dealing.md)."""

import hmac
from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import TypeVar

T = TypeVar("T")

BYTE_VALUES = 256  # how many values a byte has: no more than so many items can be shuffled


class Chance:
    """All chance of one game. The same seed, game and purpose always give the same."""

    __slots__ = ("_game", "_key")

    def __init__(self, seed: str, game: str) -> None:
        self._key = seed.encode()
        self._game = game

    def below(self, limit: int, purpose: str) -> int:
        """One number from 0 to limit - 1: the first of them all, shuffled."""
        return self.shuffled(range(limit), purpose)[0]

    def shuffled(self, items: Iterable[T], purpose: str) -> list[T]:
        """The items in a random order: Fisher-Yates from the last place to the second."""
        shuffled = list(items)
        if len(shuffled) > BYTE_VALUES:
            raise ValueError(f"at most {BYTE_VALUES} items can be shuffled, not {len(shuffled)}")
        stream = chain.from_iterable(self._blocks(purpose))
        for last in range(len(shuffled) - 1, 0, -1):
            places = last + 1
            fair = BYTE_VALUES - BYTE_VALUES % places
            for byte in stream:
                if byte < fair:  # else it is passed over, so that all remainders are equally likely
                    break
            chosen = byte % places
            shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
        return shuffled

    def _blocks(self, purpose: str) -> Iterator[bytes]:
        """The HMACs of "game/purpose/0", "game/purpose/1", and so on."""
        for block in count():
            yield hmac.digest(self._key, f"{self._game}/{purpose}/{block}".encode(), "sha256")
