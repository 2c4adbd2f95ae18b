"""The file of a match: what was played is kept, and what no match has is refused."""

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from arena.arena_helpers import MATCH, run

from purrlab.arena import (
    ArenaError,
    GameResult,
    open_match_file,
    play_in_processes,
    play_match_game,
    read_results,
)
from purrlab.games import cat_in_the_box

WHITE = Path(cat_in_the_box.__file__).parent / "layouts" / "white.toml"


def _edited(folder: Path, change: dict[str, Any]) -> Path:
    """The file of a match in which somebody has written a game again, with other words."""
    file, played = folder / "match.jsonl", play_match_game(MATCH, 0, 1)
    with open_match_file(file, MATCH) as (_, write):
        write(played)
        write(msgspec.structs.replace(played, **change))
    return file


class TestFile:
    def test_a_killed_match_goes_on_where_it_stopped(self, tmp_path: Path) -> None:
        file = tmp_path / "match.jsonl"
        args = ("heuristic", "random", "random", "--deals", 2, "--seed", "s", "-j", 1, "--out", file)
        whole = run(*args)
        assert whole.exit_code == 0, whole.output
        lines = file.read_bytes().splitlines(keepends=True)
        assert len(lines) == 1 + 2 * 3
        file.write_bytes(b"".join(lines[:4]) + lines[4][:20])  # the last line was being written
        again = run(*args)
        assert again.exit_code == 0, again.output
        kept = file.read_bytes().splitlines(keepends=True)
        assert kept[:4] == lines[:4]
        assert len(kept) == len(lines)
        games = [msgspec.json.decode(line, type=GameResult) for line in kept[1:]]
        assert sorted((game.deal, game.seating) for game in games) == [(deal, at) for deal in (0, 1) for at in range(3)]

    def test_a_match_can_be_made_longer(self, tmp_path: Path) -> None:
        file = tmp_path / "match.jsonl"
        short = msgspec.structs.replace(MATCH, deals=1)
        with open_match_file(file, short) as (_, write):
            for played in play_in_processes(short, list(short.games()), 1):
                write(played)
        assert len(read_results(file, MATCH)) == 4

    def test_what_is_in_the_file_is_not_written_again(self, tmp_path: Path) -> None:
        """So whoever is killed while a match goes on loses none of it."""
        file = tmp_path / "match.jsonl"
        with open_match_file(file, MATCH) as (_, write):
            write(play_match_game(MATCH, 0, 0))
        os.utime(file, (1, 1))
        with open_match_file(file, MATCH) as (before, _):
            assert len(before) == 1
        assert file.stat().st_mtime == 1

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            ({"version": "0.0.1"}, "started with purrlab 0.0.1 on"),
            (
                {"core": "compiled" if MATCH.core == "python" else "python"},
                "which may play differently; use another file",
            ),
        ],
    )
    def test_what_plays_otherwise_does_not_go_on_there(self, tmp_path: Path, change: dict[str, str], told: str) -> None:
        file = tmp_path / "match.jsonl"
        with open_match_file(file, msgspec.structs.replace(MATCH, **change)):
            pass
        before = file.read_bytes()
        with pytest.raises(ArenaError, match=told):
            read_results(file, MATCH)
        assert file.read_bytes() == before

    def test_another_match_is_not_written_over(self, tmp_path: Path) -> None:
        file = tmp_path / "match.jsonl"
        assert run("random", "random", "--deals", 1, "--seed", "s", "-j", 1, "--out", file).exit_code == 0
        refused = run("random", "heuristic", "--deals", 1, "--seed", "s", "-j", 1, "--out", file)
        assert refused.exit_code == 1
        assert "another match: bots random random, not random heuristic" in refused.output

    def test_the_seed_of_the_file_where_none_is_given(self, tmp_path: Path) -> None:
        file = tmp_path / "match.jsonl"
        args = ("random", "heuristic", "-n", 1, "-j", 1, "--out", file)
        first, again = run(*args), run(*args)
        assert again.exit_code == 0, again.output
        assert first.stdout.splitlines()[0] == again.stdout.splitlines()[0]
        assert len(file.read_bytes().splitlines()) == 1 + 2

    def test_one_arena_at_a_time(self, tmp_path: Path) -> None:
        file = tmp_path / "match.jsonl"
        with open_match_file(file, MATCH), pytest.raises(ArenaError, match="in use"), open_match_file(file, MATCH):
            pass

    def test_a_game_that_is_there_twice_counts_once(self, tmp_path: Path) -> None:
        file, played = tmp_path / "match.jsonl", play_match_game(MATCH, 0, 0)
        with open_match_file(file, MATCH) as (_, write):
            write(played)
            write(played)
        assert read_results(file, MATCH) == [played]

    def test_a_file_cut_in_its_first_line_begins_anew(self, tmp_path: Path) -> None:
        file = tmp_path / "match.jsonl"
        file.write_bytes(msgspec.json.encode(MATCH)[:50])
        with open_match_file(file, MATCH) as (before, _):
            assert before == []
        assert file.read_bytes() == msgspec.json.encode(MATCH) + b"\n"

    def test_a_bad_line_is_named(self, tmp_path: Path) -> None:
        file = tmp_path / "match.jsonl"
        file.write_bytes(msgspec.json.encode(MATCH) + b"\n{}\n")
        with pytest.raises(ArenaError, match="line 2"):
            read_results(file, MATCH)

    @pytest.mark.parametrize(
        "change",
        [{"deal": -1}, {"seating": -1}, {"seating": 4}, {"seating": 2}, {"bots": ("random",) * 4}],
        ids=str,
    )
    def test_a_game_that_the_match_cannot_have_is_named(self, tmp_path: Path, change: dict[str, Any]) -> None:
        """Else it would be counted with the others."""
        file = _edited(tmp_path, change)
        with pytest.raises(ArenaError, match="line 3: this match has no deal"):
            read_results(file, MATCH)

    @pytest.mark.parametrize(
        "change",
        [
            {"rounds": 0},
            {"rounds": -2},
            {"rounds": 2**62},
            {"points": (1, 2, 3)},
            {"points": (2**62, 0, 0, 0)},
            {"won": (1.0,) * 5},
            {"won": (5.0, -4.0, 0.0, 0.0)},
            {"won": (1e308,) * 4},
            {"counts": {"bid made": (1,)}},
            {"counts": {"bid made": (50,) * 4}},
            {"counts": {"bid made": (-1, 0, 0, 0)}},
            {"counts": {"bid made": (1,) * 4, "paradox": (9,) * 4}},
            {"moves": ()},
            {"moves": (-5,) * 4},
            {"seconds": (1.0,)},
            {"seconds": (-1.0,) * 4},
            {"seconds": (1e308,) * 4},
        ],
        ids=str,
    )
    def test_numbers_that_no_game_has_are_named(self, tmp_path: Path, change: dict[str, Any]) -> None:
        file = _edited(tmp_path, change)
        before = file.read_bytes()
        with (
            pytest.raises(ArenaError, match=f"line 3: {next(iter(change))}: no game has these"),
            open_match_file(file, MATCH),
        ):
            pass
        assert file.read_bytes() == before

    @pytest.mark.parametrize("line", [b'{"deal":"\xff"}', b"[" * 100_000], ids=["no UTF-8", "deep"])
    @pytest.mark.parametrize("number", [1, 2])
    def test_what_cannot_be_read_is_named(self, tmp_path: Path, line: bytes, number: int) -> None:
        file = tmp_path / "match.jsonl"
        file.write_bytes(b"\n".join([*[msgspec.json.encode(MATCH)][: number - 1], line, b""]))
        with pytest.raises(ArenaError, match=f"line {number}"):
            read_results(file, MATCH)

    def test_blank_lines_are_passed_over(self, tmp_path: Path) -> None:
        file, games = tmp_path / "match.jsonl", [play_match_game(MATCH, 0, seating) for seating in range(2)]
        file.write_bytes(b"\n \n\r\n".join(map(msgspec.json.encode, [MATCH, *games])) + b"\n\n")
        assert read_results(file, MATCH) == games

    def test_no_plain_file(self) -> None:
        with pytest.raises(ArenaError, match="not a regular file"):
            read_results(Path(os.devnull), MATCH)

    def test_a_layout_of_ones_own_is_kept_with_the_match(self, tmp_path: Path) -> None:
        layout, file = tmp_path / "mine.toml", tmp_path / "match.jsonl"
        layout.write_text(WHITE.read_text("utf-8").replace("white", "mine"), "utf-8")
        args = ("random", "heuristic", "-n", 1, "--seed", "s", "-j", 1, "-o", f"layout={layout}", "--out", file)
        assert run(*args).exit_code == 0
        assert run(*args).exit_code == 0
        assert len(file.read_bytes().splitlines()) == 1 + 2

    @pytest.mark.parametrize("content", [b"hello\n", b"hello", b'{"game": 1}\n', b"[]\n[]\n"])
    def test_some_other_file(self, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "other"
        file.write_bytes(content)
        with pytest.raises(ArenaError, match="not a match file"):
            read_results(file, MATCH)
        assert file.read_bytes() == content
