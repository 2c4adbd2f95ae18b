"""Nets that learn. What needs PyTorch is tested by ``make test-heavy``."""

import csv
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from purrlab import train
from purrlab.cli import main
from purrlab.native.cat_in_the_box.net_file import read_net
from purrlab.native.compiler import CompilerError, compile_library
from purrlab.train.errors import TrainingError
from purrlab.train.ppo import TUNINGS, tunings_for
from purrlab.train.recipe import WIDTH_BY_PLAYERS, Recipe, recipe_for
from purrlab.train.teacher import Teacher

SMALL = replace(
    recipe_for(2, 0.0, on_gpu=False), tables=256, minibatch=1024, width=32, critic_width=32, learning_rate=3e-3
)


def test_without_pytorch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    done = CliRunner().invoke(main, ["train", "cat-in-the-box"])
    assert done.exit_code == 1
    assert "pip install 'purrlab[train]'" in done.output


def test_without_a_compiler_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(CompilerError, match=r"lockstep\.cpp has to be compiled here, and there is no no-such-compiler"):
        compile_library(Path(train.__file__).with_name("lockstep.cpp"), tmp_path, on_gpu=False)


def test_the_recipe_is_smaller_on_a_cpu() -> None:
    assert all(recipe_for(players, 8, on_gpu=True).width == width for players, width in WIDTH_BY_PLAYERS.items())
    assert recipe_for(4, 8, on_gpu=False).tables < recipe_for(4, 8, on_gpu=True).tables


def test_a_net_that_goes_on_learns_in_smaller_steps() -> None:
    fresh, further = (recipe_for(4, 8, on_gpu=True, from_nothing=nothing) for nothing in (True, False))
    assert further.learning_rate < fresh.learning_rate
    assert further.entropy < fresh.entropy


def test_searches_play_only_where_they_are_asked_for() -> None:
    assert not recipe_for(4, 8, on_gpu=True).searcher_tables
    for from_nothing in (True, False):
        recipe = recipe_for(4, 8, on_gpu=True, from_nothing=from_nothing, searcher_playouts=500)
        assert recipe.searcher_tables > 0
        assert recipe.searcher_tables + recipe.heuristic_tables + recipe.frozen_tables <= 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_heuristic_opponents_are_those_of_the_bots_and_others_unlike_them(players: int) -> None:
    tunings = tunings_for(players, seed=1)
    named = [each[players] for each in TUNINGS]
    assert tunings[: len(named)] == named
    assert len(set(tunings[len(named) :]) - set(named)) == len(tunings) - len(named) > len(named)
    assert tunings_for(players, seed=1) == tunings != tunings_for(players, seed=2)


@pytest.fixture
def run() -> ModuleType:
    """It needs PyTorch."""
    return import_module("purrlab.train.run")


@pytest.mark.heavy
@pytest.mark.timeout(900)
class TestTraining:
    def test_a_minute_on_the_cpu_improves_and_can_go_on(self, run: Any, tmp_path: Path) -> None:
        said: list[str] = []
        file = run.train(replace(SMALL, minutes=1.0), tmp_path, "cpu", said.append)
        first, last = _leads(tmp_path)
        assert last > first + 1
        assert read_net(file).width == SMALL.width
        assert run.plot_curve(tmp_path) == tmp_path / "curve.png"
        run.train(replace(SMALL, minutes=1.1), tmp_path, "cpu", said.append)
        assert any("goes on from" in line for line in said)

    def test_another_recipe_does_not_go_on_there(self, run: Any, tmp_path: Path) -> None:
        run.train(replace(SMALL, minutes=0.01), tmp_path, "cpu", print)
        with pytest.raises(TrainingError, match="of another recipe"):
            run.train(replace(SMALL, minutes=0.01, seed=2), tmp_path, "cpu", print)

    def test_teachers_are_imitated_and_kept(self, run: Any, tmp_path: Path) -> None:
        teachers = Teacher("search", 50), Teacher("ismcts", 50)
        recipe = replace(SMALL, minutes=0.5, teachers=teachers, recording=0.1)
        said: list[str] = []
        run.train(recipe, tmp_path, "cpu", said.append)
        for teacher in teachers:
            assert any(line.startswith(f"{teacher} is imitated by") for line in said)
            assert read_net(tmp_path / f"like-{teacher}.net").players == SMALL.players

    def test_a_net_goes_on_against_opponents_of_other_widths(self, run: Any, tmp_path: Path) -> None:
        wide = run.train(replace(SMALL, minutes=0.01, width=48), tmp_path / "wide", "cpu", print)
        narrow = run.train(replace(SMALL, minutes=0.01), tmp_path / "narrow", "cpu", print)
        recipe = replace(SMALL, minutes=0.01, opponents=(wide,))
        assert read_net(run.train(recipe, tmp_path / "on", "cpu", print, narrow)).width == SMALL.width
        with pytest.raises(TrainingError, match=r"2\.net is 48 wide, and does not fit into a net of width 32"):
            run.train(recipe, tmp_path / "too-wide", "cpu", print, wide)

    def test_a_net_made_wider_plays_the_same_and_learns_with_all_of_it(self) -> None:
        torch, networks = import_module("torch"), import_module("purrlab.train.networks")
        narrow, wide = (networks.new_layers(torch, [40, width, width, 9], "cpu") for width in (8, 12))
        seen = (torch.rand(20, 40) < 0.3).float()
        networks.widen_into(torch, wide, narrow)
        now = networks.forward(torch, wide, seen)
        assert torch.allclose(now, networks.forward(torch, narrow, seen), atol=1e-6)
        now.square().sum().backward()
        assert (wide[-1][0].grad[:, 8:] != 0).any(0).all()

    def test_a_best_response_learns_against_a_frozen_net(self, run: Any, tmp_path: Path) -> None:
        frozen = run.train(replace(SMALL, minutes=0.01), tmp_path / "frozen", "cpu", print)
        response: Recipe = replace(SMALL, minutes=0.01, versus=frozen)
        said: list[str] = []
        run.train(response, tmp_path / "response", "cpu", said.append)
        assert f"ahead of {frozen} by" in said[-1]


def _leads(folder: Path) -> tuple[float, float]:
    """Over the heuristic, in the beginning and at the end."""
    with (folder / "curve.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    return float(rows[0]["heuristic"]), float(rows[-1]["heuristic"])
