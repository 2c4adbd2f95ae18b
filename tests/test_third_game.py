"""A game that another package brings goes everywhere without a line in Purrlab: Coin Flip, in tests/third_game.

Its rules, views, records and bots are tested with all others, in test_conformance*.py and test_records.py.
"""

import asyncio
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from coin_flip import GAME
from game_helpers import undeclared
from server.clients import Person, RandomPlayer, Server, open_socket, send_command

from purrlab import GAMES, GameError, IllegalAction, find_game
from purrlab.bots import BOTS, play_game
from purrlab.bots.random_bot import RandomBot
from purrlab.cli import main
from purrlab.games import registry
from purrlab.games.game import State
from purrlab.games.registry import BUILT_IN, IncompleteGame
from purrlab.records import decode, verify
from purrlab.records.replay import FORMATS
from purrlab.server.http.past_games import shown_view_type
from purrlab.terminal import TEXT_VIEWS


def purrlab(*arguments: object, typed: str | None = None) -> str:
    """What a command shows that goes well."""
    done = CliRunner().invoke(main, list(map(str, arguments)), input=typed)
    assert done.exit_code == 0, done.output
    return done.stdout


def purrlab_in_process(*arguments: object) -> str:
    """The same in a process of its own, as a person runs it."""
    command = [sys.executable, "-m", "purrlab", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603


def scripted(*coins: str, numbers: str = "different") -> State:
    """Two players, and the same coins in every round."""
    return GAME.new(2, deals=[{"coins": coins}] * 6, options={"numbers": numbers})


def played(state: State, *guesses: int) -> State:
    for guess in guesses:
        (seat,) = state.to_act
        state = state.apply(seat, GAME.parse(f"guess {guess}"))
    return state


class TestRules:
    def test_cf1_two_or_three(self) -> None:
        assert list(GAME.seats) == [2, 3]

    def test_cf2_nobody_sees_the_coin_of_another(self) -> None:
        one, other = scripted("heads", "heads"), scripted("heads", "tails")
        assert one.view(0) == other.view(0)
        assert one.view(None) == other.view(None)
        assert one.view(1) != other.view(1)

    def test_cf3_the_next_player_starts_the_next_round(self) -> None:
        state = scripted("heads", "heads")
        assert state.to_act == {0}
        assert played(state, 1, 2).to_act == {1}

    def test_cf4_no_number_is_said_twice(self) -> None:
        state = played(scripted("heads", "heads"), 1)
        with pytest.raises(IllegalAction, match="seat 0 has said 1 already") as refused:
            played(state, 1)
        assert refused.value.rule == "CF4"
        with pytest.raises(IllegalAction, match="CF4: there are only 2 coins"):
            played(state, 3)
        assert played(scripted("heads", "heads", numbers="any"), 1, 1).to_act == {1}

    def test_cf5_the_right_number_scores_two_points_and_cf6_most_points_win(self) -> None:
        start_says_right = played(scripted("heads", "tails"), *(1, 2) * 6).outcome
        assert start_says_right is not None
        assert (start_says_right.totals, start_says_right.winners) == ((6, 6), (0, 1))
        seat_0_says_right = played(scripted("heads", "tails"), *(1, 2, 0, 1) * 3).outcome
        assert seat_0_says_right is not None
        assert (seat_0_says_right.totals, seat_0_says_right.winners) == ((12, 0), (0,))


class TestCommands:
    @pytest.mark.parametrize("players", GAME.seats)
    def test_simulate_verify_and_replay(self, tmp_path: Path, players: int) -> None:
        out = tmp_path / "games.jsonl"
        options = ["--players", players, "--option", "numbers=any", "--bot", "heuristic"]
        purrlab("simulate", "coin-flip", *options, "--games", 40, "--jobs", 1, "--seed", "s", "--out", out)
        assert "40 records agree with the rules" in purrlab("verify", out)
        shown = purrlab("replay", out, "--record", 2)
        assert f"── move {6 * players} of {6 * players}" in shown
        assert re.search(r"The game goes to|The win is shared", shown)

    def test_the_arena_on_several_processes_counts_what_the_game_counts(self, tmp_path: Path) -> None:
        out = tmp_path / "match.jsonl"
        arguments = ["heuristic", "random", "kitten", "--game", "coin-flip", "--deals", 6, "--seed", "s", "--jobs", 2]
        told = purrlab_in_process("arena", *arguments, "--out", out).splitlines()
        assert told[0] == "coin-flip, 6 deals in 6 seatings each (every order), seed 's'"
        assert re.search(r"points a round .* guessed right ", told[3])
        games = [json.loads(game) for game in out.read_text("utf-8").splitlines()[1:]]
        assert len(games) == 36
        assert all(game["points"] == [2 * right for right in game["counts"]["guessed right"]] for game in games)

    def test_a_person_plays_in_the_terminal(self, tmp_path: Path) -> None:
        """Six rounds; what was said already is refused by its rule."""
        out = tmp_path / "played.jsonl"
        options = ["--players", 2, "--seed", "s", "--option", "start=1", "--out", out]
        shown = purrlab("play", "coin-flip", *options, typed="?\nguess 9\n" + "guess 1\nguess 0\nguess 2\n" * 6)
        assert "Welcome to Coin Flip!" in shown
        assert "Everybody has a coin under a cup" in shown
        assert "'guess 9' is not one of the choices. Type a number, or 'guess <0-3>'." in shown
        assert "CF4: seat 1 has said 1 already" in shown
        assert re.search(r"The game goes to|The win is shared", shown)
        record = decode(out.read_bytes())
        assert record.players == ["you", "Luna"]
        assert verify(record).outcome is not None

    def test_options_and_bots_that_it_has_not(self) -> None:
        for arguments, message in (
            (["--option", "numbers=odd"], "options.numbers: expected different or any (CF4), not 'odd'"),
            (["--bot", "tiger"], "no bot 'tiger' plays coin-flip; there are kitten, cat, random, heuristic"),
        ):
            refused = CliRunner().invoke(main, ["simulate", "coin-flip", *arguments])
            assert refused.exit_code != 0
            assert message in refused.stderr


class TestServer:
    def test_a_table_on_a_real_socket(self, server: Server) -> None:
        """Two people and a bot play a game to its end, and its record agrees with the rules."""
        host, guest = Person(server, "Ann"), Person(server, "Bo")
        (info,) = [game for game in host.get("/api/games") if game["name"] == "coin-flip"]
        assert (info["seats"], info["levels"]) == ([2, 3], ["kitten", "cat"])
        assert [option["name"] for option in info["options"]] == ["numbers", "start"]
        table = host.new_table(game="coin-flip", players=3, bots=["cat"], options={"numbers": "any"})["id"]
        asyncio.run(_play(host, guest, table))
        recorded = host.http.get(f"/api/tables/{table}/record")
        record = decode(recorded.content)
        assert (record.game, record.options["numbers"], len(record.players)) == ("coin-flip", "any", 3)
        assert verify(record).outcome is not None
        replay = host.get(f"/api/tables/{table}/replay")
        assert len(replay["steps"]) == 18
        assert undeclared(replay["view"], shown_view_type(GAME)) == []
        assert replay["view"]["coins"] == recorded.json()["rounds"][0]["coins"]  # CF2: hidden until then


async def _play(host: Person, guest: Person, table: str) -> None:
    async with open_socket(guest.server, guest) as opened:
        await opened.ask("watch", table=table)
        assert (await opened.ask("sit"))["type"] == "done"
    await send_command(host, table, "start")
    seated = [RandomPlayer(person, table, random.Random(number)) for number, person in enumerate((host, guest))]
    await asyncio.gather(*(each.play() for each in seated))
    assert all(each.over and len(each.acknowledged) == 6 and not each.errors for each in seated)


MakePlugin = Callable[..., None]


@pytest.fixture
def make_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakePlugin:
    """Writes a package that says it brings a game, with these modules, where Python finds it."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_plugins", registry._plugins.__wrapped__)

    def make(game: str, modules: dict[str, str], name: str | None = None) -> None:
        package = game.replace("-", "_")
        about = tmp_path / f"{package}-1.dist-info"
        for folder in (about, tmp_path / package):
            folder.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n", "utf-8")
        (about / "entry_points.txt").write_text(f"[purrlab.games]\n{name or game} = {package}\n", "utf-8")
        for module, text in modules.items():
            (tmp_path / package / f"{module}.py").write_text(text, "utf-8")

    return make


class TestRegistry:
    def test_the_games_of_purrlab_come_first(self) -> None:
        assert list(GAMES) == [*BUILT_IN, "coin-flip"]
        assert len(GAMES) == len(BUILT_IN) + 1
        assert find_game("coin-flip") == GAMES["coin-flip"] == GAME
        assert "coin-flip" in GAMES
        assert "chess" not in GAMES

    def test_every_part_is_found(self) -> None:
        for parts in (GAMES, FORMATS, BOTS, TEXT_VIEWS):
            assert len(list(parts.values())) == 3

    def test_nothing_is_looked_for_before_it_is_asked_for(self) -> None:
        code = (
            "import re, sys, purrlab, purrlab.records, purrlab.bots, purrlab.terminal\n"
            "purrlab.find_game('cat-in-the-box').new(4, 'seed')\n"
            "print([name for name in sys.modules if re.search('rascal|coin|importlib.metadata', name)])"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
        assert done.stdout.strip() == "[]"

    def test_a_part_that_is_missing_is_named(self, make_plugin: MakePlugin) -> None:
        make_plugin("no-rules-game", {"__init__": ""})
        with pytest.raises(IncompleteGame, match=r"no-rules-game needs GAME in no_rules_game, .*; there is none"):
            find_game("no-rules-game")
        with pytest.raises(IncompleteGame, match=r"needs FORMAT in no_rules_game\.records: No module named"):
            FORMATS["no-rules-game"]

    def test_a_part_that_is_something_else_is_named(self, make_plugin: MakePlugin) -> None:
        make_plugin(
            "odd-game", {"__init__": "from coin_flip import GAME", "bots": "BOTS = {}", "terminal": "import no"}
        )
        with pytest.raises(IncompleteGame, match="odd-game needs GAME in odd_game to have its name, not coin-flip"):
            find_game("odd-game")
        with pytest.raises(IncompleteGame, match=r"needs BOTS in odd_game\.bots, a .*GameBots; not \{\}"):
            BOTS["odd-game"]
        with pytest.raises(IncompleteGame, match=r"needs TEXT_VIEW in odd_game\.terminal: No module named 'no'"):
            TEXT_VIEWS["odd-game"]

    @pytest.mark.parametrize(("name", "other"), [("cat-in-the-box", "Purrlab itself"), ("coin-flip", "coin_flip")])
    def test_a_name_belongs_to_one_game(self, make_plugin: MakePlugin, name: str, other: str) -> None:
        make_plugin("copy-cat", {"__init__": ""}, name)
        with pytest.raises(GameError, match=f"brings a game named {name}, and so does (copy_cat|{other})"):
            list(GAMES)


class TestLoop:
    def test_a_seat_without_a_bot_needs_somebody_to_ask(self) -> None:
        with pytest.raises(ValueError, match="none for seat 0, and nobody to ask"):
            play_game(scripted("heads", "tails"), [None, RandomBot()], random.Random(1))

    def test_who_is_asked_comes_before_the_bots(self) -> None:
        """Four discard at once; the person at seat 2 first, then the bots in the order of their seats."""
        state, acted = find_game("cat-in-the-box").new(4, "seed"), list[int]()
        bots = [RandomBot(), RandomBot(), None, RandomBot()]

        def observe(before: State, after: State) -> None:
            acted.extend(before.to_act - after.to_act if after.expects is before.expects else before.to_act)

        play_game(state, bots, random.Random(1), ask=lambda state, seat: state.legal(seat)[0], observe=observe)
        assert acted[:4] == [2, 0, 1, 3]
