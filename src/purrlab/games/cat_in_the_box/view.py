"""The one way by which anything leaves a state: what a seat may know."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

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
    past = _told(state.round.past, state.players)
    return CatInTheBoxView(
        game=state.game.name,
        players=state.players,
        options=state.options,
        seat=seat,
        expects=state.expects.verb if state.expects else None,
        to_act=state.to_act,
        legal=() if seat is None else state.legal(seat),
        totals=past.totals,
        outcome=state.outcome,
        layout=state.setup.layout,
        table=state.table,
        hand=None if seat is None else values_in(state.hands[seat]),
        discard=None if seat is None else state.discards[seat],
        rounds=past.rounds,
        own_rounds=() if seat is None else past.own_rounds[seat],
    )


class _Told(NamedTuple):
    """What views tell of the rounds that are over."""

    past: tuple[PastRound, ...]
    rounds: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    own_rounds: tuple[tuple[OwnRound, ...], ...]  # by seat


_KNOWN: dict[tuple[int, int], _Told] = {}  # by players and the identity of the past: a round's views share it
_MOST_KNOWN = 4096


def _told(past: tuple[PastRound, ...], players: int) -> _Told:
    told = _KNOWN.get((players, id(past)))
    if told is None or told.past is not past:
        rounds = tuple(each.result for each in past)
        own = tuple(tuple(_own_round(each, seat) for each in past) for seat in range(players))
        told = _Told(past, rounds, totals(rounds, players), own)
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[players, id(past)] = told
    return told


def _own_round(past: PastRound, seat: int) -> OwnRound:
    discard = past.discards[seat]
    assert discard is not None
    return OwnRound(values_in(past.deal.hands[seat]), discard)
