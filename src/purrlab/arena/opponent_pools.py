"""One bot against a pool of opponents that play unlike each other, each of them in all other seats."""

from collections.abc import Iterable
from typing import Any

import msgspec

from purrlab.arena.match import Match
from purrlab.arena.match_file import ArenaError
from purrlab.arena.summary import Summary
from purrlab.bots import BOTS


class PoolLine(msgspec.Struct, frozen=True):
    """How the candidate did against one of the pool."""

    opponent: str
    candidate: Summary


def pool_matches(
    game: str, candidate: str, pool: str, players: int, deals: int, seed: str, options: dict[str, Any]
) -> dict[str, Match]:
    """By opponent. The deals are the same for all of them; whoever is in the pool does not meet itself."""
    pools = BOTS[game].pools
    if pool not in pools:
        raise ArenaError(f"no pool {pool!r} for {game}; there is {', '.join(pools)}")
    return {
        opponent: Match(game, (candidate, *(opponent,) * (players - 1)), deals, seed, options)
        for opponent in pools[pool]
        if opponent != candidate
    }


def worst_first(lines: Iterable[PoolLine]) -> list[PoolLine]:
    return sorted(lines, key=lambda line: 0.0 if line.candidate.lead is None else line.candidate.lead.mean)
