"""Patches lead from one view to the next."""

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from purrlab.games.encoding import LEFT_OUT, EncodedAs, Labelled, encoded, plain
from purrlab.games.values import FrozenDict
from purrlab.server.patch import comparer_of, patch_between, patched, python_writer_of, writer_of

json_values = st.recursive(
    st.none() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=12,
)


views = st.fixed_dictionaries({"a": json_values, "b": json_values, "c": json_values})


@given(views, views)
def test_they_lead_from_one_view_to_the_next(before: dict[str, Any], after: dict[str, Any]) -> None:
    changes = msgspec.json.decode(msgspec.json.encode(patch_between(before, after)))
    copy = msgspec.json.decode(msgspec.json.encode(before))
    assert patched(copy, changes) == after


@given(views)
def test_nothing_changes_when_nothing_changes(view: dict[str, Any]) -> None:
    assert patch_between(view, view) == []


def test_a_list_that_grows_tells_only_what_is_new() -> None:
    assert patch_between({"plays": [1, 2]}, {"plays": [1, 2, 3]}) == [(["plays"], 2, [3])]


def test_deep_changes_are_told_by_their_path() -> None:
    before = {"boards": [{"cards": 9, "bid": None}, {"cards": 9, "bid": None}]}
    after = {"boards": [{"cards": 9, "bid": None}, {"cards": 8, "bid": None}]}
    assert patch_between(before, after) == [(["boards", 1, "cards"], 8)]


def bits(number: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(3) if number >> bit & 1)


Bits = Annotated[int, EncodedAs(tuple[int, ...], bits)]
Spot = Annotated[tuple[int, str], Labelled("Spot", "value", "colour")]


class Card(NamedTuple):
    value: int
    held: FrozenDict[str, int]


class Board(NamedTuple):
    cells: Bits
    hidden: Annotated[int, LEFT_OUT]
    spots: tuple[Spot, ...]
    cards: tuple[Card, ...]
    best: Card | None
    seats: frozenset[int]
    colour: Literal["red", "blue"]
    own: tuple[int, ...] | None

    @property
    @encoded
    def shown(self) -> Bits:
        return self.cells & ~self.hidden


class Table(NamedTuple):
    board: Board
    turn: int


few = st.integers(0, 2)
cards = st.builds(Card, few, few.map(lambda held: FrozenDict({"toy": held} if held else {})))
boards = st.builds(
    Board,
    few,
    few,
    st.lists(st.tuples(few, st.just("red")), max_size=2).map(tuple),
    st.lists(cards, max_size=2).map(tuple),
    st.none() | cards,
    st.frozensets(few, max_size=1),
    st.sampled_from(["red", "blue"]),
    st.none() | st.lists(few, max_size=2).map(tuple),
)
tables = st.builds(Table, boards, few)


@given(tables, tables)
def test_declared_types_lead_to_the_same_changes(before: Table, after: Table) -> None:
    changes = comparer_of(Table, Table._fields)(before, after)
    assert changes == patch_between(before._asdict(), after._asdict())
    assert patched(plain(before), changes) == plain(after)
    write, write_in_python = writer_of(Table, Table._fields), python_writer_of(Table, Table._fields)
    assert write(before, after) == write_in_python(before, after) == msgspec.json.encode(changes)[1:-1]


BOARD = Board(5, 4, ((1, "red"),), (Card(2, FrozenDict()),), None, frozenset({3, 1}), "red", None)


@pytest.mark.parametrize(
    ("field", "value", "changes"),
    [
        ("cells", 1, [(["cells"], [0])]),  # what is shown stays the same
        ("hidden", 1, [(["shown"], [2])]),
        ("spots", ((1, "red"), (2, "blue")), [(["spots"], 1, [[2, "blue"]])]),
        ("cards", (Card(3, FrozenDict()),), [(["cards", 0, "value"], 3)]),
        ("best", Card(1, FrozenDict()), [(["best"], {"value": 1, "held": {}})]),
        ("seats", frozenset({1}), [(["seats"], [1])]),
        ("own", (1,), [(["own"], [1])]),
    ],
)
def test_values_are_compared_by_what_they_are_encoded_by(field: str, value: Any, changes: list[Any]) -> None:
    after = BOARD._replace(**{field: value})
    in_table = [(["board", *path], *change) for path, *change in changes]
    assert comparer_of(Table, Table._fields)((BOARD, 0), (after, 0)) == in_table


def test_only_the_fields_that_are_named_are_compared() -> None:
    assert comparer_of(Board, ("cells", "hidden"))((5, 4), (4, 4)) == [(["cells"], [2])]
    assert comparer_of(Board, ("colour",))(("red",), ("red",)) == []
