"""Environments, the core, the rules in Python and records tell of the same games; nobody sees what is hidden."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import numpy as np
import pytest

from purrlab.envs.tables import CatInTheBoxTable, RascalKittensTable, Table, mask_of
from purrlab.games.game import State
from purrlab.records import decode, encode, record_of, verify

TABLES: dict[str, Callable[[], Table]] = {
    **{f"cat-in-the-box-{players}": partial(CatInTheBoxTable, players, None) for players in (2, 3, 4, 5)},
    **{f"rascal-kittens-{players}": partial(RascalKittensTable, players) for players in (2, 3, 4)},
}


def check_choice(table: Table, state: State) -> None:
    """The same seat is to act, and may do the same."""
    seat = table.turn
    assert seat in state.to_act
    numbers = {table.notation.index(action) for action in state.legal(seat)}
    assert table.legal == sum(1 << number for number in numbers)
    assert set(np.flatnonzero(table.mask()).tolist()) == numbers


def play_side_by_side(table: Table, seed: int) -> None:
    random, got = Random(seed), np.zeros(table.players, int)
    table.begin(seed)
    state = table.state
    while not table.over:
        check_choice(table, state)
        seat, action = table.turn, random.choice(np.flatnonzero(table.mask()).tolist())
        scored = table.step(action)
        state = state.apply(seat, table.notation[action])
        got += scored or 0
    assert state.outcome
    assert state == table.state
    assert got.tolist() == list(state.outcome.totals)
    record = record_of(state, [f"player_{seat}" for seat in range(table.players)])
    end = verify(decode(encode(record))).outcome
    assert end
    assert (end.totals, end.winners) == (state.outcome.totals, state.outcome.winners)


@pytest.mark.parametrize("name", TABLES)
def test_games_by_the_environment_by_the_rules_and_on_record(name: str) -> None:
    table = TABLES[name]()
    for seed in range(4):
        play_side_by_side(table, seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", TABLES)
def test_ever_new_games(name: str, soak_seeds: Iterator[int]) -> None:
    table = TABLES[name]()
    for seed in soak_seeds:
        play_side_by_side(table, seed)


@pytest.mark.parametrize("name", TABLES)
def test_no_number_is_out_of_bounds(name: str) -> None:
    table, random = TABLES[name](), Random(1)
    for seed in range(10):
        table.begin(seed)
        while not table.over:
            seen = table.observe(table.turn)
            assert -4 <= seen.min() <= seen.max() <= 4
            table.step(random.choice(np.flatnonzero(table.mask()).tolist()))


def test_masks() -> None:
    assert mask_of(0b1011, 5).tolist() == [1, 1, 0, 1, 0]
    assert mask_of(1 << 48, 49).tolist() == [0] * 48 + [1]


def test_rounds_that_are_neither_one_nor_a_game() -> None:
    with pytest.raises(ValueError, match="rounds: expected 1, or 4 for a whole game"):
        CatInTheBoxTable(4, 2)
