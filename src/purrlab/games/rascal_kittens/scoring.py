"""What a game is worth (RK14, RK15)."""

from collections.abc import Sequence
from functools import cache

from purrlab.games.game import Outcome
from purrlab.games.rascal_kittens.furniture import TOKENS, TOYS
from purrlab.games.rascal_kittens.table import PointRange, Taken

ALL_KINDS_BONUS = 15  # RK15: for all ten kinds, instead of a point for each


def total(taken: Taken, *, older: bool) -> int:
    """RK14: the values of the tokens taken; RK15: and the points for their kinds."""
    return sum(map(sum, taken)) + (kinds_bonus(kinds_in(taken)) if older else 0)


def kinds_in(taken: Taken) -> int:
    """How many kinds of toys there are among the tokens taken."""
    return len(taken) - taken.count(())


def kinds_bonus(kinds: int) -> int:
    """RK15: a point for each kind of toy; 15 in place of these ten for all of them."""
    return ALL_KINDS_BONUS if kinds == len(TOYS) else kinds


@cache
def top_token_range(removed: int, left: int) -> PointRange | None:
    """RK5: what the token on top can be worth, with so many removed at random and so many left."""
    if not left:
        return None
    taken = len(TOKENS) - removed - left
    return PointRange(TOKENS[taken], TOKENS[taken + removed])


def final_outcome(taken: Sequence[Taken], strings: Sequence[int], *, older: bool) -> Outcome:
    """RK14: the highest total; then whoever of these has more string left; then they share the win."""
    totals = tuple(total(each, older=older) for each in taken)
    tied = [seat for seat, reached in enumerate(totals) if reached == max(totals)]
    longest = max(strings[seat] for seat in tied)
    winners = tuple(seat for seat in tied if strings[seat] == longest)
    reason = "total" if len(tied) == 1 else "string" if len(winners) == 1 else "shared"
    return Outcome(reason, totals, winners)
