"""The search of Rascal Kittens: budgets, interrupts, and how far it sees."""

import subprocess
import sys
import textwrap
from random import Random
from types import ModuleType

import pytest
from game_helpers import RESTORE_INTERRUPTS, some_moment
from hypothesis import given
from hypothesis import strategies as st
from rascal_kittens.positions import GAME, laid, plain_room

from purrlab.bots import find_bot, play_game
from purrlab.bots.budget import Budget
from purrlab.bots.rascal_kittens.search import RascalKittensSearch
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.native import rascal_kittens as native
from purrlab.native.rascal_kittens import ACTIONS, Weights, backend, bits_of, fallback, numbers_in

CORES = [backend.core, fallback]  # the same one twice where nothing is compiled
sizes = pytest.mark.parametrize("players", [2, 3, 4])
both_cores = pytest.mark.parametrize("core", CORES, ids=["compiled", "fallback"])
compiled_only = pytest.mark.skipif(not native.COMPILED, reason="it takes too long on the rules in Python")


def moment(players: int, seed: int, moves: int) -> RascalKittensState:
    state = some_moment(GAME, players, seed, moves)
    assert isinstance(state, RascalKittensState)
    return state


class TestBudgets:
    @both_cores
    def test_playouts_and_seconds(self, core: ModuleType) -> None:
        view = laid(2).view(0)
        known, policy = core.Known(view), core.Policy(2, Weights())
        action, playouts, leads = core.search(known, policy, 1, playouts=20)
        assert 20 <= playouts < 20 + len(view.legal)
        assert bits_of(view.legal) >> action & 1
        assert set(leads) == set(numbers_in(bits_of(view.legal)))
        assert core.search(known, policy, 1, seconds=0.001)[1] > 0

    @both_cores
    def test_every_halving_tries_every_candidate(self, core: ModuleType) -> None:
        """Even where fewer playouts were asked for: of five tiles five, then three, then two."""
        state = laid(2)
        assert len(state.legal(0)) == 5
        _, playouts, _ = core.search(core.Known(state.view(0)), core.Policy(2, Weights()), 1, playouts=1)
        assert playouts == 5 + 3 + 2

    @sizes
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 60))
    def test_a_legal_action_and_the_same_for_the_same_seed(self, players: int, seed: int, moves: int) -> None:
        bot, state = RascalKittensSearch(Budget(playouts=1), rounds_ahead=1), moment(players, seed, moves)
        view = state.view(min(state.to_act, default=0))
        if view.legal:
            chosen = bot.choose(view, Random(seed))
            assert chosen in view.legal
            assert bot.choose(view, Random(seed)) == chosen

    @pytest.mark.parametrize("budget", ["seconds=99_999_999", "playouts=999_999_999"])
    def test_an_interrupt_ends_it(self, budget: str) -> None:
        """It would go on for hours."""
        think = f"""
            {RESTORE_INTERRUPTS}
            import os, signal, threading, time
            from purrlab import find_game
            from purrlab.native.rascal_kittens import Known, Policy, Weights, search
            view = find_game("rascal-kittens").new(2, "any", {{"start": 0}}).view(0)
            def interrupt_when_it_has_thought_for_a_while():
                while time.process_time() < began + 0.05:
                    time.sleep(0.005)
                os.kill(os.getpid(), signal.SIGINT)
            began = time.process_time()
            threading.Thread(target=interrupt_when_it_has_thought_for_a_while, daemon=True).start()
            search(Known(view), Policy(2, Weights()), 1, {budget})
        """
        command = [sys.executable, "-c", textwrap.dedent(think)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603  # ourselves
        assert ended.stderr.endswith("KeyboardInterrupt\n")


class TestSight:
    @both_cores
    def test_it_takes_what_touches_more(self, core: ModuleType) -> None:
        """From (10, 0): left ends at (54, 100) and touches the ball, right ends at (44, 100) and touches nothing."""
        rooms = [plain_room(ball=[50, 90, 1.5])] * 4
        state = laid(4, "lay red-bed", options={"rooms": rooms}, red=["bed"])
        found, _, _ = core.search(core.Known(state.view(0)), core.Policy(4, Weights()), 1, playouts=2)
        assert str(ACTIONS[found]) == "run left"

    @compiled_only
    @pytest.mark.parametrize("players", [2, 3])  # with four it would take hundreds of games to tell
    def test_it_beats_the_heuristic_that_it_follows(self, players: int) -> None:
        """On some deals with each seat; to the end of the game it sees more than the heuristic does."""
        search, heuristic = find_bot("rascal-kittens", "search@64"), find_bot("rascal-kittens", "heuristic")
        ahead = 0.0
        for number in range(24):
            seat = number % players
            bots = [search if each == seat else heuristic for each in range(players)]
            end = play_game(GAME.new(players, f"match {number // players}"), bots, Random(number))
            assert end.outcome is not None
            totals = end.outcome.totals
            ahead += totals[seat] - (sum(totals) - totals[seat]) / (players - 1)
        assert ahead > 0

    def test_without_a_compiler_there_is_time_for_one_round(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """By the clock. A number of playouts finds the same moves everywhere."""
        monkeypatch.setattr(native, "COMPILED", False)
        assert RascalKittensSearch(Budget(seconds=0.1)).rounds_ahead == 1
        assert RascalKittensSearch(Budget(playouts=8)).rounds_ahead == ROUNDS

    @sizes
    def test_what_is_hidden_makes_no_difference(self, players: int) -> None:
        """Tiles and tokens that the seat cannot see are replaced, and it moves as before."""
        random, bot = Random(players), RascalKittensSearch(Budget(playouts=2))
        for number in range(5):
            state = moment(players, number, random.randrange(12 * players))
            view = state.view(state.turn)
            other = fallback.Known(view).redeal(random.getrandbits(64))._state
            assert bot.choose(other.view(state.turn), Random(1)) == bot.choose(view, Random(1))
