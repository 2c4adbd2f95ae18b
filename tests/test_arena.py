"""Bots against bots."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from purrlab.arena import (
    ArenaError,
    GameResult,
    Match,
    check_match,
    open_match_file,
    play_in_processes,
    play_match_game,
    play_on_ray,
    read_results,
    summarise,
)
from purrlab.arena.summary import Estimate, estimate
from purrlab.bots import BOTS, UnknownBot, find_bot
from purrlab.cli import main
from purrlab.games import cat_in_the_box
from purrlab.games.game import InvalidSetup

MATCH = Match("cat-in-the-box", ("heuristic", "random", "random", "random"), 3, "seed")
GAMES = list(MATCH.games())
WHITE = Path(cat_in_the_box.__file__).parent / "layouts" / "white.toml"


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["arena", *map(str, args)])


class TestMatch:
    def test_every_order_that_makes_a_difference(self) -> None:
        assert len(MATCH.seatings) == 4
        assert {seating.index("heuristic") for seating in MATCH.seatings} == {0, 1, 2, 3}
        assert len(Match("cat-in-the-box", ("a", "b", "a", "b"), 1, "s").seatings) == 6
        assert len(Match("cat-in-the-box", ("a", "b", "c", "d"), 1, "s").seatings) == 24
        assert not MATCH.rotates

    def test_rotations_where_there_are_too_many(self) -> None:
        match = Match("cat-in-the-box", tuple("abcde"), 2, "s")
        assert match.rotates
        assert match.seatings == [tuple("abcde"), tuple("bcdea"), tuple("cdeab"), tuple("deabc"), tuple("eabcd")]
        assert len(list(match.games())) == 10

    def test_a_game_can_be_played_again_alone(self) -> None:
        one, again = play_match_game(MATCH, 1, 2), play_match_game(MATCH, 1, 2)
        assert (one.points, one.won, one.moves) == (again.points, again.won, again.moves)
        assert one.bots == MATCH.seatings[2]
        assert one.rounds == 4
        assert sum(one.won) == pytest.approx(1)
        assert list(one.counts) == ["bid made", "paradox"]
        assert sum(one.counts["paradox"]) <= 4
        assert play_match_game(MATCH, 1, 3).points != one.points

    def test_two_players_hit_with_four_tricks_or_fewer(self) -> None:
        """CB17."""
        played = play_match_game(Match("cat-in-the-box", ("random", "random"), 1, "s"), 0, 0)
        assert max(played.counts["bid made"]) == 2

    def test_games_without_scored_rounds(self) -> None:
        played = play_match_game(Match("rascal-kittens", ("heuristic", "random"), 1, "s"), 0, 0)
        assert (played.rounds, played.counts) == (1, {})
        assert min(played.points) >= 0

    def test_what_cannot_be_played_is_refused_first(self) -> None:
        with pytest.raises(UnknownBot, match="clever hans"):
            check_match(Match("cat-in-the-box", ("clever hans", "random"), 1, "s"))
        with pytest.raises(InvalidSetup, match="players"):
            check_match(Match("cat-in-the-box", ("random",), 1, "s"))


def made_up(deal: int, points: tuple[int, int], seating: int = 0) -> GameResult:
    bots = ("a", "b") if seating == 0 else ("b", "a")
    won = tuple(float(mine == max(points)) for mine in points)
    return GameResult(
        deal, seating, bots, points, won, 2, (10, 10), (0.1, 0.2), {"bid made": (1, 2), "paradox": (0, 1)}
    )


class TestSummary:
    def test_means_and_what_one_is_ahead_by(self) -> None:
        games = [made_up(0, (8, 4)), made_up(0, (2, 6), 1), made_up(1, (4, 4))]
        first, second = summarise(Match("cat-in-the-box", ("a", "b"), 2, "s"), games)
        assert (first.bot, first.games, first.rounds) == ("a", 3, 6)
        assert first.points.mean == pytest.approx((3.5 + 2) / 2)  # each deal counts once
        assert first.lead is not None
        assert first.lead.mean == pytest.approx(1.0)
        assert second.lead is not None
        assert second.lead.mean == pytest.approx(-1.0)
        assert first.counts["bid made"].mean == pytest.approx((0.75 + 0.5) / 2)
        assert first.milliseconds == pytest.approx(1000 * 0.4 / 30)
        assert first.rating is not None
        assert second.rating is not None
        assert first.rating.mu > second.rating.mu

    def test_intervals_by_students_t(self) -> None:
        """Of 1 to 5: the deviation is 1.5811, the quantile for four degrees of freedom 2.776."""
        five = estimate([1, 2, 3, 4, 5])
        assert five.mean == 3
        assert five.highest == pytest.approx(3 + 2.776 * 1.5811 / 5**0.5, abs=0.02)
        assert five.lowest == pytest.approx(3 - 2.776 * 1.5811 / 5**0.5, abs=0.02)

    @pytest.mark.parametrize("values", [[3], [1, 1], [1, 2, 3, 4], [0, 0, 0, 0, 0, 0]], ids=str)
    def test_too_few_deals_or_all_alike_give_no_interval(self, values: list[float]) -> None:
        """Two deals that happen to be alike would look as if all were known."""
        assert estimate(values) == Estimate(sum(values) / len(values), None, None)

    def test_games_of_one_deal_count_once(self) -> None:
        """The same deal a hundred times says no more than once."""
        once = [made_up(deal, (deal, 0)) for deal in range(5)]
        often = [made_up(deal, (deal, 0)) for deal in range(5) for _ in range(100)]
        match = Match("cat-in-the-box", ("a", "b"), 5, "s")
        points = summarise(match, once)[0].points
        assert points.lowest is not None
        assert points == summarise(match, often)[0].points

    def test_shares_and_their_intervals_lie_between_nothing_and_all(self) -> None:
        games = [made_up(deal, (1, 0)) for deal in range(4)] + [made_up(4, (0, 1))]
        won = summarise(Match("cat-in-the-box", ("a", "b"), 5, "s"), games)[0].won
        assert won.mean == pytest.approx(0.8)
        assert won.lowest is not None
        assert 0 < won.lowest < 0.8
        assert won.highest == 1


class TestParallel:
    def test_many_processes_play_the_same_games(self) -> None:
        assert _timeless(play_in_processes(MATCH, GAMES, 2)) == _timeless(play_in_processes(MATCH, GAMES, 1))

    def test_without_ray_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "ray", None)
        with pytest.raises(ArenaError, match=r"pip install 'purrlab\[ray\]'"):
            list(play_on_ray(MATCH, GAMES, "local"))

    @pytest.mark.heavy
    def test_a_ray_cluster_plays_the_same_games(self) -> None:
        assert _timeless(play_on_ray(MATCH, GAMES, "local")) == _timeless(play_in_processes(MATCH, GAMES, 1))

    @pytest.mark.heavy
    def test_a_ray_cluster_that_is_not_there(self) -> None:
        with pytest.raises(ArenaError, match="no Ray cluster answers"):
            list(play_on_ray(MATCH, GAMES, "auto"))


def _timeless(games: Iterable[GameResult]) -> list[GameResult]:
    in_order = sorted(games, key=lambda game: (game.deal, game.seating))
    return [msgspec.structs.replace(game, seconds=()) for game in in_order]


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
