"""Values become JSON types, and types those of these values, by one declaration."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_type_hints

import pytest

from purrlab.games.encoding import LEFT_OUT, EncodedAs, Labelled, encoded, encoder_of, json_type, plain
from purrlab.games.game import Action
from purrlab.games.values import FrozenDict

Colour = Literal["red", "blue"]
Spot = Annotated[tuple[int, Colour], Labelled("Spot", "value", "colour")]


def bits(number: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(8) if number >> bit & 1)


Bits = Annotated[int, EncodedAs(tuple[int, ...], bits)]


@dataclass(frozen=True, slots=True)
class Take(Action):
    verb: ClassVar[str] = "take"
    value: int

    def check(self) -> None: ...


@dataclass(frozen=True)
class Card:
    value: int
    colour: Colour | None


class Board(NamedTuple):
    cells: Bits
    hidden: Annotated[int, LEFT_OUT]
    spots: tuple[Spot, ...]
    cards: FrozenDict[Colour, Card]
    seats: frozenset[int]
    legal: tuple[Take, ...]

    @property
    @encoded
    def shown(self) -> Bits:
        return self.cells & ~self.hidden

    @property
    def size(self) -> int:
        return len(self.cards)


BOARD = Board(5, 4, ((1, "red"),), FrozenDict({"blue": Card(2, None)}), frozenset({3, 1}), (Take(7),))


def test_a_value_is_encoded_as_it_is_declared() -> None:
    assert plain(BOARD) == {
        "cells": [0, 2],
        "spots": [[1, "red"]],
        "cards": {"blue": {"value": 2, "colour": None}},
        "seats": [1, 3],
        "legal": ["take 7"],
        "shown": [0],
    }


@pytest.mark.parametrize(
    ("kind", "value", "encoded"),
    [
        (int | None, None, None),
        (tuple[int, ...], (1, 2), [1, 2]),
        (tuple[Spot, ...], ((1, "red"),), [[1, "red"]]),
        (tuple[int, Take], (1, Take(2)), [1, "take 2"]),
        (tuple[tuple[int, Take], ...] | None, ((1, Take(2)),), [[1, "take 2"]]),
        (tuple[tuple[int, Take], ...] | None, None, None),
        (tuple[tuple[Take, ...], ...], ((Take(1),), ()), [["take 1"], []]),
        (Card | None, Card(2, None), {"value": 2, "colour": None}),
        (Take | Card, Take(3), "take 3"),
        (Bits, 5, [0, 2]),
        (Mapping[str, Any], {"seats": frozenset({2, 1})}, {"seats": [1, 2]}),
    ],
)
def test_a_declared_type_says_how_its_values_are_encoded(kind: Any, value: Any, encoded: Any) -> None:
    assert encoder_of(kind)(value) == encoded == plain(encoder_of(kind)(value))


def test_the_type_follows_from_the_same_declaration() -> None:
    kinds = get_type_hints(json_type(Board))
    spot, card = kinds["spots"].__args__[0], kinds["cards"].__args__[1]
    assert list(kinds) == list(plain(BOARD))
    assert (kinds["cells"], kinds["seats"], kinds["legal"], kinds["shown"]) == (
        list[int],
        list[int],
        list[str],
        list[int],
    )
    assert (spot.__name__, get_type_hints(spot)) == ("Spot", {"value": int, "colour": Colour})
    assert (card.__name__, get_type_hints(card)) == ("Card", {"value": int, "colour": Colour | None})
    assert kinds["cards"].__args__[0] == Colour


@pytest.mark.parametrize(
    ("kind", "encoded_kind"),
    [
        (int | None, int | None),
        (tuple[int, str], tuple[int, str]),
        (Mapping[str, tuple[float, ...]], dict[str, list[float]]),
        (Mapping[str, Any], dict[str, Any]),
    ],
)
def test_types_without_names(kind: Any, encoded_kind: Any) -> None:
    assert json_type(kind) == encoded_kind


def test_one_class_has_one_type() -> None:
    assert json_type(Card) is json_type(Card)


def test_what_nothing_would_convert_is_refused() -> None:
    """A mark inside of another type changes the type, but not the value."""
    with pytest.raises(TypeError, match="inside of another type"):
        json_type(tuple[Bits, ...])


def test_what_is_no_value_of_a_game_is_refused() -> None:
    with pytest.raises(TypeError, match="object'> has no type in JSON"):
        json_type(object)
