"""Wrong arguments are refused by the name of the field, by both cores in the same words."""

import copy
import pickle
import re
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from cat_in_the_box.positions import new

from purrlab.games.cat_in_the_box.cells import CARD, values_in
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box import neighbours_of
from purrlab.native.cat_in_the_box.batch import Batch
from purrlab.native.cat_in_the_box.weights import Weights

pytestmark = pytest.mark.usefixtures("core")
NEIGHBOURS = neighbours_of("white")
HANDS = list(new(4).hands)
LOWEST_VALUE = (HANDS[3] & -HANDS[3]).bit_length() // 4  # of the values of the last seat, counted from 0
WEIGHTS = [1.0] * len(fields(Weights))
TWO_PLAYER_HANDS = {"players": 2, "hands": [0x22222] * 2}


def core_call(name: str) -> Callable[..., Any]:
    """A call of the core that is in use at the time of the call."""

    def call(**given: Any) -> Any:
        return getattr(native, name)(**given)

    return call


def policy(players: int = 4) -> native.Policy:
    return native.Policy(players, WEIGHTS, [1.0, 2.0], NEIGHBOURS, lambda view: view.legal[0])


def a_round() -> native.Round:
    return native.Round(4, HANDS, [], 0, NEIGHBOURS)


def known(**change: Any) -> native.Known:
    right = {"players": 4, "seat": 0, "start": 0, "turned_up": [], "hand": HANDS[0], "discard": 0, "moves": []}
    return native.Known(**{**right, "neighbours": NEIGHBOURS, **change})


def known_after(moves: list[int]) -> dict[str, Any]:
    """What seat 3 knows after these, of which it made none but a bid."""
    return {"seat": 3, "hand": HANDS[3] - (1 << 4 * LOWEST_VALUE), "discard": LOWEST_VALUE + 1, "moves": moves}


DEAL = {"players": 4, "hands": HANDS, "turned_up": [], "start": 0, "neighbours": NEIGHBOURS}
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {  # each with right arguments
    "Round": (core_call("Round"), DEAL),
    "Game": (core_call("Game"), {**DEAL, "hands": [HANDS] * 4, "turned_up": [[]] * 4}),
    "Known": (known, {}),
    "Policy": (
        core_call("Policy"),
        {"players": 4, "weights": WEIGHTS, "limits": [1.0, 2.0], "neighbours": NEIGHBOURS, "stand_in": len},
    ),
    "Batch": (Batch, {"players": 4, "size": 1, "seed": 1, "threads": 1}),
    "random_play": (
        core_call("random_play"),
        {"players": 4, "rounds": 1, "seed": 1, "neighbours": NEIGHBOURS},
    ),
    "search": (lambda **given: native.search(known(), policy(), **given), {"seed": 1, "playouts": 10}),
    "ismcts": (lambda **given: native.ismcts(known(), **given), {"seed": 1, "playouts": 10}),
    "redeal": (lambda **given: known().redeal(**given), {"seed": 1}),
    "step": (lambda **given: a_round().step(**given), {"action": 35 + values_in(HANDS[0])[0]}),
    "playout": (lambda **given: a_round().playout(**given), {"seed": 1}),
    "random_playouts": (lambda **given: a_round().random_playouts(**given), {"count": 1, "seed": 1}),
    "advice": (lambda **given: a_round().advice(**given), {"policy": partial(policy)}),
    "observe": (lambda **given: a_round().observe(**given), {"seat": 0, "out": np.zeros(303, np.float32)}),
}

PLAYERS_ERROR = "players: expected 2 to 5"
HAND_COUNT_ERROR = "hands: expected one for each seat"
HAND_SIZE_ERROR = "hands: expected as many cards as CB1 deals"
COPIES_ERROR = "hands: five copies at most of a value, with all that is seen (CB1)"
TURNED_UP_COUNT_ERROR = "turned_up: expected three values with two players, else none"
TURNED_UP_VALUE_ERROR = "turned_up: no such value"
START_ERROR = "start: no such seat"
SEAT_ERROR = "seat: no such seat"
NEIGHBOURS_ERROR = "neighbours: expected one set of cells for each of the 36 cells"
DEALS_ERROR = "deals: expected one for each round, for as many rounds as players at most (CB5)"
DISCARD_ERROR = "discard: no such value"
MOVES_ERROR = "moves: bids and plays only"
HISTORY_ERROR = "moves: no round goes like this"
SEED_ERROR = "seed: expected a whole number from 0 to 2^64 - 1"
COUNT_ERROR = "expected a whole number from 0 to 999999999"
SECONDS_ERROR = "seconds: expected a time, 0 or more"
NODES_ERROR = "nodes: expected a whole number from 64 to 2^30"
SIZE_ERROR = "size: expected a whole number from 1 to 2^24"
THREADS_ERROR = "threads: expected a whole number from 1 to 1024"
WEIGHT_COUNT_ERROR = "weights: expected one for each field of Weights"
WEIGHT_RANGE_ERROR = "weights: expected numbers from -1000 to 1000"
OBSERVATION_ERROR = "observation: expected a C-ordered array of 303 float32 to write into"
MASK_ERROR = "mask: expected a C-ordered array of 49 int8 to write into"
POLICY_PLAYERS_ERROR = "policy: it is for another number of players"
FOUR_BIDS = [45, 45, 45, 45]

OUT_OF_RANGE: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("Round", PLAYERS_ERROR, [{"players": 6}, {"players": 2**40}]),
    ("Round", HAND_COUNT_ERROR, [{"hands": HANDS[:3]}]),
    ("Round", HAND_SIZE_ERROR, [{"hands": [hand, *HANDS[1:]]} for hand in (HANDS[0] + 1, -1, 10**30)]),
    ("Round", COPIES_ERROR, [{"hands": [0x6400_0000, *HANDS[1:]]}, {"hands": [0x22222] * 4}]),
    ("Round", COPIES_ERROR, [{"hands": [0xA] * 4}, {**TWO_PLAYER_HANDS, "turned_up": [1, 1, 2]}]),
    ("Round", TURNED_UP_COUNT_ERROR, [{"turned_up": [1]}]),
    ("Round", TURNED_UP_VALUE_ERROR, [{**TWO_PLAYER_HANDS, "turned_up": [1, 2, wrong]} for wrong in (0, 6, 2**40)]),
    ("Round", START_ERROR, [{"start": 4}, {"start": 2**40}]),
    (
        "Round",
        NEIGHBOURS_ERROR,
        [{"neighbours": NEIGHBOURS[:35]}, {"neighbours": [2**36] * 36}, {"neighbours": [-1] * 36}],
    ),
    (
        "Round",
        "neighbours: expected cells that touch each other, not one way only (CB3)",
        [{"neighbours": [2] + [0] * 35}, {"neighbours": [2**35] + [0] * 35}],
    ),
    ("Game", PLAYERS_ERROR, [{"players": 1}]),
    ("Game", DEALS_ERROR, [{"hands": [HANDS] * 3}, {"turned_up": [[]] * 3}]),
    ("Game", COPIES_ERROR, [{"hands": [[0x22222] * 4] * 4}]),
    ("Game", START_ERROR, [{"start": -1}]),
    ("Known", PLAYERS_ERROR, [{"players": 7}]),
    ("Known", HAND_SIZE_ERROR, [{"hand": HANDS[0] + 1}, {"hand": -1}]),
    ("Known", COPIES_ERROR, [{"hand": 0x5400_0000, "discard": 8}]),
    ("Known", START_ERROR, [{"start": -1}]),
    ("Known", SEAT_ERROR, [{"seat": 9}]),
    ("Known", DISCARD_ERROR, [{"discard": 9}, {"discard": 2**40}]),
    ("Known", MOVES_ERROR, [{"moves": [36]}, {"moves": [2**40]}]),
    ("Known", "moves: too many for a round", [{"moves": [0] * 48}]),
    ("Known", "moves: none before the own discard (CB7)", [{"moves": [45]}]),
    (
        "Known",
        "moves: after these it is not this seat's turn",
        [{"seat": 1, "discard": 3, "hand": HANDS[1] - CARD[3]}, known_after([45, 45]), known_after(FOUR_BIDS)],
    ),
    ("Known", HISTORY_ERROR, [known_after([*FOUR_BIDS, 5, 5, 5])]),  # the same cell again (CB10)
    ("Known", HISTORY_ERROR, [known_after([45, 45, 48])]),  # four tricks are bid by three players only (CB8)
    (
        "Known",
        HISTORY_ERROR,
        [known_after([45, 45, 5]), known_after([*FOUR_BIDS, *FOUR_BIDS])],
    ),  # a play before all have bid, a bid after
    ("Known", HISTORY_ERROR, [known_after([*FOUR_BIDS, 33])]),  # under the observed tokens
    (
        "Known",
        HISTORY_ERROR,  # with two players there is no 7
        [{"players": 2, "turned_up": [3, 3, 4], "hand": 0x1122, "discard": 1, "start": 1, "seat": 1, "moves": [25, 0]}],
    ),
    ("Policy", PLAYERS_ERROR, [{"players": 1}]),
    ("Policy", WEIGHT_COUNT_ERROR, [{"weights": [1.0]}]),
    ("Policy", WEIGHT_RANGE_ERROR, [{"weights": [*WEIGHTS[1:], wrong]} for wrong in (nan, inf, 1e308, 10**400, -1001)]),
    ("Policy", "limits: expected two", [{"limits": []}]),
    ("Policy", "limits: expected numbers from -1000 to 1000", [{"limits": [1.0, nan]}]),
    ("Batch", PLAYERS_ERROR, [{"players": 1}, {"players": -(2**70)}]),
    ("Batch", SIZE_ERROR, [{"size": 0}, {"size": 2**31}]),
    ("Batch", SEED_ERROR, [{"seed": -1}]),
    ("Batch", THREADS_ERROR, [{"threads": wrong} for wrong in (0, 1025, 2**31 - 1, 2**40)]),
    ("random_play", PLAYERS_ERROR, [{"players": 1}]),
    ("random_play", f"rounds: {COUNT_ERROR}", [{"rounds": -1}]),
    ("random_play", SEED_ERROR, [{"seed": -1}]),
    ("random_play", NEIGHBOURS_ERROR, [{"neighbours": []}]),
    ("search", SEED_ERROR, [{"seed": -1}]),
    ("search", f"playouts: {COUNT_ERROR}", [{"playouts": -1}]),
    ("search", SECONDS_ERROR, [{"seconds": nan}, {"seconds": inf}, {"seconds": -1.0}]),
    ("search", "playouts or seconds: a search needs one of them", [{"playouts": 0}]),
    ("search", NODES_ERROR, [{"nodes": 2**31}]),
    ("ismcts", SEED_ERROR, [{"seed": 2**64}]),
    ("ismcts", f"playouts: {COUNT_ERROR}", [{"playouts": 10**20}]),
    ("ismcts", SECONDS_ERROR, [{"seconds": nan}]),
    ("ismcts", NODES_ERROR, [{"nodes": 63}]),
    ("redeal", SEED_ERROR, [{"seed": -1}]),
    ("redeal", POLICY_PLAYERS_ERROR, [{"policy": partial(policy, 5)}]),
    *(("step", f"action: {wrong} is not legal now", [{"action": wrong}]) for wrong in (-1, 0, 49, 2**31, -(2**70))),
    ("playout", SEED_ERROR, [{"seed": -1}]),
    ("playout", POLICY_PLAYERS_ERROR, [{"policy": partial(policy, 3)}]),
    ("random_playouts", f"count: {COUNT_ERROR}", [{"count": -1}]),
    ("random_playouts", SEED_ERROR, [{"seed": -1}]),
    ("advice", POLICY_PLAYERS_ERROR, [{"policy": partial(policy, 3)}]),
    ("observe", SEAT_ERROR, [{"seat": 4}, {"seat": 2**40}]),
    ("observe", OBSERVATION_ERROR, [{"out": np.zeros(302, np.float32)}]),
    ("observe", MASK_ERROR, [{"mask": np.zeros(48, np.int8)}]),
]

WRONG_TYPES: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("Round", PLAYERS_ERROR, [{"players": 4.0}, {"players": None}]),
    ("Round", "start: expected a whole number", [{"start": "0"}]),
    (
        "Round",
        HAND_COUNT_ERROR,
        [{"hands": wrong} for wrong in (7, None, set(HANDS), dict.fromkeys(HANDS), np.array(7))],
    ),
    ("Round", HAND_SIZE_ERROR, [{"hands": [float(hand) for hand in HANDS]}, {"hands": [None, *HANDS[1:]]}]),
    ("Round", TURNED_UP_COUNT_ERROR, [{"turned_up": None}]),
    ("Round", NEIGHBOURS_ERROR, [{"neighbours": None}, {"neighbours": [None] * 36}]),
    ("Game", DEALS_ERROR, [{"hands": None}]),
    ("Known", HAND_SIZE_ERROR, [{"hand": [1, 2, 3]}]),
    ("Known", "seat: expected a whole number", [{"seat": None}]),
    ("Known", DISCARD_ERROR, [{"discard": None}]),
    ("Known", MOVES_ERROR, [{"moves": 5}, {"moves": None}, {"moves": [45.0]}]),
    ("Policy", PLAYERS_ERROR, [{"players": None}]),
    ("Policy", WEIGHT_COUNT_ERROR, [{"weights": None}]),
    ("Policy", WEIGHT_RANGE_ERROR, [{"weights": [*WEIGHTS[1:], "1"]}, {"weights": [*WEIGHTS[1:], None]}]),
    ("Batch", PLAYERS_ERROR, [{"players": [4]}]),
    ("Batch", SEED_ERROR, [{"seed": True}]),
    ("Batch", "seed: expected whole numbers, not True or False", [{"seed": [True] * 8}]),
    ("Batch", "seed: expected whole numbers from 0 to 2^64 - 1", [{"seed": b"12345678"}]),
    ("Batch", SIZE_ERROR, [{"size": None}]),
    ("Batch", THREADS_ERROR, [{"threads": 1.0}]),
    ("random_play", f"rounds: {COUNT_ERROR}", [{"rounds": None}]),
    ("search", SEED_ERROR, [{"seed": [1]}, {"seed": "1"}, {"seed": None}]),
    ("search", f"playouts: {COUNT_ERROR}", [{"playouts": 10.5}]),
    ("search", SECONDS_ERROR, [{"seconds": "1"}, {"seconds": None}]),
    ("search", NODES_ERROR, [{"nodes": None}]),
    ("ismcts", f"playouts: {COUNT_ERROR}", [{"playouts": None}]),
    ("redeal", SEED_ERROR, [{"seed": None}]),
    ("playout", SEED_ERROR, [{"seed": None}]),
    ("playout", "policy: expected a Policy", [{"policy": 7}]),
    ("random_playouts", f"count: {COUNT_ERROR}", [{"count": None}]),
    ("advice", "policy: expected a Policy", [{"policy": None}]),
    ("step", "action: expected a whole number", [{"action": "0"}, {"action": None}, {"action": True}]),
    ("observe", "seat: expected a whole number", [{"seat": "0"}, {"seat": 0.0}, {"seat": True}]),
    (
        "observe",
        OBSERVATION_ERROR,
        [{"out": wrong} for wrong in ([0.0] * 303, np.zeros(303), np.zeros((1, 303), "f"), None)],
    ),
    (
        "observe",
        OBSERVATION_ERROR,
        [{"out": np.zeros(512, np.float32)[::2]}, {"out": memoryview(bytes(1024)).cast("f")}],
    ),
    (
        "observe",
        MASK_ERROR,
        [{"mask": wrong} for wrong in (np.zeros(49), np.zeros(98, np.int8)[::2], [0] * 49, b"0" * 49)],
    ),
]


def each(rows: list[tuple[str, str, list[dict[str, Any]]]]) -> list[Any]:
    return [pytest.param(what, m, change, id=f"{what} {m}") for what, m, changes in rows for change in changes]


def call_with(what: str, change: dict[str, Any]) -> None:
    """With the right arguments but for a change; a policy is made by the core that the test is about."""
    call, right = CALLS[what]
    given = {**right, **change}
    call(**{name: value() if isinstance(value, partial) else value for name, value in given.items()})


def check_refused(error: type[Exception], what: str, message: str, change: dict[str, Any]) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}(, not .{{1,40}})?$"):
        call_with(what, change)


@pytest.mark.parametrize("what", CALLS)
def test_what_is_right_is_accepted(what: str) -> None:
    """Or else what is refused below might be refused for another reason."""
    call_with(what, {})


@pytest.mark.parametrize(("what", "message", "change"), each(OUT_OF_RANGE))
def test_what_is_out_of_range(what: str, message: str, change: dict[str, Any]) -> None:
    check_refused(ValueError, what, message, change)


@pytest.mark.parametrize(("what", "message", "change"), each(WRONG_TYPES))
def test_what_is_no_number(what: str, message: str, change: dict[str, Any]) -> None:
    check_refused(TypeError, what, message, change)


def test_what_is_no_policy_and_what_is_not_known() -> None:
    with pytest.raises(TypeError, match="policy: expected a Policy"):
        native.search(known(), None, 1, playouts=10)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="known: expected a Known"):
        native.search(None, policy(), 1, playouts=10)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="known: expected a Known"):
        native.ismcts(None, 1, playouts=10)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=POLICY_PLAYERS_ERROR):
        native.search(known(), policy(3), 1, playouts=10)
    with pytest.raises(ValueError, match=POLICY_PLAYERS_ERROR):
        native.ismcts(known(), 1, playouts=10, policy=policy(3))


def test_advice_when_the_round_is_over() -> None:
    played = a_round()
    played.playout(1)
    with pytest.raises(ValueError, match="round: expected one in play; it is over"):
        played.advice(policy())


def test_numbers_and_arrays_of_numpy_are_welcome() -> None:
    begun = native.Round(np.int64(4), np.array(HANDS), [], np.uint8(1), np.array(NEIGHBOURS))  # type: ignore[arg-type]
    begun.playout(1)
    assert begun.over
    assert native.random_play(np.int64(4), np.int64(2), np.int64(1), NEIGHBOURS)[0] > 0  # type: ignore[arg-type]
    moves = [45, 45, 45]
    assert known(**{**known_after(moves), "moves": np.array(moves)}).legal == known(**known_after(moves)).legal


def test_what_was_given_is_told() -> None:
    """As far as it can be: the digits of a number may be too many for Python to write."""
    with pytest.raises(ValueError, match=r"^seed: expected a whole number from 0 to 2\^64 - 1, not -1$"):
        native.random_deal(4, -1)
    with pytest.raises(TypeError, match=r"^players: expected 2 to 5, not 4\.0$"):
        native.random_deal(4.0, 1)  # type: ignore[arg-type]  # that is the question
    with pytest.raises(ValueError, match=r"^action: one with thousands of digits is not legal now$"):
        a_round().step(10**5000)
    with pytest.raises(TypeError, match=f"not {'x' * 40}$"):
        a_round().step("x" * 50)  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize("what", [known, policy, lambda: Batch(4, 1, 1)])
def test_nothing_is_pickled_or_copied_by_halves(what: Callable[[], Any]) -> None:
    for way in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="cannot be pickled: keep what it was made of and the actions"):
            way(what())
