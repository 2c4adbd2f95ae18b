"""What a game is worth (RK14, RK15)."""

from collections.abc import Sequence

from purrlab.games.game import Outcome
from purrlab.games.rascal_kittens.furniture import TOYS
from purrlab.games.rascal_kittens.table import Round, tokens_of

ALL_KINDS = 15  # RK15: for all ten kinds, instead of a point for each


def total(rounds: Sequence[Round], seat: int, *, older: bool) -> int:
    """RK14: the values of the tokens taken; RK15: and the points for their kinds."""
    taken = [tokens for tokens in tokens_of(rounds, seat).values() if tokens]
    values = sum(value or 0 for tokens in taken for value in tokens)
    return values + (kinds_bonus(len(taken)) if older else 0)


def kinds_bonus(kinds: int) -> int:
    """RK15: a point for each kind of toy; 15 in place of these ten for all of them."""
    return ALL_KINDS if kinds == len(TOYS) else kinds


def final_outcome(rounds: Sequence[Round], strings: Sequence[int], *, older: bool) -> Outcome:
    """RK14: the highest total; then whoever of these has more string left; then they share the win."""
    totals = tuple(total(rounds, seat, older=older) for seat in range(len(strings)))
    tied = [seat for seat, reached in enumerate(totals) if reached == max(totals)]
    longest = max(strings[seat] for seat in tied)
    winners = tuple(seat for seat in tied if strings[seat] == longest)
    reason = "total" if len(tied) == 1 else "string" if len(winners) == 1 else "shared"
    return Outcome(reason, totals, winners)
