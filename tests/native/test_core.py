"""The core plays the same game as the rules, at every decision."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest
from cat_in_the_box.positions import new

from purrlab.bots.cat_in_the_box.search import policy_for
from purrlab.games.cat_in_the_box.layout import find_layout
from purrlab.games.cat_in_the_box.notation import Discard
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.scoring import totals
from purrlab.native import backend as backends
from purrlab.native import cat_in_the_box as native
from purrlab.native import describe_core
from purrlab.native.cat_in_the_box import ACTIONS, bits_of, fallback, neighbours_of, numbers_in
from purrlab.native.cat_in_the_box.observation import OBSERVATION

SIZES = [(2, "white"), (3, "white"), (3, "purple"), (4, "white"), (4, "purple"), (5, "purple")]
CORE_PAGE = Path(__file__).parents[2] / "docs" / "core.md"
sizes = pytest.mark.parametrize(("players", "layout"), SIZES)
ROUNDS_BY_CORE = {"compiled": 300, "fallback": 30}  # of each size; ever new ones in make soak
both_cores = pytest.mark.usefixtures("core")

SPIRAL = {
    "name": "spiral",
    "grid": [
        "R1 R2 R3 R4 R5 R6",
        "G2 G3 G4 G5 G6 R7",
        "G1 Y5 Y6 Y7 G7 R8",
        "B9 Y4 Y9 Y8 G8 R9",
        "B8 Y3 Y2 Y1 G9 B1",
        "B7 B6 B5 B4 B3 B2",
    ],
}


def same_game(state: CatInTheBoxState) -> native.Game:
    """The game of this state, before its first action, for the core."""
    deals = [state.setup.deal(number) for number in range(1, state.players + 1)]
    hands, turned_up = [deal.hands for deal in deals], [deal.table[:3] for deal in deals]
    return native.Game(state.players, hands, turned_up, state.setup.start, neighbours_of(state.setup.layout))


def check_moment(state: CatInTheBoxState, game: native.Game) -> None:
    assert game.over == (state.outcome is not None)
    assert game.number == state.round.opening.number
    if state.outcome is None:
        assert game.turn in state.to_act
        assert state.expects is Discard or game.turn == state.turn
        assert game.legal == bits_of(state.legal(game.turn))


def check_table(state: CatInTheBoxState, game: native.Game) -> None:
    """All that the core keeps of a round is as the rules have it."""
    table = game.round
    assert (table.start, table.players) == (state.round.opening.start, state.players)
    assert table.hands == list(state.hands)
    assert table.discards == [discard or 0 for discard in state.discards]
    assert table.tokens == [board.tokens for board in state.boards]
    assert table.markers == [board.markers for board in state.boards]
    assert table.tricks == [board.tricks for board in state.boards]
    assert table.bids == [board.bid or 0 for board in state.boards]


def play_side_by_side(core: str, state: CatInTheBoxState, random: Random) -> None:
    """Random play, or half-sensible play that gets further into the round; the same in both."""
    game, sense = same_game(state), random.choice((0.0, 0.9))
    policy = policy_for(state.players, neighbours_of(state.setup.layout))
    rounds = 0
    while state.to_act:
        check_moment(state, game)
        sensible = sense and core == "compiled" and random.random() < sense
        action = game.round.advice(policy) if sensible else random.choice(numbers_in(game.legal))
        state = state.apply(game.turn, ACTIONS[action])
        game.step(action)
        if len(state.round.past) > rounds:
            rounds = len(state.round.past)
            assert tuple(game.totals) == totals([past.result for past in state.round.past], state.players)
    check_moment(state, game)
    check_table(state, game)
    assert state.outcome is not None
    assert game.round.paradox == state.round.past[-1].result.paradox
    assert game.round.scores() == list(state.round.past[-1].result.scores)
    assert tuple(game.totals) == state.outcome.totals
    assert tuple(game.winners) == state.outcome.winners


@sizes
def test_the_same_game_at_every_decision(core: str, players: int, layout: str) -> None:
    """Player to act, legal set, end and scores; CB4, CB5 and CB19 over whole games."""
    random = Random(f"{players} {layout}")
    for number in range(ROUNDS_BY_CORE[core] // players):
        play_side_by_side(core, new(players, f"side by side {number}", layout=layout), random)


@pytest.mark.soak
@pytest.mark.skipif(not native.COMPILED, reason="there is only one core")
def test_ever_new_games_are_the_same(soak_seeds: Iterator[int]) -> None:
    for seed in soak_seeds:
        players, layout = SIZES[seed % len(SIZES)]
        play_side_by_side("compiled", new(players, f"soak {seed}", layout=layout), Random(seed))


def test_any_layout_of_ones_own(core: str) -> None:
    for number in range(15):
        play_side_by_side(core, new(4, f"spiral {number}", layout=SPIRAL), Random(number))


@sizes
def test_the_table_at_every_decision(players: int, layout: str) -> None:
    random = Random(players)
    for number in range(5):
        state = new(players, f"table {number}", layout=layout)
        game = same_game(state)
        while state.to_act:
            check_table(state, game)
            action = random.choice(numbers_in(game.legal))
            state = state.apply(game.turn, ACTIONS[action])
            game.step(action)


@sizes
def test_both_cores_see_the_same(players: int, layout: str, use_core: Callable[[ModuleType], None]) -> None:
    random, state = Random(players), new(players, "observed", layout=layout)
    game = same_game(state)
    use_core(fallback)
    other = same_game(state)
    one, two = (np.zeros(OBSERVATION.size, np.float32) for _ in range(2))
    while not game.over:
        for seat in range(players):
            game.round.observe(seat, one)
            other.round.observe(seat, two)
            assert one.tolist() == two.tolist()
        action = random.choice(numbers_in(game.legal))
        game.step(action)
        other.step(action)


class TestRefusals:
    @both_cores
    def test_what_is_not_legal_changes_nothing(self) -> None:
        game = same_game(new(4))
        before = (game.turn, game.legal)
        for action in (-1, 0, 45, 49, 99):
            with pytest.raises(ValueError, match="not legal"):
                game.step(action)
        assert (game.turn, game.legal) == before


class TestPlayouts:
    @both_cores
    @sizes
    def test_the_same_seed_gives_the_same_end(self, players: int, layout: str) -> None:
        base = same_game(new(players, layout=layout)).round
        ends = []
        for seed in (1, 1, 2):
            end = base.copy()
            assert end.playout(seed) >= players
            assert end.over
            ends.append((end.scores(), end.tokens))
        assert ends[0] == ends[1] != ends[2]
        assert not base.over

    @both_cores
    def test_many_playouts_of_one_round(self) -> None:
        base = same_game(new(3)).round
        decisions, points = base.random_playouts(20, 3)
        assert base.random_playouts(20, 3) == (decisions, points)
        assert 20 * 6 < decisions <= 20 * 30
        assert -20 * 8 <= points <= 20 * 40
        assert not base.over

    @both_cores
    def test_random_play_counts_decisions_and_points(self) -> None:
        decisions, points = native.random_play(4, 30, 7, neighbours_of("white"))
        assert native.random_play(4, 30, 7, neighbours_of("white")) == (decisions, points)
        assert 30 * 8 < decisions <= 30 * 40
        assert -30 * 8 <= points <= 30 * 40


def test_a_layout_by_name_or_itself() -> None:
    assert neighbours_of("purple") == neighbours_of(find_layout("purple"))
    assert neighbours_of("white")[0] == 0b10010  # red 1 touches blue 1 and red 2


def test_the_programs_of_the_page_run() -> None:
    page = (Path(__file__).parents[2] / "docs" / "core.md").read_text("utf-8")
    programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(programs) == 4
    for program in programs:
        names: dict[str, object] = {}
        exec(program.replace("print(", "shown = ("), names)  # noqa: S102  # our own page
        assert names["shown"] is not None


def test_how_to_get_the_core_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain ``make setup`` has nothing to do then, and pip takes what it built before."""
    monkeypatch.setattr(backends, "find_spec", lambda _: None)
    for command in ("make -B setup", "pip install --force-reinstall --no-deps --no-cache-dir"):
        assert command in describe_core()
        assert command in CORE_PAGE.read_text("utf-8")
