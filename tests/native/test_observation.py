"""Where each part of an observation stands, and what is in it."""

from random import Random

import pytest
from cat_in_the_box.positions import new

from purrlab.games.cat_in_the_box.cells import copies
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.native.cat_in_the_box import OBSERVATION
from purrlab.native.cat_in_the_box import observation as layout
from purrlab.native.cat_in_the_box.fallback.observation import ObservationWriter, observation
from purrlab.native.observation import Part


def numbers(part: Part, seen: list[float]) -> list[float]:
    return [seen[at] / part.scale for at in part.positions]


def in_a_trick(players: int) -> CatInTheBoxState:
    """Some moment at which two cards are in the trick, or one with two players."""
    random, state = Random(players), new(players, "observed")
    while len(state.table.trick) != min(2, players - 1):
        seat = min(state.to_act)
        state = state.apply(seat, random.choice(state.legal(seat)))
    return state


def test_a_part_by_its_name() -> None:
    assert OBSERVATION["hand"] is layout.HAND
    with pytest.raises(KeyError, match="no part 'hnad'; there are tokens, hand"):
        OBSERVATION["hnad"]


def test_every_number_belongs_to_one_part() -> None:
    positions = [at for part in OBSERVATION.parts for at in part.positions]
    assert sorted(positions) == list(range(OBSERVATION.size))


@pytest.mark.parametrize(("row", "column"), [(5, 0), (-1, 0), (0, 4), (0, -1)])
def test_a_part_is_not_overrun(row: int, column: int) -> None:
    with pytest.raises(IndexError, match="markers: no row"):
        ObservationWriter().put(layout.MARKERS, 1, row, column)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_a_seat_sees_by_the_names_of_the_parts(players: int) -> None:
    state = in_a_trick(players)
    for viewer in range(players):
        seen = observation(state, viewer)
        boards = [state.boards[(viewer + place) % players] for place in range(players)]
        assert numbers(layout.TRICKS, seen)[:players] == [board.tricks for board in boards]
        assert numbers(layout.BIDS, seen)[:players] == [board.bid or 0 for board in boards]
        assert numbers(layout.HAND, seen) == [copies(state.hands[viewer], value) for value in range(1, 10)]
        assert numbers(layout.PHASE, seen) == [0, 0, 1]
        assert numbers(layout.PLAYERS, seen) == [players]
        assert numbers(layout.DISCARD, seen) == [state.discards[viewer]]
        assert numbers(layout.CARDS_IN_TRICK, seen) == [len(state.table.trick)]
        values = numbers(layout.TRICK_VALUES, seen)
        assert {(viewer + at) % players: value for at, value in enumerate(values) if value} == {
            seat: play.value for seat, play in state.table.trick
        }
        tokens = [numbers(layout.TOKENS, seen)[36 * place :][:36] for place in range(layout.SEATS)]
        cells = [sum(1 << cell for cell, there in enumerate(plane) if there) for plane in tokens]
        assert cells[:players] == [board.tokens for board in boards]
        if players < layout.SEATS:
            assert cells[layout.COVERED_PLANE] == state.round.opening.covered
