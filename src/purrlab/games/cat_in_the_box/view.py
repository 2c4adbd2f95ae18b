"""The one way by which anything leaves a state: what a seat may know."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from purrlab.games.cat_in_the_box.cells import values_in
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.scoring import totals
from purrlab.games.cat_in_the_box.table import OwnRound, PastRound, RoundResult, Table
from purrlab.games.game import View, open_part
from purrlab.games.values import remember_last

if TYPE_CHECKING:
    from purrlab.games.cat_in_the_box.rules import CatInTheBoxState


@dataclass(frozen=True, slots=True, kw_only=True)
class CatInTheBoxView(View):
    """The open table, and of what is hidden the own hand and the own discard."""

    own: ClassVar[frozenset[str]] = View.own | {"hand", "discard", "own_rounds"}

    layout: Layout
    table: Table
    hand: tuple[int, ...] | None  # None: a spectator has none
    discard: int | None
    rounds: tuple[RoundResult, ...]  # those that are over
    own_rounds: tuple[OwnRound, ...]  # the own part of these; a spectator has none


def view_of(state: "CatInTheBoxState", seat: int | None) -> CatInTheBoxView:
    return CatInTheBoxView(
        **_open_part(state),
        seat=seat,
        legal=() if seat is None else state.legal(seat),
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


def _own_round(past: PastRound, seat: int) -> OwnRound:
    discard = past.discards[seat]
    assert discard is not None
    return OwnRound(values_in(past.deal.hands[seat]), discard)
