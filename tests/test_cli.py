"""The command line, as a person uses it."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner, Result
from game_helpers import GOLDEN, RESTORE_INTERRUPTS, tables

from purrlab import GAMES, Game, find_game
from purrlab.bots.registry import BOTS, find_bot
from purrlab.cli import main
from purrlab.cli.play import columns, numbered
from purrlab.games import rascal_kittens
from purrlab.games.cat_in_the_box.notation import BIDS, DISCARDS, PLAYS

ROOMS = Path(rascal_kittens.__file__).parent / "rooms"

RUN_MAIN = "from purrlab.cli import main; main()"


NO_COMMITMENT = "No commitment to check: the deals follow from the seed that the record names.\n"


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)


def simulate(out: Path, game: str = "cat-in-the-box", *more: object) -> Path:
    result = run("simulate", game, "--seed", "s", "--out", out, "--games", 3, *more)
    assert result.exit_code == 0, result.output
    return out


class TestSimulate:
    @tables
    @pytest.mark.parametrize("bot", ["random", "heuristic"])
    def test_records_that_verify(self, tmp_path: Path, game: Game, players: int, bot: str) -> None:
        out = simulate(tmp_path / "games.jsonl", game.name, "--players", players, "--bot", bot)
        assert len(out.read_text("utf-8").splitlines()) == 3
        result = run("verify", out)
        assert (result.exit_code, result.output) == (0, f"{out}: 3 records agree with the rules\n{NO_COMMITMENT}")

    def test_the_same_seed_gives_the_same_games_however_many_processes_play(self, tmp_path: Path) -> None:
        one = simulate(tmp_path / "one", "cat-in-the-box", "--games", 40, "--jobs", 1).read_bytes()
        assert simulate(tmp_path / "two", "cat-in-the-box", "--games", 40, "--jobs", 2).read_bytes() == one
        assert one.count(b"\n") == 40

    def test_an_interrupt_leaves_whole_lines_and_no_traceback(self, tmp_path: Path) -> None:
        out = tmp_path / "games"
        arguments = ["simulate", "cat-in-the-box", "--games", "100000", "--jobs", "2", "--out", str(out)]
        command = [sys.executable, "-c", f"{RESTORE_INTERRUPTS}; {RUN_MAIN}", *arguments]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)  # noqa: S603
        try:
            for _ in range(6000):
                if process.poll() is not None or (out.exists() and out.stat().st_size):
                    break
                sleep(0.01)
            assert process.poll() is None
            assert out.stat().st_size
            os.killpg(process.pid, signal.SIGINT)
            _, said = process.communicate(timeout=60)
        finally:
            end(process)
        assert process.returncode != 0
        assert "Traceback" not in said
        assert all(json.loads(line) for line in out.read_text("utf-8").splitlines())

    def test_without_a_file_it_goes_to_the_screen(self) -> None:
        result = run("simulate", "cat-in-the-box", "--games", 2, "--seed", "s")
        assert [json.loads(line)["seed"] for line in result.stdout.splitlines()] == ["s/1", "s/2"]

    def test_one_bot_for_each_seat(self, tmp_path: Path) -> None:
        bots = ["--bot", "random", "--bot", "heuristic", "--bot", "random"]
        out = simulate(tmp_path / "games", "cat-in-the-box", "--players", 3, *bots)
        assert json.loads(out.read_text("utf-8").splitlines()[0])["players"] == ["random 0", "heuristic 1", "random 2"]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--players", "6"], "players: Cat in the Box is for 2 to 5 players (CB1), not 6"),
            (["--players", "1"], "not 1"),
            (["--bot", "dragon"], "no bot 'dragon' plays cat-in-the-box; there are kitten, cat, tiger, lion"),
            (["--bot", "random", "--bot", "random"], "4 players need one bot or 4, not 2"),
            (["--option", "layout=pink"], "options.layout: expected white or purple"),
            (["--option", "layout=none.toml"], "none.toml: cannot be read as a layout file"),
            (["--option", "layout"], "expected NAME=VALUE, such as layout=purple, not 'layout'"),
            (["--players", "5", "--option", "layout=white"], "5 players need purple (CB1), not white"),
            (["--option", "speed=9"], "options.speed: unknown option"),
            (["--games", "0"], "0 is not in the range"),
            (["--seed", ""], "seed: a seed is a text of at least one character"),
        ],
    )
    def test_mistakes_are_explained_and_nothing_is_written(
        self, tmp_path: Path, arguments: list[str], message: str
    ) -> None:
        out = tmp_path / "games"
        result = run("simulate", "cat-in-the-box", "--out", out, *arguments)
        assert result.exit_code != 0
        assert message in " ".join(result.output.split())
        assert "Traceback" not in result.output
        assert not out.exists()

    @pytest.mark.parametrize("form", ["nursery,{}", '["nursery", "{}"]'])
    def test_rooms_by_name_and_by_file(self, tmp_path: Path, form: str) -> None:
        mine = tmp_path / "mine.toml"
        mine.write_text((ROOMS / "attic.toml").read_text("utf-8"), "utf-8")
        rooms = ["--players", 2, "--option", f"rooms={form.format(mine)}", "--option", "variant=older"]
        out = simulate(tmp_path / "games", "rascal-kittens", *rooms)
        options = json.loads(out.read_text("utf-8").splitlines()[0])["options"]
        assert options["rooms"][0] == "nursery"
        assert options["rooms"][1]["name"] == "mine"


class TestBotsInHelp:
    @pytest.mark.parametrize("command", ["play", "simulate", "arena"])
    def test_every_bot_is_named_with_what_it_does(self, command: str) -> None:
        told = run(command, "--help").output.partition("Bots:")[2]
        names = {name for bots in BOTS.values() for name in (*bots, *bots.by_budget)}
        examples = [line.split()[0] for line in told.splitlines() if line.strip()]
        assert {example.partition("@")[0] for example in examples} == names
        for example in examples:
            find_bot("cat-in-the-box", example)


class TestVerify:
    @pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.jsonl")), ids=lambda file: file.stem)
    def test_the_golden_games(self, file: Path) -> None:
        assert "records agree with the rules" in run("verify", file).output

    def test_the_first_disagreement_with_record_round_and_rule(self, tmp_path: Path) -> None:
        out = simulate(tmp_path / "games")
        lines = out.read_text("utf-8").splitlines()
        record = json.loads(lines[1])
        record["rounds"][2]["scores"][0] += 5
        lines[1] = json.dumps(record)
        out.write_text("\n".join(lines), "utf-8")
        result = run("verify", out)
        assert result.exit_code == 1
        assert re.search(
            r"record 2: round 3, CB16, rounds\[2\]\.scores: the record says .*, the rules say", result.output
        )

    @pytest.mark.parametrize(("content", "message"), [("", "has no records"), ("{", "record 1: not a record")])
    def test_files_without_records(self, tmp_path: Path, content: str, message: str) -> None:
        file = tmp_path / "file"
        file.write_text(content, "utf-8")
        result = run("verify", file)
        assert result.exit_code == 1
        assert message in result.output

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        result = run("verify", tmp_path / "none")
        assert result.exit_code == 2
        assert "does not exist" in result.output


class TestReplay:
    @tables
    def test_without_a_keyboard_all_of_it_is_printed(self, tmp_path: Path, game: Game, players: int) -> None:
        out = simulate(tmp_path / "games", game.name, "--players", players)
        result = run("replay", out, "--record", 2, "--seat", 1)
        assert result.exit_code == 0
        assert "── move 0 of" in result.output
        assert re.search(r"The game goes to|The win is shared", result.output)

    def test_records_and_seats_that_there_are_not(self, tmp_path: Path) -> None:
        out = simulate(tmp_path / "games")
        assert "has no record 4" in run("replay", out, "--record", 4).output
        assert "the seats are 0 to 3" in run("replay", out, "--seat", 4).output

    def test_a_bad_record_is_shown_up_to_where_it_is_bad(self, tmp_path: Path) -> None:
        out = simulate(tmp_path / "games")
        record = json.loads(out.read_text("utf-8").splitlines()[0])
        record["rounds"][1]["bids"][0] = 4
        out.write_text(json.dumps(record), "utf-8")
        result = run("replay", out)
        assert result.exit_code == 1
        assert "── move 20" in result.output
        assert re.search(r"games, record 1: round 2, CB8, rounds\[1\]\.bids\[0\]", result.output)

    def test_the_end_of_input_ends_it(self, tmp_path: Path) -> None:
        shown = in_a_terminal(["replay", str(simulate(tmp_path / "games"))], ["", "\x04"])
        assert "Aborted" not in shown

    def test_stepping_on_back_and_to_a_move(self, tmp_path: Path) -> None:
        out = simulate(tmp_path / "games")
        shown = in_a_terminal(["replay", str(out)], ["", "", "b", "12", "what", "q"])
        assert re.findall(r"move (\d+) of", shown) == ["0", "1", "2", "1", "12", "12"]
        assert "a number: to that move" in shown


class TestPlay:
    @tables
    def test_a_whole_game_by_numbers(self, tmp_path: Path, game: Game, players: int) -> None:
        """Whatever is asked, the first choice is taken: its number stands first in the list."""
        out = tmp_path / "played.jsonl"
        shown = in_a_terminal(
            ["play", game.name, "--players", str(players), "--seed", "s", "--out", str(out)], answer=first_choice
        )
        assert re.search(r"The game goes to|The win is shared", shown)
        assert "The seed of this game was 's'" in shown
        assert run("verify", out).output == f"{out}: 1 record agrees with the rules\n{NO_COMMITMENT}"
        assert json.loads(out.read_text("utf-8"))["players"][0] == "you"

    def test_notation_with_and_without_its_verb_and_mistakes_by_rule(self) -> None:
        result = run(
            "play",
            "--seed",
            "purrlab",
            "--option",
            "start=0",
            typed="discard 9\n7\ndiscard\nDISCARD  8\nbid 4\n2\nplay 5 red\n5 blue\n?\nq\n",
        )
        assert result.exit_code == 0
        assert "CB7: you do not hold a 9" in result.output
        assert "CB7: you do not hold a 7" in result.output
        assert "'discard' is not one of the choices. Type a number, or 'discard <1-9>'." in result.output
        assert "CB8: with 4 players the bids are 1, 2, 3, not 4" in result.output
        assert "CB11: red cannot be led" in result.output
        assert "you: 5 blue" in result.output
        assert "The highest red card wins" in result.output
        assert "Goodbye" in result.output

    def test_a_look_at_the_room_of_another_player(self) -> None:
        shown = run("play", "rascal-kittens", "--seed", "s", typed="look luna\nlook nobody\nq\n").output
        assert shown.count("Luna\N{RIGHT SINGLE QUOTATION MARK}s room: ") == 1
        assert shown.count("Your room: ") == 3
        assert "'look nobody' is not one of the choices" in shown
        assert "'look luna' is not one of the choices" in run("play", "--seed", "s", typed="look luna\nq\n").output

    def test_hand_and_board_are_always_visible(self) -> None:
        shown = in_a_terminal(["play", "--seed", "s"], answer=first_choice)
        questions = re.findall(r"Put one card away|How many tricks|Play a card", shown)
        assert len(questions) >= 24
        assert (
            len(re.findall(r"Your hand: ", shown))
            == len(re.findall(r"Cat in the Box · round", shown))
            == len(questions)
        )

    def test_after_mistakes_as_well(self) -> None:
        shown = in_a_terminal(["play", "--seed", "s"], ["99", "", "nonsense", "?", "q"])
        assert len(re.findall(r"Your hand: ", shown)) == len(re.findall(r"Put one card away", shown)) == 5
        assert "'99' is not one of the choices" in shown
        assert "'' is not one of the choices" in shown

    def test_the_board_of_a_finished_round_is_shown_with_its_score(self) -> None:
        shown = re.sub(r"\033\[[\d;]*m", "", in_a_terminal(["play", "--seed", "s"], answer=first_choice))
        scored = re.findall(r"Round \d is scored:\n(.*?)\n  ● you: \d tricks?", shown, re.DOTALL)
        assert len(scored) == 4
        assert all(board.count("●") >= 1 and "▒▒" in board for board in scored)

    def test_a_file_that_cannot_be_written_is_said_before_the_first_deal(self, tmp_path: Path) -> None:
        result = run("play", "--out", tmp_path / "none" / "x.jsonl", typed="q\n")
        assert result.exit_code == 2
        assert "cannot be written: there is no folder" in result.output
        assert "Welcome" not in result.output

    @pytest.mark.parametrize("name", ["", "   ", "x" * 21])
    def test_names_that_are_none(self, name: str) -> None:
        assert "a name must have 1 to 20 characters" in run("play", "--name", name).output

    def test_no_bot_has_the_name_of_the_player(self) -> None:
        shown = run("play", "--name", "Luna", "--players", 5, typed="q\n").output
        assert "Simba" in shown
        assert shown.count("Luna ") == 1

    def test_the_end_of_input_ends_it_kindly(self) -> None:
        result = run("play", typed="")
        assert result.exit_code == 0
        assert "Goodbye" in result.output

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--seat", "4"], "--seat: the seats are 0 to 3"),
            (["--players", "9"], "players: Cat in the Box is for 2 to 5 players"),
            (["--bot", "dragon"], "no bot 'dragon'"),
            (["cat-in-the-hat"], "'cat-in-the-hat' is not"),
        ],
    )
    def test_mistakes_are_explained(self, arguments: list[str], message: str) -> None:
        result = run("play", *arguments)
        assert result.exit_code != 0
        assert message in " ".join(result.output.split())

    def test_colours_only_in_a_terminal_and_not_where_they_are_not_wanted(self) -> None:
        assert "\033[9" in in_a_terminal(["play", "--seed", "s"], ["q"])
        assert "\033[9" not in in_a_terminal(["play", "--seed", "s"], ["q"], {"NO_COLOR": "1"})
        assert "\033[" not in run("play", "--seed", "s", typed="q\n").output


class TestChoices:
    def test_numbers_keep_their_own_number(self) -> None:
        assert list(numbered(DISCARDS[3:6])) == ["4", "5", "6"]
        assert list(numbered(BIDS[:3])) == ["1", "2", "3"]

    def test_other_choices_are_counted(self) -> None:
        assert list(numbered(PLAYS[3:6])) == ["1", "2", "3"]

    def test_columns_fit_the_terminal(self) -> None:
        assert max(map(len, columns(numbered(PLAYS)).splitlines())) < 80


class TestGroup:
    def test_help_names_every_command(self) -> None:
        result = run("--help")
        for command in ("play", "simulate", "verify", "replay"):
            assert command in result.output

    @pytest.mark.parametrize("command", ["play", "simulate", "arena"])
    def test_help_names_every_option_of_every_game(self, command: str) -> None:
        words = " ".join(run(command, "--help").output.split())
        for game in GAMES.values():
            assert f"Options of {game.name}, such as -o {game.options[0].name}=" in words
            for option in game.options:
                told = f"{option.name} {option.about} ({option.rule}) {option.values_in_words}"
                assert f"{told} default: {option.default_in_words}" in words

    @pytest.mark.parametrize("game", GAMES)
    def test_the_examples_in_the_help_can_be_given(self, tmp_path: Path, game: str) -> None:
        words = " ".join(run("simulate", "--help").output.split())
        (example,) = re.findall(rf"Options of {game}, such as (-o \S+):", words)
        players = find_game(game).recommended_players
        simulate(tmp_path / "games", game, "--players", players, *example.split())

    def test_help_names_the_default_of_everything_that_has_one(self) -> None:
        words = " ".join(run("play", "--help").output.split())
        assert "How many play; 4 by default, or as many as the game takes." in words

    def test_the_first_game_is_the_one_that_is_played_where_none_is_named(self) -> None:
        assert f"[default: {next(iter(GAMES))}]" in run("arena", "--help").output
        assert f"Welcome to {next(iter(GAMES.values())).title}!" in run("play", typed="q\n").output

    def test_version(self) -> None:
        assert run("--version").output.startswith("purrlab, version ")


def end(process: subprocess.Popen[str]) -> None:
    """Leave nothing of it running, whatever the test came to."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def first_choice(shown: str) -> str:
    """The number that stands first in the list of choices asked last."""
    listed = re.findall(r"^ +(\d+)  \S", shown.rpartition("\n\n")[2], re.MULTILINE)
    return listed[0] if listed else ""


def in_a_terminal(
    arguments: list[str],
    typed: list[str] | None = None,
    environment: dict[str, str] | None = None,
    answer: object = None,
) -> str:
    """Run the command in a real terminal of its own, and answer its questions. What it has shown comes back."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-c", RUN_MAIN, *arguments]
    env = os.environ | {"TERM": "xterm", "COLUMNS": "100"} | (environment or {})
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=env)  # noqa: S603
    os.close(follower)
    answers = iter(typed or [])
    shown, unanswered = "", ""
    while True:
        ready, _, _ = select.select([leader], [], [], 20)
        assert ready, f"nothing more came after: {unanswered[-300:]}"
        try:
            chunk = os.read(leader, 65536).decode(errors="replace")
        except OSError:  # the terminal closes when the command has ended
            break
        if not chunk:
            break
        shown += chunk.replace("\r", "")
        unanswered += chunk.replace("\r", "")
        if unanswered.endswith("> "):
            text = answer(unanswered) if callable(answer) else next(answers)
            unanswered = ""
            os.write(leader, f"{text}\n".encode())
    os.close(leader)
    assert process.wait(20) == 0, shown[-500:]
    return shown
