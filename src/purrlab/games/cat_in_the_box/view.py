"""The one way by which anything leaves a state: what a seat may know."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, ONES, values_in
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.notation import Play, plays_in
from purrlab.games.cat_in_the_box.scoring import earns_bonus, totals
from purrlab.games.cat_in_the_box.table import OwnRound, PastRound, RoundResult, Table, beating, winning_play
from purrlab.games.game import View, open_part
from purrlab.games.values import remember_last

if TYPE_CHECKING:
    from purrlab.games.cat_in_the_box.rules import CatInTheBoxState


class Ahead(NamedTuple):
    """What the legal plays would do."""

    wins: tuple[Play, ...]  # CB13: those that would win the trick so far
    leaves: tuple[Play, ...]  # CB12: those that would cost the own marker of the led colour


@dataclass(frozen=True, slots=True, kw_only=True)
class CatInTheBoxView(View):
    """The open table, and of what is hidden the own hand and the own discard."""

    own: ClassVar[frozenset[str]] = View.own | {"ahead", "hand", "discard", "own_rounds"}

    layout: Layout
    table: Table
    ahead: Ahead | None  # None: this seat is not to play
    hand: tuple[int, ...] | None  # None: a spectator has none
    discard: int | None
    rounds: tuple[RoundResult, ...]  # those that are over
    own_rounds: tuple[OwnRound, ...]  # the own part of these; a spectator has none

    def bids_made(self) -> tuple[int, ...]:
        """CB17: in how many rounds each seat won the tricks that it should, paradox or not."""
        return tuple(sum(earns_bonus(each.boards[seat]) for each in self.rounds) for seat in range(self.players))

    def paradoxes(self) -> tuple[int, ...]:
        """CB15: how many rounds each seat ended."""
        return tuple(sum(each.paradox == seat for each in self.rounds) for seat in range(self.players))


def view_of(state: "CatInTheBoxState", seat: int | None) -> CatInTheBoxView:
    return CatInTheBoxView(
        **_open_part(state),
        seat=seat,
        legal=() if seat is None else state.legal(seat),
        ahead=_ahead(state) if state.expects is Play and seat == state.turn else None,
        hand=None if seat is None else values_in(state.hands[seat]),
        discard=None if seat is None else state.discards[seat],
        own_rounds=() if seat is None else tuple([_own_round(past, seat) for past in state.round.past]),
    )


@remember_last
def _open_part(state: "CatInTheBoxState") -> dict[str, Any]:
    """What everybody may know."""
    rounds = tuple([past.result for past in state.round.past])
    return open_part(state) | {
        "totals": totals(rounds, state.players),
        "layout": state.setup.layout,
        "table": state.table,
        "rounds": rounds,
    }


def _ahead(state: "CatInTheBoxState") -> Ahead:
    """CB12, CB13: for whoever is to play."""
    possible, led = state.possible, state.led
    if led is None:
        return Ahead(plays_in(possible), ())
    leaves = 0
    if state.boards[state.turn].markers & COLOUR_BIT[led]:
        leaves = possible & ~(ONES * COLOUR_BIT[led])
    best = winning_play(state.table.trick)[1]
    return Ahead(plays_in(possible & beating(best)), plays_in(leaves))


def _own_round(past: PastRound, seat: int) -> OwnRound:
    discard = past.discards[seat]
    assert discard is not None
    return OwnRound(values_in(past.deal.hands[seat]), discard)
