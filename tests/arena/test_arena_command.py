"""``purrlab arena``: matches, and a bot against a pool."""

import json
import sys
from pathlib import Path

import pytest
from arena.arena_helpers import run

from purrlab.bots import BOTS, find_bot


class TestCommand:
    def test_table_json_and_picture(self, tmp_path: Path) -> None:
        result, picture = tmp_path / "result.json", tmp_path / "result.png"
        done = run(
            "heuristic", "random", "random", "random", "-n", 6, "--seed", "s", "--json", result, "--plot", picture
        )
        assert done.exit_code == 0, done.output
        lines = done.stdout.splitlines()
        assert "6 deals in 4 seatings each (every order)" in lines[0]
        assert lines[3].split("  ")[0] == "bot"
        assert [line.split()[0] for line in lines[4:6]] == ["heuristic", "random"]
        assert "paradox" in lines[3]
        data = json.loads(result.read_text())
        assert data["bots"][0]["bot"] == "heuristic"
        assert data["bots"][0]["lead"]["lowest"] > 0
        assert picture.read_bytes().startswith(b"\x89PNG")

    def test_columns_that_say_nothing_are_left_out(self) -> None:
        done = run("heuristic", "random", "--game", "rascal-kittens", "-n", 1, "--seed", "s", "-j", 1)
        assert done.exit_code == 0, done.output
        assert "points a game" in done.output
        assert "paradox" not in done.output
        assert "too few for confidence intervals" in done.output

    def test_extras_that_are_missing_are_named(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setitem(sys.modules, "ray", None)
        assert "purrlab[ray]" in run("random", "random", "-n", 1, "--ray", "auto").output
        monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
        assert "purrlab[arena]" in run("random", "random", "-n", 1, "-j", 1, "--plot", tmp_path / "x.png").output
        monkeypatch.setitem(sys.modules, "openskill.models", None)
        done = run("random", "heuristic", "-n", 1, "-j", 1)
        assert done.exit_code == 0
        assert "Ratings need openskill: pip install 'purrlab[arena]'" in done.output
        assert "1 deal in 2 seatings" in done.output

    @pytest.mark.parametrize("option", ["--out", "--json", "--plot"])
    @pytest.mark.parametrize("place", ["nowhere/result", "file/result"])
    def test_what_cannot_be_written_is_refused_before_the_match(self, tmp_path: Path, option: str, place: str) -> None:
        (tmp_path / "file").touch()
        refused = run("random", "random", "-n", 1, "-j", 1, option, tmp_path / place)
        assert refused.exit_code == 2
        assert "cannot be written: there is no folder" in refused.output
        assert "Errno" not in refused.output
        assert "points" not in refused.output

    def test_files_that_would_write_over_each_other(self, tmp_path: Path) -> None:
        refused = run("random", "random", "--out", tmp_path / "x", "--json", tmp_path / "x")
        assert "need a file each" in refused.output
        assert "needs a name" in run("random", "random", "--out", "").output
        assert not list(tmp_path.iterdir())

    def test_unknown_bots(self) -> None:
        refused = run("random", "clever-hans")
        assert refused.exit_code == 1
        assert "clever-hans" in refused.output


class TestPool:
    def test_the_opponent_that_it_does_worst_against_comes_first(self, tmp_path: Path) -> None:
        result = tmp_path / "pool.json"
        done = run(
            "random", "--pool", "quick", "-g", "rascal-kittens", "-p", 2, "-n", 1, "--seed", "s", "--json", result
        )
        assert done.exit_code == 0, done.output
        opponents = [line.split()[0] for line in done.stdout.splitlines()[2:]]
        assert opponents[0] == "against"
        assert sorted(opponents[1:]) == ["heuristic", "search"]  # and not itself
        leads = [line["candidate"]["lead"]["mean"] for line in json.loads(result.read_text())]
        assert leads == sorted(leads)

    def test_every_match_is_kept_in_a_file_of_its_own(self, tmp_path: Path) -> None:
        out = tmp_path / "match.jsonl"
        args = ("search", "--pool", "quick", "-g", "rascal-kittens", "-p", 2, "-n", 1, "--seed", "s", "--out", out)
        assert run(*args).exit_code == 0
        files = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        assert set(files) == {"match-heuristic.jsonl", "match-random.jsonl"}
        assert run(*args).exit_code == 0
        assert files == {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (("random", "--pool", "unknown"), "no pool 'unknown' for cat-in-the-box; there is quick, strong"),
            (("random", "random", "--pool", "quick"), "--pool takes one bot"),
            (("random", "random", "--players", "2"), "--players goes with --pool"),
        ],
    )
    def test_what_is_refused(self, args: tuple[str, ...], said: str) -> None:
        done = run(*args)
        assert done.exit_code != 0
        assert said in done.output

    def test_all_of_every_pool_can_play(self) -> None:
        for game, bots in BOTS.items():
            for pool in bots.pools.values():
                assert all(find_bot(game, name) for name in pool)
