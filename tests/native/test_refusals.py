"""Both cores refuse the same, in the same words."""

import re
from collections.abc import Callable
from math import inf, nan
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from cat_in_the_box.situations import new

from purrlab import native
from purrlab.games.cat_in_the_box.cells import CARD
from purrlab.native import fallback, neighbours_of
from purrlab.native.batch import Batch

AROUND = neighbours_of("white")
HANDS = list(new(4).hands)
SEED = "seed: expected a whole number from 0 to 2^64 - 1"
NINE_DIGITS = "expected a whole number from 0 to 999999999"


def a_round(core: ModuleType) -> Any:
    return core.Round(4, HANDS, [], 0, AROUND)


def known(core: ModuleType, **change: Any) -> Any:
    right = {"players": 4, "seat": 0, "start": 0, "turned_up": [], "hand": HANDS[0], "discard": 0, "moves": []}
    return core.Known(**{**right, "neighbours": AROUND, **change})


def policy(core: ModuleType, players: int = 4) -> Any:
    return core.Policy(players, [1.0] * 18, [1.0, 2.0], AROUND, lambda view: view.legal[0])


def search(core: ModuleType, **change: Any) -> Any:
    return core.search(known(core), policy(core), **{"seed": 1, "playouts": 10, **change})


def ismcts(core: ModuleType, **change: Any) -> Any:
    return core.ismcts(known(core), **{"seed": 1, "playouts": 10, **change})


def weighing(core: ModuleType, weight: float) -> Any:
    return core.Policy(4, [1.0] * 17 + [weight], [1.0, 2.0], AROUND, len)


def after(core: ModuleType, moves: list[int]) -> Any:
    """What seat 3 knows after these, of which it made none but a bid."""
    return known(core, seat=3, hand=HANDS[3] - (1 << 4 * LOWEST), discard=LOWEST + 1, moves=moves)


LOWEST = (HANDS[3] & -HANDS[3]).bit_length() // 4  # of its values, counted from 0
BIDS = [45, 45, 45, 45]
IMPOSSIBLE = [
    [*BIDS, 5, 5, 5],  # the same cell again (CB10)
    [45, 45, 48],  # four tricks are bid by three players only (CB8)
    [45, 45, 5],  # a play before all have bid
    [*BIDS, *BIDS],
    [*BIDS, 33],  # under the observed tokens
]

Call = Callable[[ModuleType], Any]

OUT_OF_RANGE: list[tuple[str, Call]] = [
    ("players: expected 2 to 5", lambda core: core.Round(6, HANDS, [], 0, AROUND)),
    ("players: expected 2 to 5", lambda core: core.Game(1, [HANDS], [[]], 0, AROUND)),
    ("players: expected 2 to 5", lambda core: known(core, players=7)),
    ("players: expected 2 to 5", lambda core: policy(core, 1)),
    ("players: expected 2 to 5", lambda core: core.random_play(1, 1, 1, AROUND)),
    ("players: expected 2 to 5", lambda core: core.Batch(1, 1, 1, AROUND, 1)),
    ("hands: expected one for each seat", lambda core: core.Round(4, HANDS[:3], [], 0, AROUND)),
    ("hands: expected as many cards as CB1", lambda core: core.Round(4, [HANDS[0] + 1, *HANDS[1:]], [], 0, AROUND)),
    ("hands: expected as many cards as CB1", lambda core: known(core, hand=HANDS[0] + 1)),
    ("hands: five copies at most", lambda core: core.Round(4, [0x6400_0000, *HANDS[1:]], [], 0, AROUND)),
    ("hands: five copies at most", lambda core: known(core, hand=0x5400_0000, discard=8)),
    ("turned_up: expected three values", lambda core: core.Round(4, HANDS, [1], 0, AROUND)),
    ("turned_up: no such value", lambda core: core.Round(2, [0x22222, 0x22222], [1, 2, 6], 0, AROUND)),
    ("start: no such seat", lambda core: core.Round(4, HANDS, [], 4, AROUND)),
    ("start: no such seat", lambda core: known(core, start=-1)),
    ("neighbours: expected one set", lambda core: core.Round(4, HANDS, [], 0, AROUND[:35])),
    ("deals: expected one for each round", lambda core: core.Game(4, [HANDS] * 3, [[]] * 3, 0, AROUND)),
    ("seat: no such seat", lambda core: known(core, seat=9)),
    ("seat: no such seat", lambda core: a_round(core).observe(4, np.zeros(256, np.float32))),
    ("discard: no such value", lambda core: known(core, discard=9)),
    ("moves: bids and plays only", lambda core: known(core, moves=[36])),
    ("moves: too many for a round", lambda core: known(core, moves=[0] * 60)),
    (
        "moves: after these it is not this seat's turn",
        lambda core: known(core, seat=1, discard=3, hand=HANDS[1] - CARD[3]),
    ),
    ("this action is not legal now", lambda core: a_round(core).step(-1)),
    ("this action is not legal now", lambda core: a_round(core).step(49)),
    (
        "observation: expected a C-ordered array of 256",
        lambda core: a_round(core).observe(0, np.zeros(255, np.float32)),
    ),
    ("weights: expected one for each", lambda core: core.Policy(4, [1.0], [1.0, 2.0], AROUND, len)),
    ("limits: expected two", lambda core: core.Policy(4, [1.0] * 18, [], AROUND, len)),
    ("policy: it is for another number of players", lambda core: a_round(core).advice(policy(core, 3))),
    ("policy: it is for another number of players", lambda core: a_round(core).playout(1, policy(core, 3))),
    ("policy: it is for another number of players", lambda core: known(core).redeal(1, policy(core, 5))),
    (
        "policy: it is for another number of players",
        lambda core: core.search(known(core), policy(core, 3), 1, playouts=10),
    ),
    (SEED, lambda core: search(core, seed=-1)),
    (SEED, lambda core: ismcts(core, seed=2**64)),
    (SEED, lambda core: known(core).redeal(-1)),
    (SEED, lambda core: a_round(core).playout(-1)),
    (SEED, lambda core: a_round(core).random_playouts(1, -1)),
    (SEED, lambda core: core.random_play(4, 1, -1, AROUND)),
    (SEED, lambda core: core.Batch(4, 1, -1, AROUND, 1)),
    (f"count: {NINE_DIGITS}", lambda core: a_round(core).random_playouts(-1, 1)),
    (f"rounds: {NINE_DIGITS}", lambda core: core.random_play(4, -1, 1, AROUND)),
    (f"playouts: {NINE_DIGITS}", lambda core: search(core, playouts=-1)),
    (f"playouts: {NINE_DIGITS}", lambda core: ismcts(core, playouts=10**20)),
    ("seconds: expected a time, 0 or more", lambda core: search(core, seconds=nan)),
    ("seconds: expected a time, 0 or more", lambda core: ismcts(core, seconds=nan)),
    ("seconds: expected a time, 0 or more", lambda core: search(core, seconds=inf)),
    ("seconds: expected a time, 0 or more", lambda core: search(core, seconds=-1.0)),
    ("playouts or seconds: a search needs one of them", lambda core: search(core, playouts=0)),
    ("nodes: expected a whole number from 64 to 2^30", lambda core: ismcts(core, nodes=63)),
    ("nodes: expected a whole number from 64 to 2^30", lambda core: search(core, nodes=2**31)),
    ("size: expected a whole number from 1", lambda core: core.Batch(4, 0, 1, AROUND, 1)),
    ("size: expected a whole number from 1", lambda core: core.Batch(4, 2**31, 1, AROUND, 1)),
    ("threads: expected a whole number from 1", lambda core: core.Batch(4, 1, 1, AROUND, 0)),
    ("threads: expected a whole number from 1", lambda core: core.Batch(4, 1, 1, AROUND, 1025)),
    ("threads: expected a whole number from 1", lambda core: core.Batch(4, 1, 1, AROUND, 2**31 - 1)),
    ("threads: expected a whole number from 1", lambda core: core.Batch(4, 1, 1, AROUND, 2**40)),
    ("players: expected 2 to 5", lambda core: core.Round(2**40, HANDS, [], 0, AROUND)),
    ("players: expected 2 to 5", lambda core: core.Batch(-(2**70), 1, 1, AROUND, 1)),
    ("hands: expected as many cards as CB1", lambda core: core.Round(4, [-1, *HANDS[1:]], [], 0, AROUND)),
    ("hands: expected as many cards as CB1", lambda core: core.Round(4, [10**30, *HANDS[1:]], [], 0, AROUND)),
    ("hands: expected as many cards as CB1", lambda core: known(core, hand=-1)),
    ("hands: five copies at most", lambda core: core.Round(4, [0x22222] * 4, [], 0, AROUND)),
    ("hands: five copies at most", lambda core: core.Round(2, [0x22222] * 2, [1, 1, 2], 0, AROUND)),
    ("hands: five copies at most", lambda core: core.Game(4, [[0x22222] * 4] * 4, [[]] * 4, 0, AROUND)),
    ("start: no such seat", lambda core: core.Round(4, HANDS, [], 2**40, AROUND)),
    ("turned_up: no such value", lambda core: core.Round(2, [0x22222] * 2, [1, 2, 2**40], 0, AROUND)),
    ("this action is not legal now", lambda core: a_round(core).step(2**31)),
    ("this action is not legal now", lambda core: a_round(core).step(-(2**70))),
    ("seat: no such seat", lambda core: a_round(core).observe(2**40, np.zeros(256, np.float32))),
    ("discard: no such value", lambda core: known(core, discard=2**40)),
    ("moves: bids and plays only", lambda core: known(core, moves=[2**40])),
    ("neighbours: expected one set", lambda core: core.random_play(4, 0, 1, [])),
    ("neighbours: expected one set", lambda core: core.Round(4, HANDS, [], 0, [2**36] * 36)),
    ("neighbours: expected one set", lambda core: core.Batch(4, 1, 1, [-1] * 36, 1)),
    ("weights: expected numbers from -1000 to 1000", lambda core: weighing(core, nan)),
    ("weights: expected numbers from -1000 to 1000", lambda core: weighing(core, inf)),
    ("weights: expected numbers from -1000 to 1000", lambda core: weighing(core, 1e308)),
    ("weights: expected numbers from -1000 to 1000", lambda core: weighing(core, 10**400)),
    ("limits: expected numbers from -1000 to 1000", lambda core: core.Policy(4, [1.0] * 18, [1.0, nan], AROUND, len)),
    ("moves: none before the own discard (CB7)", lambda core: known(core, moves=[45])),
    (
        "moves: no round goes like this",  # with two players there is no 7
        lambda core: known(
            core, players=2, turned_up=[3, 3, 4], hand=0x1122, discard=1, start=1, seat=1, moves=[25, 0]
        ),
    ),
    *(("moves: no round goes like this", lambda core, moves=moves: after(core, moves)) for moves in IMPOSSIBLE),
]

OBSERVED = "observation: expected a C-ordered array of 256 float32 to write into"
CARDS = "hands: expected as many cards as CB1 deals"
CELLS = "neighbours: expected one set of cells for each of the 36 cells"
NO_NUMBERS: list[tuple[str, Call]] = [
    ("players: expected 2 to 5", lambda core: core.Round(4.0, HANDS, [], 0, AROUND)),
    ("players: expected 2 to 5", lambda core: core.Round(None, HANDS, [], 0, AROUND)),
    ("players: expected 2 to 5", lambda core: policy(core, None)),  # type: ignore[arg-type]
    ("players: expected 2 to 5", lambda core: core.Batch([4], 1, 1, AROUND, 1)),
    ("start: no such seat", lambda core: core.Round(4, HANDS, [], "0", AROUND)),
    ("hands: expected one for each seat", lambda core: core.Round(4, 7, [], 0, AROUND)),
    ("hands: expected one for each seat", lambda core: core.Round(4, None, [], 0, AROUND)),
    (CARDS, lambda core: core.Round(4, [float(hand) for hand in HANDS], [], 0, AROUND)),
    (CARDS, lambda core: core.Round(4, [None, *HANDS[1:]], [], 0, AROUND)),
    (CARDS, lambda core: known(core, hand=[1, 2, 3])),
    ("turned_up: expected three values", lambda core: core.Round(4, HANDS, None, 0, AROUND)),
    ("deals: expected one for each round", lambda core: core.Game(4, None, [[]] * 4, 0, AROUND)),
    ("seat: no such seat", lambda core: known(core, seat=None)),
    ("discard: no such value", lambda core: known(core, discard=None)),
    ("moves: bids and plays only", lambda core: known(core, moves=5)),
    ("moves: bids and plays only", lambda core: known(core, moves=None)),
    (SEED, lambda core: search(core, seed=[1])),
    (SEED, lambda core: search(core, seed="1")),
    (SEED, lambda core: search(core, seed=None)),
    (SEED, lambda core: known(core).redeal(None)),
    (SEED, lambda core: a_round(core).playout(None)),
    (f"playouts: {NINE_DIGITS}", lambda core: search(core, playouts=10.5)),
    (f"playouts: {NINE_DIGITS}", lambda core: ismcts(core, playouts=None)),
    ("seconds: expected a time, 0 or more", lambda core: search(core, seconds="1")),
    ("seconds: expected a time, 0 or more", lambda core: search(core, seconds=None)),
    ("nodes: expected a whole number from 64", lambda core: search(core, nodes=None)),
    (f"rounds: {NINE_DIGITS}", lambda core: core.random_play(4, None, 1, AROUND)),
    (f"count: {NINE_DIGITS}", lambda core: a_round(core).random_playouts(None, 1)),
    ("size: expected a whole number from 1", lambda core: core.Batch(4, None, 1, AROUND, 1)),
    ("threads: expected a whole number from 1", lambda core: core.Batch(4, 1, 1, AROUND, None)),
    ("this action is not legal now", lambda core: a_round(core).step("0")),
    ("this action is not legal now", lambda core: a_round(core).step(None)),
    (OBSERVED, lambda core: a_round(core).observe(0, [0.0] * 256)),
    (OBSERVED, lambda core: a_round(core).observe(0, np.zeros(256))),
    (OBSERVED, lambda core: a_round(core).observe(0, np.zeros(512, np.float32)[::2])),
    (OBSERVED, lambda core: a_round(core).observe(0, None)),
    ("weights: expected numbers from -1000 to 1000", lambda core: weighing(core, "1")),  # type: ignore[arg-type]
    ("weights: expected numbers from -1000 to 1000", lambda core: weighing(core, None)),  # type: ignore[arg-type]
    ("weights: expected one for each", lambda core: core.Policy(4, None, [1.0, 2.0], AROUND, len)),
    (CELLS, lambda core: core.Round(4, HANDS, [], 0, [None] * 36)),
    (CELLS, lambda core: core.Batch(4, 1, 1, None, 1)),
]

NOT_WHAT_IT_NEEDS: list[Call] = [
    lambda core: a_round(core).advice(None),
    lambda core: a_round(core).playout(1, 7),
    lambda core: core.search(known(core), None, 1, playouts=10),
    lambda core: core.search(None, policy(core), 1, playouts=10),
    lambda core: core.ismcts(None, 1, playouts=10),
]

cores = pytest.mark.parametrize("core", [native.core, fallback], ids=["core", "fallback"])


@cores
@pytest.mark.parametrize(("message", "call"), OUT_OF_RANGE, ids=[message for message, _ in OUT_OF_RANGE])
def test_what_is_out_of_range(core: ModuleType, message: str, call: Call) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        call(core)


@cores
@pytest.mark.parametrize(("message", "call"), NO_NUMBERS, ids=[message for message, _ in NO_NUMBERS])
def test_what_is_no_number(core: ModuleType, message: str, call: Call) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        call(core)


@cores
@pytest.mark.parametrize("call", NOT_WHAT_IT_NEEDS)
def test_what_is_no_policy_and_what_is_not_known(core: ModuleType, call: Call) -> None:
    with pytest.raises(TypeError):
        call(core)


@cores
@pytest.mark.parametrize("actions", [[36], [36.0], np.array([36.0])], ids=repr)
def test_actions_that_are_no_array_of_whole_numbers(
    core: ModuleType, actions: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("purrlab.native.batch.core", core)
    with pytest.raises(TypeError, match="actions: expected an array of whole numbers"):
        Batch(4, 1, 1).step(actions)


@cores
@pytest.mark.parametrize("name", ["legal", "turn", "observations", "rewards", "done", "winners"])
@pytest.mark.parametrize("spoil", ["type", "order", "read-only"])
def test_arrays_that_would_be_copied(core: ModuleType, name: str, spoil: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would see what is written into a copy."""
    monkeypatch.setattr("purrlab.native.batch.core", core)
    games = Batch(4, 3, 1)
    actions, before = games.sample(), games.legal.copy()
    array = getattr(games, name)
    if spoil == "type":
        array = array.astype(np.float64)
    elif spoil == "order":
        array = np.repeat(array, 2, axis=0)[::2]
    else:
        array.flags.writeable = False
    setattr(games, name, array)
    with pytest.raises(TypeError, match=f"{name}: expected a C-ordered array"):
        games.step(actions)
    assert (before == games.legal).all()


@cores
def test_actions_of_other_kinds(core: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too large for the core is refused, not cut off."""
    monkeypatch.setattr("purrlab.native.batch.core", core)
    games = Batch(4, 3, 1)
    wide = games.sample().astype(np.int64)
    with pytest.raises(ValueError, match="an action is not legal"):
        games.step(wide + 2**32)
    with pytest.raises(TypeError, match="actions: expected a C-ordered array of int32"):
        games._core.step(wide, games.legal, games.turn, games.observations, games.rewards, games.done, games.winners)
    games.step(wide)


@cores
def test_numbers_and_arrays_of_numpy_are_welcome(core: ModuleType) -> None:
    begun = core.Round(np.int64(4), HANDS, [], np.uint8(1), AROUND)
    begun.playout(1)
    assert begun.over
    assert core.random_play(np.int64(4), np.int64(2), np.int64(1), AROUND)[0] > 0
    after_bids = known(
        core, seat=3, hand=HANDS[3] - (1 << 4 * LOWEST), discard=LOWEST + 1, moves=np.array([45, 45, 45])
    )
    assert after_bids.legal == after(core, [45, 45, 45]).legal


@cores
def test_actions_may_come_in_an_array_that_cannot_be_written(core: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlab.native.batch.core", core)
    batch = Batch(4, 3, 1)
    actions = batch.sample().copy()
    actions.flags.writeable = False
    batch.step(actions)
    assert batch.done.tolist() == [0, 0, 0]
