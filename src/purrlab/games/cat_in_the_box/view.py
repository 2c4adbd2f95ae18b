"""The one way by which anything leaves a state: what a seat may know."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

from purrlab.games.cat_in_the_box.cells import (
    ALL_COLOURS,
    COLOUR_BIT,
    ONES,
    CellPlace,
    Cells,
    cells_of,
    colours_in,
    values_in,
)
from purrlab.games.cat_in_the_box.groups import Groups
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.notation import Play, plays_in
from purrlab.games.cat_in_the_box.scoring import earns_bonus
from purrlab.games.cat_in_the_box.table import (
    CatInTheBoxTable,
    OwnRound,
    RoundResult,
    beating,
    trick_in_play,
    trick_of_loss,
    winning_play,
)
from purrlab.games.encoding import Labelled
from purrlab.games.game import Action, Outcome, RoundStatistics, View, open_part
from purrlab.games.values import maker, remember_last

if TYPE_CHECKING:
    from purrlab.games.cat_in_the_box.rules import CatInTheBoxState


# CB17: a play, and the size of the own largest group after it
GrowingPlay = Annotated[tuple[Play, int], Labelled("GrowingPlay", "play", "size")]


class BarredCells(NamedTuple):
    """Empty cells that are not possible for the same cause (refusals.py). A token on a cell speaks for itself."""

    cells: Cells
    rule: str
    code: Literal["card-not-held", "colour-given-up", "red-not-yet"]
    trick: int | None  # in which the colour was given up


class PlaysAhead(NamedTuple):
    """What the legal plays would do."""

    wins: tuple[Play, ...]  # CB13: those that would win the trick so far
    leaves: tuple[Play, ...]  # CB12: those that would cost the own marker of the led colour
    grows: tuple[GrowingPlay, ...]  # CB17: those that would make the own largest group larger
    barred: tuple[BarredCells, ...]  # CB9 to CB11: why empty cells are not possible


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
    group_sizes: tuple[int, ...]  # CB17: of the largest group of each seat, as it is now
    table: CatInTheBoxTable
    # the seat's own
    seat: int | None
    legal: tuple[Action, ...]
    ahead: PlaysAhead | None  # None: this seat is not to play
    hand: tuple[int, ...] | None  # None: a spectator has none
    discard: int | None
    group: tuple[CellPlace, ...]  # CB17: the own largest one, as it is now; a spectator has none
    own_rounds: tuple[OwnRound, ...]  # the own part of those that are over; a spectator has none


class CatInTheBoxView(_Fields, View):
    """The open table, and of what is hidden the own hand and the own discard."""

    __slots__ = ()
    in_replays: ClassVar[Mapping[str, str]] = {"hand": "hands"}

    def round_statistics(self) -> RoundStatistics:
        """CB17: who won the tricks that it should, paradox or not; and CB15: who ended the round."""
        seats, rounds = range(self.players), self.rounds
        bids_made = tuple(sum(earns_bonus(each.boards[seat]) for each in rounds) for seat in seats)
        paradoxes = tuple(sum(each.paradox == seat for each in rounds) for seat in seats)
        return RoundStatistics(len(rounds), {"bid made": bids_made, "paradox": paradoxes})


_view, _plays_ahead, _barred_cells = maker(CatInTheBoxView), maker(PlaysAhead), maker(BarredCells)


NOTHING_OWN = (None, (), None, None, None, (), ())  # of a spectator


def view_of(state: "CatInTheBoxState", seat: int | None) -> CatInTheBoxView:
    return _view(shared_part(state) + own_part(state, seat))


def own_part(state: "CatInTheBoxState", seat: int | None) -> tuple[Any, ...]:
    """What this seat alone may know."""
    if seat is None:
        return NOTHING_OWN
    legal = state.legal(seat)
    ahead = _ahead(state) if legal and state.expects is Play else None
    hand, discard = values_in(state.hands[seat]), state.discards[seat]
    group = _groups(state)[seat].largest_cells
    return (seat, legal, ahead, hand, discard, group, state.round.own_past[seat])


@remember_last
def shared_part(state: "CatInTheBoxState") -> tuple[Any, ...]:
    """What everybody may know."""
    this_round = state.round
    setup = this_round.setup
    sizes = tuple([groups.size for groups in _groups(state)])
    seen = (this_round.totals, this_round.results, setup.numbers.bids, setup.layout, sizes, state.table)
    return open_part(state) + seen


@remember_last
def _groups(state: "CatInTheBoxState") -> list[Groups]:
    """CB17: of each seat."""
    groups_of = state.round.setup.layout.groups
    return [groups_of(board.tokens) for board in state.boards]


@remember_last
def _ahead(state: "CatInTheBoxState") -> PlaysAhead:
    """For whoever is to play."""
    possible, led = state.possible, state.led
    wins, leaves = possible, 0
    if led is not None:
        if state.boards[state.turn].markers & COLOUR_BIT[led]:
            leaves = possible & ~(ONES * COLOUR_BIT[led])  # CB12
        wins = possible & beating(winning_play(trick_in_play(state.plays, len(state.boards)))[1])  # CB13
    return _plays_ahead((plays_in(wins), plays_in(leaves), _growing(state), _barred(state)))


def _growing(state: "CatInTheBoxState") -> tuple[GrowingPlay, ...]:
    """CB17: a play joins all own groups that its cell touches."""
    groups, _, _, size_now, touching = _groups(state)[state.turn]
    growing, neighbours = [], state.round.setup.layout.neighbours
    for play in plays_in(state.possible & touching):
        size, touched = 1, neighbours[play.cell]
        for group in groups:
            if group & touched:
                size += group.bit_count()
        if size > size_now:
            growing.append((play, size))
    return tuple(growing)


def _barred(state: "CatInTheBoxState") -> tuple[BarredCells, ...]:
    """CB9 to CB11: the empty cells that are not possible, by cause."""
    seat, own = state.turn, cells_of(state.hands[state.turn])
    empty = state.setup.numbers.cells & ~(state.possible | state.round.opening.covered | state.declared)
    found, markers = [], state.boards[seat].markers
    if missing := empty & ~own:
        found.append(_barred_cells((missing, "CB9", "card-not-held", None)))
    empty &= own
    if not empty:
        return tuple(found)
    for colour in colours_in(ALL_COLOURS & ~markers):
        if given_up := empty & ONES * COLOUR_BIT[colour]:
            trick = trick_of_loss(state.plays, state.losses, seat, colour, len(state.boards))
            found.append(_barred_cells((given_up, "CB10", "colour-given-up", trick)))
    if red := empty & ONES * (markers & COLOUR_BIT["red"]):
        found.append(_barred_cells((red, "CB11", "red-not-yet", None)))
    return tuple(found)
