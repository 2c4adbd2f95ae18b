"""What the compiled core refuses, refused in the same words where nothing is compiled."""

from collections.abc import Sequence
from math import isfinite
from operator import index
from typing import Any

from purrlab.games.cat_in_the_box.cells import COPIES, copies
from purrlab.games.cat_in_the_box.setup import NUMBERS
from purrlab.native.encoding import ACTIONS, CELLS

WEIGHTS = 18
MOST = 999_999_999
MOST_GAMES = 2**24
MOST_THREADS = 1024
HEAVIEST = 1000  # of weights and limits, so that nothing overflows
MOST_SEED = 2**64 - 1
MOST_NODES = 2**30


def check(holds: bool, message: str) -> None:  # noqa: FBT001  # reads like an assertion
    if not holds:
        raise ValueError(message)


def whole(number: object, least: int, most: int, message: str) -> int:
    """What is no whole number is a TypeError, one that is out of range a ValueError."""
    try:
        value = index(number)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        raise TypeError(message) from None
    check(least <= value <= most, message)
    return value


def is_finite(number: float, message: str) -> bool:
    """What is no number is a TypeError, one that is too large for a float is not finite."""
    try:
        return isfinite(number)
    except TypeError:
        raise TypeError(message) from None
    except OverflowError:
        return False


def size_of(sequence: Sequence[Any], message: str) -> int:
    try:
        return len(sequence)
    except TypeError:
        raise TypeError(message) from None


def check_players(players: int) -> int:
    return whole(players, 2, 5, "players: expected 2 to 5")


def check_seat(seat: int, players: int, name: str = "seat") -> int:
    return whole(seat, 0, players - 1, f"{name}: no such seat")


def check_seed(seed: int) -> int:
    return whole(seed, 0, MOST_SEED, "seed: expected a whole number from 0 to 2^64 - 1")


def check_count(count: int, name: str) -> int:
    return whole(count, 0, MOST, f"{name}: expected a whole number from 0 to {MOST}")


def check_budget(playouts: int, seconds: float, nodes: int) -> None:
    check_count(playouts, "playouts")
    whole(nodes, 64, MOST_NODES, "nodes: expected a whole number from 64 to 2^30")
    time = "seconds: expected a time, 0 or more"
    check(is_finite(seconds, time) and seconds >= 0, time)
    check(playouts > 0 or seconds > 0, "playouts or seconds: a search needs one of them")


def check_bounded(numbers: Sequence[float], size: int, many: str, name: str) -> None:
    check(size_of(numbers, many) == size, many)
    message = f"{name}: expected numbers from -{HEAVIEST} to {HEAVIEST}"
    check(all(is_finite(number, message) and abs(number) <= HEAVIEST for number in numbers), message)


def check_turned_up(values: Sequence[int], players: int) -> tuple[int, ...]:
    three = "turned_up: expected three values with two players, else none"
    check(size_of(values, three) == (3 if players == 2 else 0), three)
    return tuple(whole(value, 1, NUMBERS[players].highest, "turned_up: no such value") for value in values)


def check_hand(hand: int, players: int, size: int) -> int:
    dealt = "hands: expected as many cards as CB1 deals"
    hand = whole(hand, 0, (1 << 4 * NUMBERS[players].highest) - 1, dealt)
    check(sum(copies(hand, value) for value in range(1, 10)) == size, dealt)
    return hand


def check_copies(most: int) -> None:
    check(most <= COPIES, "hands: five copies at most of a value, with all that is seen (CB1)")


def check_neighbours(neighbours: Sequence[int]) -> dict[int, int]:
    """The cells that touch each cell, as the rules have it."""
    message = "neighbours: expected one set of cells for each of the 36 cells"
    check(size_of(neighbours, message) == CELLS, message)
    return {1 << cell: whole(touching, 0, (1 << CELLS) - 1, message) for cell, touching in enumerate(neighbours)}


def check_action(action: int, legal: int, message: str) -> int:
    action = whole(action, 0, len(ACTIONS) - 1, message)
    check(bool(legal >> action & 1), message)
    return action


def check_array(array: Any, kind: str, dimensions: int, message: str, *, to_read: bool = False) -> None:
    """An array of this kind, in one piece, so that nobody writes into a copy of it."""
    is_one = getattr(array, "dtype", None) == kind and array.ndim == dimensions
    if not is_one or not array.flags.c_contiguous or not (to_read or array.flags.writeable):
        raise TypeError(message)
