"""Environments, the core, the rules in Python and records tell of the same games; nobody sees what is hidden."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from random import Random

import numpy as np
import pytest

from purrlab.envs.cat_in_the_box import CatInTheBoxTable
from purrlab.envs.rascal_kittens import RascalKittensTable
from purrlab.envs.tables import Table
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
    assert table.legal_actions == sorted(numbers)
    for other in range(table.players):
        mask = table.observe(other)["action_mask"]
        assert set(np.flatnonzero(mask).tolist()) == (numbers if other == seat else set())


def play_side_by_side(table: Table, seed: int) -> None:
    random, got = Random(seed), np.zeros(table.players, int)
    table.begin(seed)
    state = table.state
    while not table.over:
        check_choice(table, state)
        seat, action = table.turn, random.choice(table.legal_actions)
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
            seen = table.observe(table.turn)["observation"]
            assert -4 <= seen.min() <= seen.max() <= 4
            table.step(random.choice(table.legal_actions))


@pytest.mark.parametrize("name", TABLES)
def test_copies_go_on_alone(name: str) -> None:
    """Deals of later rounds and of later games too."""
    table, random = TABLES[name](), Random(1)
    table.begin(3)
    for _ in range(5):
        table.step(random.choice(table.legal_actions))
    other, before = deepcopy(table), table.state
    while not other.over:
        other.step(random.choice(other.legal_actions))
    assert table.state is before
    for action in [action for _, action in other.actions[5:]]:
        table.step(action)
    assert table.over
    assert table.state == other.state
    table.begin(4)
    other.begin(4)
    assert table.state == other.state


def test_a_start_player_by_name() -> None:
    for seed in range(5):
        table = CatInTheBoxTable(4, None, {"start": 2})
        table.begin(seed)
        assert table.turn == 2
        play_side_by_side(table, seed)


def test_rounds_that_are_neither_one_nor_a_game() -> None:
    with pytest.raises(ValueError, match="rounds: expected 1, or 4 for a whole game"):
        CatInTheBoxTable(4, 2)
