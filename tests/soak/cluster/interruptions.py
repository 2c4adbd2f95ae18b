"""For how long games stand still because of what is done to servers."""

import asyncio
import time
from collections.abc import Callable, Collection
from itertools import pairwise

from soak.streams import Streams
from soak.violation import Violation

AFTER_SECONDS = 0.5  # what comes later is not because of it
STALL_SECONDS = 120
POLL_SECONDS = 0.02


def longest_pause(times: list[float], began: float, ended: float) -> float:
    """The longest time between two events at a table of which a part lies where something was done."""
    return max(
        (after - before for before, after in pairwise(times) if after > began and before < ended + AFTER_SECONDS),
        default=0.0,
    )


async def wait_until_games_go_on(streams: Streams, playing: Callable[[], Collection[str]], tables: set[str]) -> None:
    """At all these tables something has happened since, or they are over. Nobody may wait for ever."""
    since = time.monotonic() + AFTER_SECONDS
    while standing := tables & set(playing()) - {table for (table, _), at in streams.heard_at.items() if at > since}:
        if time.monotonic() - since > STALL_SECONDS:
            raise Violation(f"nothing has happened for {STALL_SECONDS} seconds at the tables {sorted(standing)}")
        await asyncio.sleep(POLL_SECONDS)


def times_of(streams: Streams, table: str) -> list[float]:
    return sorted(at for (each, _), at in streams.heard_at.items() if each == table)
