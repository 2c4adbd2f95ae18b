"""The core of Rascal Kittens plays the same game as the rules, at every decision, and both cores come to the same."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from rascal_kittens.own_rooms import random_room
from rascal_kittens.positions import GAME

from purrlab.games.rascal_kittens.furniture import COLOURS, TILE_NUMBER
from purrlab.games.rascal_kittens.rooms import BUILT_IN
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.scoring import total
from purrlab.native import rascal_kittens as native
from purrlab.native.rascal_kittens import ACTIONS, Weights, backend, bits_of, fallback, numbers_in
from purrlab.native.rascal_kittens.encoding import tile_set

CORES = [backend.core, fallback]  # the same one twice where nothing is compiled
COPYING = {"__copy__", "__deepcopy__", "__getstate__", "__setstate__"}  # each core has its own way
STUB = ast.parse((Path(backend.__file__).parent / "_core.pyi").read_text("utf-8"))
TOLD = (
    "turn",
    "legal",
    "over",
    "rounds",
    "top",
    "hands",
    "draws",
    "ends",
    "strings",
    "left",
    "taken",
    "totals",
    "winners",
)
GAMES_OF_EACH_SIZE = 30  # ever new ones in make soak
STRINGS = (1300.0, 1300.0, 700.0, 333.333, 60.0, 0.001)  # RK13: the short ones end early, or never begin

sizes = pytest.mark.parametrize("players", [2, 3, 4])
both_cores = pytest.mark.parametrize("core", CORES, ids=["compiled", "fallback"])


def any_game(players: int, seed: int) -> RascalKittensState:
    """Any options: built-in rooms, also one twice, and rooms of one's own; both variants; short and long strings."""
    random = Random(seed)
    rooms = [random.choice([*BUILT_IN, random_room(random)]) for _ in range(players)]
    options = {
        "rooms": random.choice([None, rooms]),
        "variant": random.choice(("basic", "older")),
        "start": random.choice([None, *range(players)]),
        "string": random.choice(STRINGS),
    }
    return GAME.new(players, f"any {seed}", options)


def told(game: Any) -> dict[str, Any]:
    return {name: getattr(game, name) for name in TOLD if name != "turn" or not game.over}


def check_moment(state: RascalKittensState, game: Any) -> None:
    """All that the core keeps of a game is as the rules have it."""
    assert game.over == (state.outcome is not None)
    if state.outcome is None:
        assert {game.turn} == state.to_act
        assert game.legal == bits_of(state.legal(game.turn))
    assert (game.rounds, game.top) == (len(state.rounds), TILE_NUMBER[state.top])
    assert game.hands == list(map(tile_set, state.hands))
    assert game.draws == [sum(1 << COLOURS.index(colour) for colour in drawn) for drawn in state.draws]
    assert game.ends == [-1 if end is None else end for end in state.ends]
    assert game.strings == list(state.strings)
    assert game.left == list(state.left)
    assert game.taken == [list(map(list, tokens)) for tokens in state.taken]
    assert game.totals == [total(tokens, older=state.setup.older) for tokens in state.taken]


def play_side_by_side(state: RascalKittensState, random: Random, core: ModuleType = backend.core) -> None:
    """Random play, or half-sensible play as in real games; the same in both."""
    game, policy = core.Game(state.setup), core.Policy(state.players, Weights())
    sense = random.choice((0.0, 0.9)) if core is backend.core else 0.0
    while state.to_act:
        check_moment(state, game)
        sensible = random.random() < sense
        action = game.advice(policy) if sensible else random.choice(numbers_in(game.legal))
        state = state.apply(game.turn, ACTIONS[action])
        game.step(action)
    check_moment(state, game)
    assert state.outcome is not None
    assert tuple(game.totals) == state.outcome.totals
    assert tuple(game.winners) == state.outcome.winners


class TestTheSameGame:
    @sizes
    def test_at_every_decision(self, players: int) -> None:
        """RK6 to RK15, with any options."""
        for number in range(GAMES_OF_EACH_SIZE):
            play_side_by_side(any_game(players, number), Random(number))

    @sizes
    def test_on_the_rules_in_python(self, players: int) -> None:
        for number in range(3):
            play_side_by_side(any_game(players, number), Random(number), fallback)

    @pytest.mark.soak
    @pytest.mark.skipif(not native.COMPILED, reason="there is only one core")
    def test_ever_new_games_are_the_same(self, soak_seeds: Iterator[int]) -> None:
        for seed in soak_seeds:
            play_side_by_side(any_game(2 + seed % 3, seed), Random(seed))

    @sizes
    def test_rk14_ties_by_the_string(self, players: int) -> None:
        """Nobody scores with a string that reaches nothing, so all share; with real ones the longer rest wins."""
        state = GAME.new(players, "tie", {"string": 0.001})
        game = native.Game(state.setup)
        game.playout(1)
        assert (game.totals, game.winners) == ([0] * players, list(range(players)))


class TestBothCores:
    @sizes
    def test_they_weigh_every_action_alike(self, players: int) -> None:
        """The heuristic bot's numbers, at every decision of whole games."""
        policies = [core.Policy(players, Weights()) for core in CORES]
        for number in range(4):
            state, random = any_game(players, number), Random(number)
            one, other = (core.Game(state.setup) for core in CORES)
            while not one.over:
                assert one.worths(policies[0]) == other.worths(policies[1])
                action = one.advice(policies[0])
                assert other.advice(policies[1]) == action
                if random.random() < 0.3:
                    action = random.choice(numbers_in(one.legal))
                one.step(action)
                other.step(action)

    @sizes
    def test_other_weights_other_numbers(self, players: int) -> None:
        weights = Weights(others=1234, future=0, run=321, shortage=999, length=7)
        state = any_game(players, 5)
        games = [core.Game(state.setup) for core in CORES]
        policies = [core.Policy(players, weights) for core in CORES]
        while not games[0].over:
            worths = [game.worths(policy) for game, policy in zip(games, policies, strict=True)]
            assert worths[0] == worths[1]
            action = numbers_in(games[0].legal)[-1]
            for game in games:
                game.step(action)

    @sizes
    def test_they_deal_alike_what_a_seat_cannot_see(self, players: int) -> None:
        """From a game or from a view, and whoever asks, whether to act or not."""
        state, random = any_game(players, 2), Random(players)
        while state.to_act:
            seat, seed = random.randrange(players), random.getrandbits(64)
            dealt = [core.Known(state.view(seat)).redeal(seed) for core in CORES]
            dealt.append(fallback.Game.of(state).known(seat).redeal(seed))
            assert told(dealt[0]) == told(dealt[1]) == told(dealt[2])
            (turn,) = state.to_act
            state = state.apply(turn, random.choice(state.legal(turn)))

    @sizes
    def test_they_play_out_alike(self, players: int) -> None:
        setup = any_game(players, 3).setup
        for policy in (None, Weights()):
            ends = []
            for core in CORES:
                game = core.Game(setup)
                chosen = None if policy is None else core.Policy(players, policy)
                decisions = game.playout(7, chosen)
                ends.append((decisions, told(game)))
            assert ends[0] == ends[1]
        one, other = (core.Game(setup).random_playouts(5, 11) for core in CORES)
        assert one == other

    @sizes
    def test_a_search_finds_the_same(self, players: int) -> None:
        """With the same seed the same action, playouts and values, to the last bit."""
        policies = [core.Policy(players, Weights()) for core in CORES]
        state, random = any_game(players, 4), Random(4)
        searches = 0
        while state.to_act:
            (turn,) = state.to_act
            view, seed = state.view(turn), random.getrandbits(64)
            if searches < 6 and random.random() < 0.25:
                for ahead in (1, 12):
                    one, other = (
                        core.search(core.Known(view), policy, seed, playouts=len(view.legal) + 3, rounds_ahead=ahead)
                        for core, policy in zip(CORES, policies, strict=True)
                    )
                    assert one == other
                searches += 1
            state = state.apply(turn, random.choice(view.legal))
        assert searches > 3

    @pytest.mark.soak
    @pytest.mark.skipif(not native.COMPILED, reason="there is only one core")
    def test_ever_new_searches_find_the_same(self, soak_seeds: Iterator[int]) -> None:
        for seed in soak_seeds:
            random, state = Random(seed), any_game(2 + seed % 3, seed)
            for _ in range(random.randrange(40)):
                if state.to_act:
                    state = state.apply(state.turn, random.choice(state.legal(state.turn)))
            if not state.to_act:
                continue
            found = [
                core.search(core.Known(state.view(state.turn)), core.Policy(state.players, Weights()), seed, playouts=8)
                for core in CORES
            ]
            assert found[0] == found[1]

    def test_they_take_the_same_arguments(self) -> None:
        for name, arguments in stubbed(STUB.body).items():
            owner, _, method = name.rpartition(".")
            found = getattr(getattr(fallback, owner), method) if owner else getattr(fallback, method)
            assert list(inspect.signature(found).parameters) == arguments

    def test_they_tell_the_same(self) -> None:
        state = GAME.new(2, "any")
        made = {"Game": fallback.Game(state.setup), "Known": fallback.Known(state.view(0))}
        made["Policy"] = fallback.Policy(2, Weights())
        classes = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef) and node.name in made}
        assert set(classes) == set(made)
        for owner, node in classes.items():
            properties = [each.name for each in node.body if isinstance(each, ast.FunctionDef) and each.decorator_list]
            assert properties
            assert all(hasattr(made[owner], name) for name in properties)


def stubbed(body: list[ast.stmt], prefix: str = "") -> dict[str, list[str]]:
    """The functions and methods by their names, with those of their arguments; only the compiled core has rooms."""
    found: dict[str, list[str]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name != "Room":
            found |= stubbed(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not node.decorator_list and node.name not in COPYING:
            found[prefix + node.name] = [argument.arg for argument in node.args.args]
    return found


class TestRedeals:
    @sizes
    def test_they_look_the_same_to_the_seat(self, players: int) -> None:
        """The whole view is the same: tiles and tokens that it cannot see moved about, and nothing else."""
        for number in range(4):
            state, random = any_game(players, number), Random(number)
            while state.to_act:
                seat = random.randrange(players)
                view = state.view(seat)
                dealt = fallback.Known(view).redeal(random.getrandbits(64))
                assert dealt._state.view(seat) == view
                (turn,) = state.to_act
                state = state.apply(turn, random.choice(state.legal(turn)))

    @both_cores
    def test_what_is_hidden_moves_about(self, core: ModuleType) -> None:
        known = core.Known(GAME.new(2, "any").view(0))
        assert len({tuple(known.redeal(seed).hands) for seed in range(8)}) > 4
        assert known.redeal(3).hands == known.redeal(3).hands

    @both_cores
    @sizes
    def test_what_is_hidden_makes_no_difference_to_what_is_known(self, core: ModuleType, players: int) -> None:
        """A seat knows the same of two games that differ only in what it cannot see."""
        game, random = core.Game(any_game(players, 6).setup), Random(1)
        while not game.over:
            seat = random.randrange(players)
            other = game.known(seat).redeal(random.getrandbits(64))
            for seed in range(3):
                assert told(other.known(seat).redeal(seed)) == told(game.known(seat).redeal(seed))
            game.step(random.choice(numbers_in(game.legal)))


@both_cores
class TestOneGame:
    def test_what_is_not_legal_changes_nothing(self, core: ModuleType) -> None:
        game = core.Game(GAME.new(3, "any").setup)
        before = told(game)
        for action in (-1, 4, 27, 28):
            with pytest.raises(ValueError, match="not legal"):
                game.step(action)
        assert told(game) == before

    def test_a_copy_is_another_game(self, core: ModuleType) -> None:
        game = core.Game(GAME.new(4, "any").setup)
        before, copy = told(game), game.copy()
        copy.playout(1)
        assert copy.over
        assert told(game) == before
