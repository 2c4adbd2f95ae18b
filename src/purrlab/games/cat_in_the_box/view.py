"""The one way by which anything leaves a state: what a seat may know."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from purrlab.games.cat_in_the_box.cells import COLOUR_BIT, ONES, values_in
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.notation import Play, plays_in
from purrlab.games.cat_in_the_box.scoring import earns_bonus
from purrlab.games.cat_in_the_box.table import CatInTheBoxTable, OwnRound, RoundResult, beating, winning_play
from purrlab.games.game import Action, Outcome, RoundStatistics, View, open_part
from purrlab.games.values import maker, remember_last

if TYPE_CHECKING:
    from purrlab.games.cat_in_the_box.rules import CatInTheBoxState


class PlaysAhead(NamedTuple):
    """What the legal plays would do."""

    wins: tuple[Play, ...]  # CB13: those that would win the trick so far
    leaves: tuple[Play, ...]  # CB12: those that would cost the own marker of the led colour


class _Fields(NamedTuple):
    game: str
    players: int
    options: Mapping[str, Any]
    expects: str | None
    to_act: frozenset[int]
    outcome: Outcome | None
    round_count: int
    totals: tuple[int, ...]
    rounds: tuple[RoundResult, ...]  # those that are over
    bids: tuple[int, ...]  # CB8: those that can be made; none with two players
    layout: Layout
    table: CatInTheBoxTable
    # the seat's own
    seat: int | None
    legal: tuple[Action, ...]
    ahead: PlaysAhead | None  # None: this seat is not to play
    hand: tuple[int, ...] | None  # None: a spectator has none
    discard: int | None
    own_rounds: tuple[OwnRound, ...]  # the own part of those that are over; a spectator has none


class CatInTheBoxView(_Fields, View):
    """The open table, and of what is hidden the own hand and the own discard."""

    __slots__ = ()

    def round_statistics(self) -> RoundStatistics:
        """CB17: who won the tricks that it should, paradox or not; and CB15: who ended the round."""
        seats, rounds = range(self.players), self.rounds
        bids_made = tuple(sum(earns_bonus(each.boards[seat]) for each in rounds) for seat in seats)
        paradoxes = tuple(sum(each.paradox == seat for each in rounds) for seat in seats)
        return RoundStatistics(len(rounds), {"bid made": bids_made, "paradox": paradoxes})


_view = maker(CatInTheBoxView)


def view_of(state: "CatInTheBoxState", seat: int | None) -> CatInTheBoxView:
    if seat is None:
        return _view((*_open_part(state), None, (), None, None, None, ()))
    legal = state.legal(seat)
    ahead = _ahead(state) if state.expects is Play and seat == state.turn else None
    own = (seat, legal, ahead, values_in(state.hands[seat]), state.discards[seat], state.round.own_past[seat])
    return _view(_open_part(state) + own)


@remember_last
def _open_part(state: "CatInTheBoxState") -> tuple[Any, ...]:
    """What everybody may know."""
    this_round = state.round
    setup = this_round.setup
    seen = (this_round.totals, this_round.results, setup.numbers.bids, setup.layout, state.table)
    return open_part(state) + seen


def _ahead(state: "CatInTheBoxState") -> PlaysAhead:
    """CB12, CB13: for whoever is to play."""
    possible, led = state.possible, state.led
    if led is None:
        return PlaysAhead(plays_in(possible), ())
    leaves = 0
    if state.boards[state.turn].markers & COLOUR_BIT[led]:
        leaves = possible & ~(ONES * COLOUR_BIT[led])
    best = winning_play(state.table.trick)[1]
    return PlaysAhead(plays_in(possible & beating(best)), plays_in(leaves))
