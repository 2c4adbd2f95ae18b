"""Re-deals, and the searches that are built on them."""

import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from cat_in_the_box.positions import GAME, new
from game_helpers import RESTORE_INTERRUPTS, some_moment
from hypothesis import given
from hypothesis import strategies as st

from purrlab.bots import UnknownBot, find_bot
from purrlab.bots.budget import Budget
from purrlab.bots.cat_in_the_box.search import CatInTheBoxIsmcts, CatInTheBoxSearch, known_in, policy_for
from purrlab.games.cat_in_the_box.cells import values_in
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box import bits_of, fallback, neighbours_of

sizes = pytest.mark.parametrize("players", [2, 3, 4, 5])


def moment(players: int, seed: int, moves: int) -> CatInTheBoxState:
    state = some_moment(GAME, players, seed, moves)
    assert isinstance(state, CatInTheBoxState)
    return state


@pytest.mark.usefixtures("core")
class TestRedeals:
    @sizes
    def test_all_that_the_seat_knows_stays(self, players: int) -> None:
        """And every card is somewhere: five of each value, but for those that stay on the table."""
        for number in range(40):
            state = moment(players, number, 7 * number % 60)
            if not state.to_act:
                continue
            seat = min(state.to_act)
            view = state.view(seat)
            known = known_in(view)
            assert known.legal == bits_of(view.legal)
            dealt = known.redeal(number)
            assert (dealt.turn, dealt.legal, dealt.start) == (seat, known.legal, view.table.opening.start)
            assert dealt.hands[seat] == state.hands[seat]
            assert dealt.discards[seat] == (state.discards[seat] or 0)
            assert dealt.tokens == [board.tokens for board in state.boards]
            assert dealt.markers == [board.markers for board in state.boards]
            assert dealt.tricks == [board.tricks for board in state.boards]
            cards = Counter(value for hand in dealt.hands for value in values_in(hand))
            cards.update(value for value in dealt.discards if value)
            cards.update(play.value for _, play in state.plays)
            cards.update(view.table.opening.turned_up)
            assert max(cards.values()) <= 5
            assert cards.total() == 5 * state.setup.numbers.highest - (2 if players == 2 else 0)

    def test_unseen_cards_move_about(self) -> None:
        known = known_in(new(4).view(0))
        assert len({tuple(known.redeal(seed).hands) for seed in range(8)}) == 8
        assert known.redeal(3).hands == known.redeal(3).hands


@pytest.mark.skipif(not native.COMPILED, reason="on the rules in Python every deal is as likely as any other")
def test_deals_in_which_the_others_played_sensibly_come_more_often() -> None:
    """Whoever bids the most has good cards, so the belief gives that seat more of the highest."""
    state = new(4, "belief", start=0)
    for seat in range(4):
        state = state.apply(seat, state.legal(seat)[0])
    for bid in ("bid 3", "bid 1", "bid 1"):
        state = state.apply(min(state.to_act), GAME.parse(bid))
    known, policy = known_in(state.view(3)), policy_for(4, neighbours_of("white"))
    eights = [sum(known.redeal(seed, policy).hands[seat] >> 28 & 15 for seed in range(200)) for seat in range(3)]
    assert eights[0] > 1.3 * max(eights[1:])


class TestSearch:
    @pytest.mark.parametrize("bot", [CatInTheBoxSearch(Budget(playouts=200)), CatInTheBoxIsmcts(Budget(playouts=200))])
    @sizes
    @given(seed=st.integers(0, 10**6), moves=st.integers(0, 40))
    def test_a_legal_action_and_the_same_for_the_same_seed(
        self, bot: CatInTheBoxSearch, players: int, seed: int, moves: int
    ) -> None:
        state = moment(players, seed, moves)
        view = state.view(min(state.to_act, default=0))
        if view.legal:
            chosen = bot.choose(view, Random(seed))
            assert chosen in view.legal
            assert bot.choose(view, Random(seed)) == chosen

    @pytest.mark.usefixtures("core")
    def test_budgets(self) -> None:
        view = new(3).view(0)
        known = known_in(view)
        policy = policy_for(3, neighbours_of("white"))
        action, playouts, values = native.search(known, policy, 1, playouts=60)
        assert 60 <= playouts < 60 + len(view.legal)
        assert bits_of(view.legal) >> action & 1
        assert set(values) == set(native.numbers_in(bits_of(view.legal)))
        assert native.ismcts(known, 1, playouts=30)[1] == 30
        assert native.search(known, policy, 1, seconds=0.01)[1] > 0

    @pytest.mark.skipif(not native.COMPILED, reason="on the rules in Python there is no time to fill a tree")
    @pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells it there")
    @pytest.mark.parametrize("bot", ["search", "ismcts"])
    def test_the_tree_takes_no_more_memory_than_it_may(self, bot: str) -> None:
        """Of what a process grows by in so many playouts, hardly anything is left when the tree is kept small."""
        measure = """
            import sys
            from pathlib import Path
            from purrlab import find_game
            from purrlab.native import cat_in_the_box as native
            from purrlab.bots.cat_in_the_box.search import known_in, policy_for
            view = find_game("cat-in-the-box").new(4, "tree").view(0)
            policy = (policy_for(4, native.neighbours_of("white")),) if sys.argv[1] == "search" else ()
            for nodes in (100, 1000, 1 << 20):
                getattr(native, sys.argv[1])(known_in(view), *policy, 1, playouts=50_000, nodes=nodes)
                print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
        """
        command = [sys.executable, "-c", textwrap.dedent(measure), bot]
        told = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  # ourselves
        smallest, small, large = map(int, told.stdout.split())
        assert small - smallest < (large - small) / 4

    @pytest.mark.parametrize("bot", ["search", "ismcts"])
    @pytest.mark.parametrize("budget", ["seconds=99_999_999", "playouts=999_999_999"])
    def test_an_interrupt_ends_it(self, bot: str, budget: str) -> None:
        """It would go on for hours."""
        think = f"""
            {RESTORE_INTERRUPTS}
            import os, signal, threading, time
            from purrlab import find_game
            from purrlab.native import cat_in_the_box as native
            from purrlab.bots.cat_in_the_box.search import known_in, policy_for
            view = find_game("cat-in-the-box").new(4, "tree").view(0)
            policy = (policy_for(4, native.neighbours_of("white")),) if {bot == "search"} else ()
            def interrupt_when_it_has_thought_for_a_while():
                while time.process_time() < began + 0.05:
                    time.sleep(0.005)
                os.kill(os.getpid(), signal.SIGINT)
            began = time.process_time()
            threading.Thread(target=interrupt_when_it_has_thought_for_a_while, daemon=True).start()
            native.{bot}(known_in(view), *policy, 1, {budget}, nodes=100)
        """
        command = [sys.executable, "-c", textwrap.dedent(think)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603  # ourselves
        assert ended.stderr.endswith("KeyboardInterrupt\n")

    @pytest.mark.skipif(not native.COMPILED, reason="the rules in Python choose in another way")
    def test_every_halving_tries_every_candidate(self) -> None:
        """Even where fewer playouts were asked for: of five candidates five, then three, then two."""
        known = known_in(new(4).view(0))
        assert known.legal.bit_count() == 5
        _, playouts, _ = native.search(known, policy_for(4, neighbours_of("white")), 1, playouts=1)
        assert playouts == 5 + 3 + 2

    def test_a_thread_that_still_searches_at_the_end_is_left_quietly(self) -> None:
        think = """
            import threading, time
            from purrlab import find_game
            from purrlab.native import cat_in_the_box as native
            from purrlab.bots.cat_in_the_box.search import known_in
            search = threading.Thread(
                target=native.ismcts,
                args=(known_in(find_game("cat-in-the-box").new(4, "tree").view(0)), 1),
                kwargs={"seconds": 99_999_999, "nodes": 100},
                daemon=True,
            )
            began = time.process_time()
            search.start()
            while time.process_time() < began + 0.05:
                search.join(0.005)
        """
        command = [sys.executable, "-c", textwrap.dedent(think)]
        ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603  # ourselves
        assert ended.stderr == ""

    @pytest.mark.usefixtures("core")
    def test_a_full_tree_still_finds_a_legal_action(self) -> None:
        view = new(4).view(0)
        known = known_in(view)
        action, playouts, values = native.ismcts(known, 1, playouts=200, nodes=64)
        assert playouts == 200
        assert bits_of(view.legal) >> action & 1
        assert set(values) == set(native.numbers_in(bits_of(view.legal)))

    @pytest.mark.usefixtures("core")
    def test_a_tree_with_playouts_by_a_policy(self) -> None:
        state = moment(2, 5, 9)
        view = state.view(min(state.to_act))
        known, policy = known_in(view), policy_for(2, neighbours_of("white"))
        action, playouts, values = native.ismcts(known, 1, playouts=40, policy=policy)
        assert playouts == 40
        assert bits_of(view.legal) >> action & 1
        assert set(values) == set(native.numbers_in(bits_of(view.legal)))
        assert native.ismcts(known, 1, playouts=40, policy=policy) == (action, playouts, values)
        assert values != native.ismcts(known, 1, playouts=40)[2]

    @pytest.mark.skipif(not native.COMPILED, reason="on the rules in Python so many playouts take their time")
    def test_with_two_players_a_tree_is_ahead_of_the_search(self) -> None:
        """Which believes that the other plays by the heuristic."""
        policy, lead = policy_for(2, neighbours_of("white")), 0
        for number in range(30):
            hands, turned_up = native.random_deal(2, number // 2)
            table = native.Round(2, hands, turned_up, number // 2 % 2, neighbours_of("white"))
            while not table.over:
                known = table.known(table.turn)
                if table.turn == number % 2:
                    table.step(native.ismcts(known, number, playouts=300, policy=policy)[0])
                else:
                    table.step(native.search(known, policy, number, playouts=300)[0])
            scores = table.scores()
            lead += scores[number % 2] - scores[1 - number % 2]
        assert lead > 0

    @pytest.mark.skipif(not native.COMPILED, reason="three playouts on the rules in Python see nothing")
    def test_it_sees_a_paradox_coming_that_a_blind_player_walks_into(self) -> None:
        """Among heuristic players the search causes far fewer paradoxes than random play, and scores more."""
        bot, other, random = (
            find_bot("cat-in-the-box", "search@300"),
            find_bot("cat-in-the-box", "heuristic"),
            Random(5),
        )
        points = [0, 0]
        for number in range(6):
            state = new(4, f"match {number}")
            while state.to_act:
                seat = min(state.to_act)
                state = state.apply(seat, (bot if seat == number % 4 else other).choose(state.view(seat), random))
            assert state.outcome is not None
            points[0] += state.outcome.totals[number % 4]
            points[1] += sum(state.outcome.totals) - state.outcome.totals[number % 4]
        assert points[0] > points[1] / 3

    def test_without_a_compiler_few_playouts_leave_it_to_the_heuristic(
        self, use_core: Callable[[ModuleType], None]
    ) -> None:
        """By luck alone it would play worse than the policy that it follows."""
        heuristic = find_bot("cat-in-the-box", "heuristic")
        use_core(fallback)
        for number in range(12):
            state = moment(4, number, 7 * number % 60)
            view = state.view(min(state.to_act))
            policy = policy_for(4, neighbours_of(view.layout))
            found, _, _ = native.search(known_in(view), policy, number, playouts=4)
            assert native.ACTIONS[found] == heuristic.choose(view, Random(0))


class TestNames:
    def test_a_budget_in_the_name(self) -> None:
        timed, counted = find_bot("cat-in-the-box", "search@20ms"), find_bot("cat-in-the-box", "ismcts@400")
        assert isinstance(timed, CatInTheBoxSearch)
        assert timed.budget == Budget(seconds=0.02)
        assert isinstance(counted, CatInTheBoxIsmcts)
        assert counted.budget.seconds == 0

    @pytest.mark.parametrize(
        "name",
        [
            "search@",
            "search@0",
            "search@fast",
            "search@-5",
            "search@٣",
            "search@²",
            "search@1_000",
            f"search@{10**20}",
            f"search@{'9' * 5000}ms",
            "heuristic@100ms",
            "@5",
        ],
        ids=lambda name: name[:30],
    )
    def test_what_is_no_budget(self, name: str) -> None:
        with pytest.raises(UnknownBot, match=r"cat-in-the-box|the budget after @ is a time"):
            find_bot("cat-in-the-box", name)
