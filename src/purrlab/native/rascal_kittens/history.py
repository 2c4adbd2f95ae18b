"""What a view tells of the tokens that were taken (RK11)."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from purrlab.games.rascal_kittens.furniture import TOKENS, ToyKind
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS
from purrlab.games.rascal_kittens.view import RascalKittensView

Stack = tuple[int, ...]


class TakenToken(NamedTuple):
    """One that was on a stack; the list of a toy's has them from the top on."""

    seat: int
    value: int | None  # None: hidden


def tokens_taken(view: RascalKittensView) -> Mapping[ToyKind, list[TakenToken]]:
    """By toy, the tokens taken so far, in their order."""
    taken: defaultdict[ToyKind, list[TakenToken]] = defaultdict(list)
    for this_round in view.rounds:
        for run in this_round.runs:
            for toy, value in zip(run.toys, run.tokens, strict=True):
                if value != 0:
                    taken[toy].append(TakenToken(run.seat, value))
    return taken


def stack_size(players: int) -> int:
    """RK5."""
    return len(TOKENS) - RULES_BY_PLAYERS[players].removed


@cache
def possible_stacks(players: int, seen: tuple[int | None, ...]) -> tuple[Stack, ...]:
    """RK5: the stacks that could have been set up and show these values from the top on; each is as likely."""
    return tuple(
        stack
        for stack in combinations(TOKENS, stack_size(players))
        if all(value in (None, token) for value, token in zip(seen, stack, strict=False))
    )
