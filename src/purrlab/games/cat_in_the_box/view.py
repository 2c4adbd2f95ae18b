"""The one way by which anything leaves a state: what a seat may know."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from purrlab.games.cat_in_the_box.cells import values_in
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.scoring import totals
from purrlab.games.cat_in_the_box.table import OwnRound, PastRound, RoundResult, Table
from purrlab.games.game import View

if TYPE_CHECKING:
    from purrlab.games.cat_in_the_box.rules import CatInTheBoxState


@dataclass(frozen=True, slots=True, kw_only=True)
class CatInTheBoxView(View):
    """The open table, and of what is hidden the own hand and the own discard."""

    layout: Layout
    table: Table
    hand: tuple[int, ...] | None  # None: a spectator has none
    discard: int | None
    rounds: tuple[RoundResult, ...]  # those that are over
    own_rounds: tuple[OwnRound, ...]  # the own part of these; a spectator has none


def view_of(state: "CatInTheBoxState", seat: int | None) -> CatInTheBoxView:
    rounds = tuple(past.result for past in state.round.past)
    return CatInTheBoxView(
        game=state.game.name,
        players=state.players,
        options=state.options,
        seat=seat,
        expects=state.expects.verb if state.expects else None,
        to_act=state.to_act,
        legal=() if seat is None else state.legal(seat),
        totals=totals(rounds, state.players),
        outcome=state.outcome,
        layout=state.setup.layout,
        table=state.table,
        hand=None if seat is None else values_in(state.hands[seat]),
        discard=None if seat is None else state.discards[seat],
        rounds=rounds,
        own_rounds=() if seat is None else tuple(_own_round(past, seat) for past in state.round.past),
    )


def _own_round(past: PastRound, seat: int) -> OwnRound:
    discard = past.discards[seat]
    assert discard is not None
    return OwnRound(values_in(past.deal.hands[seat]), discard)
