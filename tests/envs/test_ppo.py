"""The tutorial on training (examples/ppo.py) learns something in a minute."""

import sys
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

PROGRAM = Path(__file__).parents[2] / "examples" / "ppo.py"


def load_program() -> ModuleType:
    spec = util.spec_from_file_location("ppo", PROGRAM)
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    sys.modules["ppo"] = module  # its dataclass looks itself up
    spec.loader.exec_module(module)
    return module


@pytest.mark.heavy
def test_the_network_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "ppo.pt"
    leads = load_program().main(["--decisions", "400000", "--evaluation-rounds", "500", "--out", str(out)])
    assert out.exists()
    mean, reach = leads["random"]
    assert mean - reach > 1  # points a round; untrained it is half a point ahead
    assert "ahead of heuristic" in capsys.readouterr().out


@pytest.mark.heavy
def test_it_learns_the_other_game(tmp_path: Path) -> None:
    given = ["--game", "rascal-kittens", "--decisions", "400000", "--evaluation-rounds", "500"]
    mean, reach = load_program().main([*given, "--out", str(tmp_path / "ppo.pt")])["random"]
    assert mean - reach > 1  # points a game; untrained it is as random bots are
