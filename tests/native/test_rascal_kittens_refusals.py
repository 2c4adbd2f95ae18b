"""What the cores of Rascal Kittens refuse names what is wrong with it."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from cat_in_the_box.positions import new as new_cat_in_the_box
from rascal_kittens.positions import GAME, laid

from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.table import Ran, RascalKittensRound
from purrlab.games.values import frozen
from purrlab.native import rascal_kittens as native
from purrlab.native.rascal_kittens import Weights, backend, fallback

CORES = [backend.core, fallback]  # the same one twice where nothing is compiled
both_cores = pytest.mark.parametrize("core", CORES, ids=["compiled", "fallback"])

REFUSED: list[tuple[Callable[[Any, RascalKittensState], Any], type[Exception], str]] = [
    (lambda core, _: core.Game(None), TypeError, "setup: expected the setup of a game of Rascal Kittens"),
    (lambda core, _: core.Game(new_cat_in_the_box(4).setup), TypeError, "setup: expected the setup of a game"),
    (lambda core, _: core.Known(None), TypeError, "view: expected a view of Rascal Kittens"),
    (lambda core, state: core.Known(state.view(None)), ValueError, "view: a spectator knows no tiles"),
    (lambda core, state: core.Game(state.setup).known(2), ValueError, "seat: no such seat"),
    (lambda core, state: core.Game(state.setup).step(28), ValueError, "action: 28 is not legal now"),
    (lambda core, state: core.Game(state.setup).step(-1), ValueError, "action: -1 is not legal now"),
    (lambda core, state: core.Game(state.setup).step(26), ValueError, "action: 26 is not legal now"),
    (lambda core, state: core.Game(state.setup).step("run"), TypeError, "action: expected a whole number"),
    (lambda core, state: core.Game(state.setup).playout(-1), ValueError, "seed: expected a whole number"),
    (lambda core, state: core.Game(state.setup).playout(1, 5), TypeError, "policy: expected a Policy"),
    (lambda core, state: core.Game(state.setup).random_playouts(-1, 1), ValueError, "count: expected a whole number"),
    (lambda core, state: core.Known(state.view(0)).redeal(2**64), ValueError, "seed: expected a whole number"),
    (lambda core, _: core.Policy(5, Weights()), ValueError, "players: expected 2 to 4"),
    (lambda core, _: core.Policy(2, [1] * 5), TypeError, "weights: expected Weights"),
    (lambda core, _: core.Policy(2, Weights(others=-1)), ValueError, "weights: expected whole numbers from 0 to 10000"),
    (
        lambda core, state: core.Game(state.setup).advice(core.Policy(3, Weights())),
        ValueError,
        "policy: it is for another number of players",
    ),
    (
        lambda core, state: core.search(core.Known(state.view(1)), core.Policy(2, Weights()), 1, 8),
        ValueError,
        "known: expected what a seat knows when it is to act",
    ),
    (
        lambda core, state: core.search(core.Known(state.view(0)), core.Policy(2, Weights()), 1),
        ValueError,
        "playouts or seconds: a search needs one of them",
    ),
    (
        lambda core, state: core.search(core.Known(state.view(0)), core.Policy(2, Weights()), 1, 8, rounds_ahead=13),
        ValueError,
        "rounds_ahead: expected a whole number from 0 to 12",
    ),
    (
        lambda core, state: core.search(core.Game(state.setup), core.Policy(2, Weights()), 1, 8),
        TypeError,
        "known: expected a Known",
    ),
    (
        lambda core, state: pickle.dumps(core.Known(state.view(0))),
        TypeError,
        "cannot be pickled: keep what",
    ),
]


@both_cores
@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_is_wrong_is_named(
    core: ModuleType, call: Callable[[Any, RascalKittensState], Any], error: type[Exception], words: str
) -> None:
    state = GAME.new(2, "any", {"start": 0})
    with pytest.raises(error, match=words):
        call(core, state)


@pytest.mark.skipif(not native.COMPILED, reason="only the compiled core needs numbers")
def test_a_setup_that_no_game_has() -> None:
    setup = GAME.new(3, "any").setup
    with pytest.raises(ValueError, match="rooms: expected one for each seat"):
        native.Game(replace(setup, rooms=setup.rooms[:2]))
    with pytest.raises(ValueError, match="start: no such seat"):
        native.Game(replace(setup, start=3))
    deal = setup.deal
    swapped = {**deal.tiles, "red": deal.tiles["violet"], "violet": deal.tiles["red"]}
    for tiles in ({**deal.tiles, "red": deal.tiles["red"][1:]}, swapped):
        with pytest.raises(ValueError, match=r"setup: expected .* tile"):
            native.Game(replace(setup, deal=deal._replace(tiles=frozen(tiles))))
    for stacks in (deal.stacks[:9], ((2, 3),) * 10):
        with pytest.raises(ValueError, match="setup: expected a stack of tokens for each toy"):
            native.Game(replace(setup, deal=deal._replace(stacks=stacks)))


@pytest.mark.skipif(not native.COMPILED, reason="only the compiled core needs numbers")
def test_a_view_that_no_game_has() -> None:
    state = laid(2, "lay red-bed", options={"start": 0}, red=["bed"])
    view = state.view(0)
    assert view.hand is not None
    lost = view.places[1]._replace(end=None)
    with pytest.raises(ValueError, match="view: strings are anchored in turn"):
        native.Known(view._replace(places=(view.places[0], lost)))
    greedy = view.places[1]._replace(draws=("yellow", "red", "violet"))
    with pytest.raises(ValueError, match="view: nobody draws from an empty stack"):
        native.Known(view._replace(places=(greedy,) * 4, players=4, rooms=view.rooms * 2))
    wrongs: tuple[tuple[dict[str, Any], str], ...] = (
        ({"hand": (*view.hand, "red-bed")}, "a tile is there once"),
        ({"hand": view.hand[1:]}, "the colours in hand are those of the own tiles"),
        ({"middle": (*view.middle, "red-chair")}, "all tiles drawn are in hand or laid"),
    )
    for wrong, words in wrongs:
        with pytest.raises(ValueError, match=f"view: {words}"):
            native.Known(view._replace(**wrong))
    with pytest.raises(ValueError, match="to_act: no such seat"):
        native.Known(view._replace(to_act=frozenset({2})))
    with pytest.raises(ValueError, match="view: expected a place for each seat"):
        native.Known(view._replace(places=view.places[:1]))
    ran = Ran(0, "left", ("ball",), (2,), 0)
    with pytest.raises(ValueError, match="view: more tokens were taken than there are"):
        native.Known(view._replace(rounds=(*view.rounds, *[RascalKittensRound(0, "red-bed", (ran,))] * 4)))
