"""Records of simulated games agree with a second reading of the rules."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cat_in_the_box.checker import check_game
from click.testing import CliRunner
from game_helpers import GOLDEN

from purrlab.cli import main

TABLES = [(2, "white"), (3, "white"), (3, "purple"), (4, "white"), (4, "purple"), (5, "purple")]


@pytest.mark.parametrize(("players", "layout"), TABLES)
@pytest.mark.parametrize(("bot", "games"), [("random", 100), ("heuristic", 10)])
def test_simulated_games_pass_the_checker(tmp_path: Path, players: int, layout: str, bot: str, games: int) -> None:
    simulate_and_check(tmp_path / "games.jsonl", players, layout, bot, games, "check")


@pytest.mark.soak
@pytest.mark.parametrize(("bot", "games"), [("random", 500), ("heuristic", 40)])
def test_ever_new_games_pass_it(tmp_path: Path, bot: str, games: int, soak_seeds: Iterator[int]) -> None:
    for seed in soak_seeds:
        players, layout = TABLES[seed % len(TABLES)]
        simulate_and_check(tmp_path / f"{seed}.jsonl", players, layout, bot, games, f"soak {seed}")


def simulate_and_check(out: Path, players: int, layout: str, bot: str, games: int, seed: str) -> None:
    arguments = ["--players", players, "--games", games, "--seed", seed, "--bot", bot, "--jobs", 1, "--out", out]
    result = CliRunner().invoke(
        main, ["simulate", "cat-in-the-box", "--option", f"layout={layout}", *map(str, arguments)]
    )
    assert result.exit_code == 0, result.output
    records = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len(records) == games
    for record in records:
        assert record["options"]["layout"] == layout
        check_game(record)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_golden_games_pass_it_too(players: int) -> None:
    """So that the checker itself is checked."""
    lines = (GOLDEN / f"cat-in-the-box-{players}.jsonl").read_text("utf-8").splitlines()
    assert lines
    for line in lines:
        check_game(json.loads(line) | {"format": "purrlab/1"})


def test_the_checker_notices_what_is_wrong() -> None:
    record = json.loads((GOLDEN / "cat-in-the-box-4.jsonl").read_text("utf-8").splitlines()[0]) | {
        "format": "purrlab/1"
    }
    record["rounds"][0]["scores"][0] += 1
    with pytest.raises(AssertionError):
        check_game(record)
