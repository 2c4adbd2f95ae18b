"""PettingZoo's own tests, called as they are, for both games and every number of players."""

import contextlib
import io
import pickle
import re
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

from purrlab.drawings import png
from purrlab.drawings.table import HEIGHT_PIXELS
from purrlab.envs import pictures
from purrlab.envs.pettingzoo import Environment, cat_in_the_box_v0, rascal_kittens_v0
from purrlab.envs.windows import Window
from purrlab.native import cat_in_the_box

TABLES: list[tuple[Environment, dict[str, Any]]] = [
    *((cat_in_the_box_v0, {"players": players}) for players in (2, 3, 4, 5)),
    (cat_in_the_box_v0, {"players": 3, "rounds": None}),
    *((rascal_kittens_v0, {"players": players}) for players in (2, 3, 4)),
]
every_table = pytest.mark.parametrize(("module", "arguments"), TABLES)
# What the suite says of every environment whose observations have a mask beside them, its own too.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def play(env: Any, random: Random) -> dict[str, float]:
    """To the end, at random; what everybody got."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        over = terminated or truncated
        env.step(None if over else random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return got


@every_table
class TestSuite:
    def test_api(self, module: Environment, arguments: dict[str, Any]) -> None:
        api_test(module.env(**arguments), num_cycles=60)

    def test_seeds(self, module: Environment, arguments: dict[str, Any]) -> None:
        seed_test(lambda: module.env(**arguments), num_cycles=60)

    def test_parallel_api(self, module: Environment, arguments: dict[str, Any]) -> None:
        """Nobody acts at the same time as another: PettingZoo's wrapper for games in turns makes it look so."""
        parallel_api_test(turn_based_aec_to_parallel(module.env(**arguments)), num_cycles=60)


both_games = pytest.mark.parametrize("module", [cat_in_the_box_v0, rascal_kittens_v0])


@pytest.mark.filterwarnings("ignore:the table is shown as text:UserWarning")  # where there is no screen
@every_table
def test_rendering(module: Environment, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with contextlib.redirect_stdout(io.StringIO()):
        render_test(lambda render_mode: module.env(**arguments, render_mode=render_mode, width_pixels=100))


@every_table
def test_performance(module: Environment, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite measures for five seconds by its clock, and has no way to ask for less: here the clock goes faster."""
    ticks = iter(range(0, 10**6, 2))
    monkeypatch.setattr("time.time", lambda: float(next(ticks)))
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        performance_benchmark(module.env(**arguments))
    assert "turns per second" in printed.getvalue()


@every_table
def test_what_is_illegal_is_worse_than_all_that_is_legal(module: Environment, arguments: dict[str, Any]) -> None:
    env: Any = module.env(**arguments)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert not env.observe(agent)["action_mask"].any()
    worst = -1
    if module is cat_in_the_box_v0:  # CB17: all tricks of a round are lost, in every round
        players = arguments["players"]
        worst = {2: -8, 3: -8, 4: -8, 5: -7}[players] * (1 if "rounds" not in arguments else players) - 1
    assert env.rewards[agent] == worst
    assert sum(env.rewards.values()) == worst
    for seed in range(20):
        env.reset(seed=seed)
        assert min(play(env, Random(seed)).values()) > worst


@both_games
class TestOncePerGame:
    def test_only_who_is_to_act_has_a_mask(self, module: Environment) -> None:
        env: Any = module.env()
        env.reset(seed=3)
        for agent in env.agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)

    @pytest.mark.parametrize("copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301  # our own
    def test_copies_of_a_game_in_play_go_on_alone(self, module: Environment, copied: Callable[[Any], Any]) -> None:
        env: Any = module.env()
        random = Random(2)
        env.reset(seed=4)
        for _ in range(9):
            env.step(random.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
        before = env.last()[0]["observation"].copy()
        other = copied(env)
        assert np.array_equal(other.last()[0]["observation"], before)
        got = play(other, Random(7))
        assert np.array_equal(env.last()[0]["observation"], before)
        assert play(env, Random(7)) == got
        env.reset()
        other.reset()
        assert np.array_equal(env.last()[0]["observation"], other.last()[0]["observation"])
        assert not copied(module.env()).agents

    def test_before_reset(self, module: Environment) -> None:
        env: Any = module.env(render_mode="ansi")
        for call in (
            lambda: env.step(0),
            env.last,
            lambda: next(env.agent_iter()),
            lambda: env.observe("player_0"),
            env.render,
        ):
            with pytest.raises(ResetNeeded, match=r"reset\(\) needs to be called first"):
                call()

    @pytest.mark.parametrize("action", [None, 0.0, 3.7, float("nan"), "3", np.float32(2), True])
    def test_what_is_no_action_changes_nothing(self, module: Environment, action: Any) -> None:
        env: Any = module.env()
        env.reset(seed=1)
        before = env.last()[0]["observation"]
        with pytest.raises(TypeError, match="action: expected a whole number, not "):
            env.step(action)
        assert np.array_equal(env.last()[0]["observation"], before)

    def test_rewards_are_new_with_every_step(self, module: Environment) -> None:
        """What is written into those that were given changes nothing that comes."""
        env: Any = module.env()
        env.reset(seed=1)
        for _ in range(2):
            for _ in range(2):
                env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
                assert not any(env.rewards.values())
                env.rewards["player_0"] = 5
            env.reset()
            assert not any(env.rewards.values())

    def test_numbers_of_numpy(self, module: Environment) -> None:
        env: Any = module.env()
        other: Any = module.env()
        env.reset(seed=np.int64(4))
        other.reset(seed=4)
        env.step(np.flatnonzero(env.last()[0]["action_mask"])[0])
        other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[0]))
        assert np.array_equal(env.last()[0]["observation"], other.last()[0]["observation"])

    def test_what_is_refused(self, module: Environment) -> None:
        env: Any = module.env()
        with pytest.raises(ValueError, match="seed: expected a whole number from 0"):
            env.reset(seed=-1)
        for seed in ("x", True):
            with pytest.raises(TypeError, match="seed: expected a whole number from 0"):
                env.reset(seed=seed)
        with pytest.raises(TypeError, match="options: expected a mapping, not '5'"):
            env.reset(options=5)
        with pytest.raises(ValueError, match=r"agent: expected one of player_0, player_1.*, not 'nobody'"):
            env.observe("nobody")
        for space in (env.observation_space, env.action_space):
            with pytest.raises(ValueError, match=r"agent: expected one of player_0, player_1.*, not 'nobody'"):
                space("nobody")
        with pytest.raises(ValueError, match="render_mode: expected None, ansi, human, rgb_array, not 'quark'"):
            module.env(render_mode="quark")
        with pytest.raises(ValueError, match="width_pixels: expected a whole number from 100 to 4000"):
            module.env(width_pixels=5)

    def test_after_the_end(self, module: Environment) -> None:
        env: Any = module.env()
        env.reset(seed=1)
        while not any(env.terminations.values()):
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        with pytest.raises(ValueError, match="the only valid action is None"):
            env.step(0)
        for _ in env.possible_agents:
            env.step(None)
        assert env.agents == []
        with pytest.warns(UserWarning, match="step: nobody is left in the game"):
            env.step(None)

    def test_without_a_render_mode(self, module: Environment) -> None:
        env: Any = module.env()
        env.reset(seed=1)
        with pytest.warns(UserWarning, match="render: no render_mode was given"):
            assert env.render() is None

    def test_pictures_have_letters(self, module: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        env = module.env(render_mode="rgb_array")
        env.reset(seed=1)
        title = np.s_[34:58, 30:150]
        assert env.render()[title].min() < 100
        monkeypatch.setattr(png, "FONT_FOLDER", tmp_path)
        with pytest.warns(UserWarning, match="make page makes them"):
            assert env.render()[title].min() > 200

    def test_pictures_as_large_as_asked_for(self, module: Environment) -> None:
        for width, height in ((300, 158), (640, 336)):
            env = module.env(render_mode="rgb_array", width_pixels=width)
            env.reset(seed=1)
            assert env.render().shape == (height, width, 3)


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
@pytest.mark.parametrize("name", ["cat_in_the_box_v0", "rascal_kittens_v0"])
def test_made_by_name(name: str) -> None:
    env = pettingzoo.make("aec", f"purrlab/{name}", players=3)
    assert env.metadata["name"] == name
    assert len(env.possible_agents) == 3


@both_games
class TestWhatIsIllegal:
    def test_the_reason_is_told_and_shown(self, module: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every action that is not legal is refused by a rule."""
        screen = Screen()
        monkeypatch.setitem(sys.modules, "pygame", screen)
        env: Any = module.env(players=3, render_mode="ansi")
        random = Random(5)
        env.reset(seed=5)
        for _ in range(40):
            if any(env.terminations.values()):
                break
            agent, mask = env.agent_selection, env.last()[0]["action_mask"]
            other: Any = deepcopy(env)
            other.step(int(random.choice(np.flatnonzero(mask == 0).tolist())))
            reason = other.infos[agent]["reason"]
            assert re.match(r"(CB|RK)\d+: .", reason)
            assert other.infos[agent]["illegal"] is True
            assert not any(info for seat, info in other.infos.items() if seat != agent)
            shown = other.render()
            assert f"{agent}: {reason.replace('seat ', 'player_')}" in shown
            assert "▶" not in shown
            assert "over: " in other.render()
            other.reset()
            assert "over" not in other.render()
            env.step(random.choice(np.flatnonzero(mask).tolist()))

    @pytest.mark.parametrize("action", [-1, 49, 10**30, 10**5000], ids=["-1", "49", "1e30", "1e5000"])
    def test_a_number_that_no_action_has(self, module: Environment, action: int) -> None:
        env: Any = module.env(render_mode="rgb_array")
        env.reset(seed=1)
        agent, before = env.agent_selection, env.render()
        env.step(action)
        told = "one with thousands of digits" if action == 10**5000 else action
        assert env.infos[agent]["reason"].startswith(f"action: there is no number {told}, only 0 to ")
        assert all(env.terminations.values())
        assert not np.array_equal(env.render(), before)

    def test_a_window_shows_it(self, module: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
        screen = Screen()
        monkeypatch.setitem(sys.modules, "pygame", screen)
        env: Any = module.env(render_mode="human", width_pixels=100)
        env.reset(seed=1)
        assert screen.shown == 1
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
        assert screen.shown == 2


def test_nobody_is_to_act_in_a_picture_of_what_was_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    to_act: list[int] = []
    row = pictures._row

    def watched(seat: int, *told: Any, **given: Any) -> Any:
        to_act.extend([seat] * given["to_act"])
        return row(seat, *told, **given)

    monkeypatch.setattr(pictures, "_row", watched)
    env: Any = rascal_kittens_v0.env(render_mode="rgb_array", width_pixels=100)
    env.reset(seed=1)
    env.render()
    env.step(27)
    env.render()
    assert to_act == [env._table.turn]  # in the first picture


def test_a_cell_that_is_taken_is_taken_by_a_player() -> None:
    """CB10: pictures and text name players, the rules seats."""
    env: Any = cat_in_the_box_v0.env(render_mode="ansi")
    env.reset(seed=1)
    reason = ""
    while "taken by seat" not in reason:
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
        agent, tokens = env.agent_selection, env._table._game.round.tokens
        for cell in (cell for cell in range(36) if any(cells >> cell & 1 for cells in tokens)):
            other = deepcopy(env)
            other.step(cell)
            reason = other.infos[agent]["reason"]
            if "taken by seat" in reason:
                break
    assert f"{agent}: {reason.replace('seat ', 'player_')}" in other.render()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_end_of_rascal_kittens_names_who_won(players: int) -> None:
    """RK14."""
    env: Any = rascal_kittens_v0.env(players=players, render_mode="ansi")
    env.reset(seed=1)
    got = play(env, Random(1))
    best = [agent for agent, points in got.items() if points == max(got.values())]
    named = env.render().split("over: won by ")[1].splitlines()[0].split(" and ")
    assert set(named) <= set(best)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rounds", [1, None])
def test_the_end_is_shown_as_it_is(players: int, rounds: int | None) -> None:
    """CB9, CB14 to CB16: with the last token and trick, points and a paradox, and nobody to act."""
    paradoxes = 0
    for seed in range(12 if rounds else 4):
        env: Any = cat_in_the_box_v0.env(players=players, rounds=rounds, render_mode="ansi")
        env.reset(seed=seed)
        got = list(play(env, Random(seed)).values())
        table, game = env._table, env._table._game
        view = table.shown_state.view(None)
        assert [board.tokens for board in view.table.boards] == game.round.tokens
        assert [board.tricks for board in view.table.boards] == game.round.tricks
        assert list(view.totals) == got
        assert not view.to_act
        shown = env.render()
        trick = [*map(cat_in_the_box.ACTIONS.__getitem__, game.round.plays)][
            len(view.table.plays) // players * players :
        ]
        assert ("last trick: " in shown) == (not trick)
        paradox = game.round.paradox
        assert (f"paradox: player_{paradox} held " in shown) == (paradox is not None)
        assert "over: " in shown
        assert "▶" not in shown
        paradoxes += paradox is not None
    assert paradoxes > 0 or rounds is None


def test_all_of_a_trick_is_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """CB9: of five players, with a paradox and without, and in words that agree with their numbers."""
    drawn: list[str] = []
    monkeypatch.setattr("purrlab.envs.tables.pixels_of", lambda drawing, _width: drawn.append(drawing.content))
    cards = 0
    for seed in range(4):
        env: Any = cat_in_the_box_v0.env(players=5, render_mode="rgb_array")
        random = Random(seed)
        env.reset(seed=seed)
        while env.agents and not any(env.terminations.values()):
            env.step(random.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))
            env.render()
            view = env._table.shown_state.view(None)
            for _, played in view.table.trick:
                assert re.search(rf">(led )?{played.value} {played.colour}(, won)?</text>", drawn[-1])
            cards = max(cards, len(view.table.trick))
        env._table.refuse(999)
        env.render()
    assert cards == 4
    for content in drawn:
        assert max(float(y) for y in re.findall(r'<text x="40" y="([\d.]+)"', content)) < HEIGHT_PIXELS - 20
        assert not re.search(r"\b1 (tricks|cards|points)", content)


def test_a_single_round_has_no_number() -> None:
    env = cat_in_the_box_v0.env(players=2, render_mode="ansi")
    env.reset(seed=1)
    assert "round" not in env.render()
    play(env, Random(1))
    assert "over: " in env.render()
    env = cat_in_the_box_v0.env(players=2, rounds=None, render_mode="ansi")
    env.reset(seed=1)
    assert "round 1 of 2" in env.render()


class Screen:
    """In place of pygame and its display, which are not there everywhere."""

    error = OSError

    def __init__(self, *, works: bool = True, driver: str = "x11") -> None:
        self.works, self.shown, self.open = works, 0, False
        self.get_driver = lambda: driver
        self.display, self.event, self.surfarray = self, self, self
        self.init = self.pump = lambda: None
        self.get_init = lambda: self.open
        self.set_caption = self.make_surface = lambda given: given

    def set_mode(self, _size: tuple[int, int]) -> "Screen":
        if not self.works:
            raise self.error
        self.open = True
        return self

    def quit(self) -> None:
        self.open = False

    def blit(self, _picture: Any, _place: tuple[int, int]) -> None:
        pass

    def update(self) -> None:
        assert self.open
        self.shown += 1


class TestWindow:
    @pytest.fixture
    def picture(self) -> Any:
        return np.zeros((20, 30, 3), np.uint8)

    def test_it_shows_every_step(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        screen = Screen()
        monkeypatch.setitem(sys.modules, "pygame", screen)
        env: Any = cat_in_the_box_v0.env(render_mode="human", width_pixels=100)
        env.reset(seed=1)
        for _ in range(3):
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        env.close()
        assert (screen.shown, capsys.readouterr().out) == (4, "")  # the deal too

    def test_one_display_for_all_of_a_process(self, monkeypatch: pytest.MonkeyPatch, picture: Any) -> None:
        screen = Screen()
        monkeypatch.setitem(sys.modules, "pygame", screen)
        one, other = Window("a table"), Window("another")
        assert one.show(picture)
        assert other.show(picture)
        one.close()
        assert screen.open  # it is not the closed one's any more
        other.close()
        assert not screen.open
        assert one.show(picture)
        screen.quit()  # by another program in the process
        assert one.show(picture)
        one.close()

    @pytest.mark.parametrize("pygame", [None, Screen(works=False), Screen(driver="offscreen")])
    def test_text_without_a_screen_is_said_once(
        self, monkeypatch: pytest.MonkeyPatch, pygame: Screen | None, picture: Any
    ) -> None:
        monkeypatch.setitem(sys.modules, "pygame", pygame)
        monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
        window = Window("a table")
        with pytest.warns(UserWarning, match="the table is shown as text"):
            assert not window.show(picture)
        assert not window.show(picture)  # another warning would be an error


@every_table
def test_rewards_are_the_points(module: Environment, arguments: dict[str, Any]) -> None:
    """The same game by the rules in Python."""
    for seed in range(3):
        raw = module.env(**arguments)
        raw.reset(seed=seed)
        got = play(raw, Random(seed))
        state = raw._table.state
        points = state.outcome.totals if state.outcome else state.view(None).rounds[0].scores
        assert list(got.values()) == list(points)
