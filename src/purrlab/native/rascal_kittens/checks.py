"""What each call of the core of Rascal Kittens accepts. A wrong argument raises; right ones come back as plain values.

Setups and views come from the rules, which have checked them. Both cores call these functions first of all.
"""

from collections.abc import Callable, Mapping
from dataclasses import astuple
from typing import Any

from purrlab.games.option_checks import check_options
from purrlab.games.rascal_kittens import GAME
from purrlab.games.rascal_kittens.geometry import BILLIONTHS, THOUSANDTHS
from purrlab.games.rascal_kittens.notation import ACTIONS
from purrlab.games.rascal_kittens.room_files import thousandths
from purrlab.games.rascal_kittens.rooms import BUILT_IN, Room, find_room
from purrlab.games.rascal_kittens.setup import ROUNDS, RULES_BY_PLAYERS, RascalKittensSetup
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.games.setup import check_players
from purrlab.native import arguments
from purrlab.native.arguments import check, check_action, check_batch_size, check_budget, check_seat, number_of, whole
from purrlab.native.observation import MAX_OBSERVATION
from purrlab.native.rascal_kittens.numbers import NO_SEAT, room_of, setup_numbers, view_numbers
from purrlab.native.rascal_kittens.observation import OBSERVATION, PARTS
from purrlab.native.rascal_kittens.weights import MAX_WEIGHT, Weights


def check_setup(setup: Any) -> RascalKittensSetup:
    if not isinstance(setup, RascalKittensSetup):
        raise TypeError("setup: expected the setup of a game of Rascal Kittens")
    return setup


def check_view(view: Any) -> RascalKittensView:
    if not isinstance(view, RascalKittensView):
        raise TypeError("view: expected a view of Rascal Kittens")
    check(view.seat is not None, "view: a spectator knows no tiles; expected the view of a seat")
    return view


def check_game(make_room: Callable[..., Any], setup: Any) -> tuple[Any, ...]:
    """For the compiled core."""
    return setup_numbers(make_room, check_setup(setup))


def check_known(make_room: Callable[..., Any], view: Any) -> tuple[Any, ...]:
    """For the compiled core."""
    return view_numbers(make_room, check_view(view))


def check_step(legal: int, action: int) -> int:
    return check_action(action, legal, len(ACTIONS) - 1)


def check_known_seat(seat: int, players: int) -> int:
    return check_seat(seat, players)


def check_observe(players: int, seat: int, out: Any, mask: Any) -> int:
    return arguments.check_observe(players, seat, out, OBSERVATION.size, mask, len(ACTIONS))


def check_weights(players: int, weights: Any) -> tuple[int, tuple[int, ...]]:
    players = whole(players, min(RULES_BY_PLAYERS), max(RULES_BY_PLAYERS), "players: expected 2 to 4")
    if not isinstance(weights, Weights):
        raise TypeError("weights: expected Weights")
    for number in astuple(weights):
        whole(number, 0, MAX_WEIGHT, f"weights: expected whole numbers from 0 to {MAX_WEIGHT}")
    return players, astuple(weights)


def check_advice(legal: int) -> None:
    check(bool(legal), "game: expected one in play; it is over")


def check_is_known(known: Any, kind: type) -> None:
    """``kind`` is the Known of the core that asks."""
    if not isinstance(known, kind):
        raise TypeError("known: expected a Known")
    check(bool(known.legal), "known: expected what a seat knows when it is to act")  # type: ignore[attr-defined]


def check_search(seed: int, playouts: int, seconds: float, rounds_ahead: int) -> tuple[int, int, float, int]:
    most = f"rounds_ahead: expected a whole number from 0 to {ROUNDS}"
    return *check_budget(seed, playouts, seconds), whole(rounds_ahead, 0, ROUNDS, most)


def check_batch_options(
    players: int, options: Mapping[str, Any] | None
) -> tuple[int, tuple[Room, ...], bool, int | None, int, dict[str, Any]]:
    """Players, rooms, whether these are dealt by lot, the start player unless by lot, the string, and all options."""
    players = check_players(GAME, number_of(players, "players: expected 2 to 4"))
    chosen = check_options(GAME, players, options)
    by_lot = chosen["rooms"] is None
    named = BUILT_IN if by_lot else chosen["rooms"]
    rooms = tuple(find_room(room, f"options.rooms[{seat}]") for seat, room in enumerate(named))
    string = thousandths(chosen["string"], "options.string")
    return players, rooms, by_lot, chosen["start"], string * (BILLIONTHS // THOUSANDTHS), chosen


def longest_string(players: int, options: Mapping[str, Any] | None) -> int:
    """RK7: what everybody begins with, in thousandths."""
    return thousandths(check_options(GAME, players, options)["string"], "options.string")


def observation_bound(string: int) -> float:
    """Of any number in an observation, by the string that everybody begins with (RK7), in thousandths."""
    return max(MAX_OBSERVATION, string * PARTS["strings"].scale)


def check_put_strings(longest: int, string: int) -> None:
    """What is left of the longest of a game, and what the batch begins with, in billionths."""
    thousandth = BILLIONTHS // THOUSANDTHS
    fits = longest / thousandth * PARTS["strings"].scale <= observation_bound(string // thousandth)
    check(fits, "game: its strings are longer than observations of the batch tell (options.string)")


def check_saved_rooms(known: bool) -> None:  # noqa: FBT001  # the compiled core gives it by position
    """A save names rooms; it does not hold them."""
    check(known, "saved: expected games in rooms of options.rooms, or of games that were put into this batch before")


def check_batch(
    make_room: Callable[..., Any], players: int, size: int, options: Mapping[str, Any] | None, threads: int
) -> tuple[Any, ...]:
    """For the compiled core."""
    size, threads = check_batch_size(size, threads)
    players, rooms, by_lot, start, string, chosen = check_batch_options(players, options)
    compiled = [room_of(make_room, room) for room in rooms]
    is_older = chosen["variant"] == "older"
    return players, size, compiled, by_lot, is_older, NO_SEAT if start is None else start, string, threads
