"""Public players on our rules: what they see, what they may not choose, which clone is wanted. None is needed here."""

import json
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import citb_web
import numpy as np
import pytest
import quantum_cat_players
from click.testing import CliRunner
from public_player import CloneError, PublicPlayer
from public_players import finder, main

from purrlab.arena import Match, play_match_game
from purrlab.bots import find_bot, play_game
from purrlab.games.cat_in_the_box import CatInTheBox
from purrlab.games.cat_in_the_box.notation import Bid, Discard, Play
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action

SIZES = [10, 2, 2, 2, *[5] * 32, *[6] * 16, *[2] * 16, *[4] * 4, *[9] * 4, *[33] * 4, 4]  # of citb-web's numbers


def a_trick() -> Any:
    """Four players, seat 2 has started; in the second trick two cards lie."""
    state: Any = CatInTheBox().new(4, "public", {"start": 2})
    for seat in range(4):
        state = state.apply(seat, state.view(seat).legal[0])
    while len(state.view(None).table.plays) < 6:
        (seat,) = state.to_act
        state = state.apply(seat, state.view(seat).legal[-1])
    return state


def views_of_a_game(players: int) -> Iterator[CatInTheBoxView]:
    """All views in which somebody acts in a game of our heuristic."""
    seen: list[CatInTheBoxView] = []
    state = CatInTheBox().new(players, "public")
    bots = [find_bot("cat-in-the-box", "heuristic")] * players
    play_game(
        state, bots, Random(1), observe=lambda before, _: seen.extend(before.view(seat) for seat in before.to_act)
    )
    return iter(seen)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Like one of citb-web, with a net of chance."""
    stored, random = BytesIO(), np.random.default_rng(1)
    with ZipFile(stored, "w") as policy:
        for number, size in enumerate((64 * sum(SIZES), 64, 64 * 64, 64, 43 * 64, 43)):
            policy.writestr(f"archive/data/{number}", random.normal(size=size).astype("<f4").tobytes())
    file = tmp_path / citb_web.MODEL
    file.parent.mkdir()
    with ZipFile(file, "w") as model:
        space = {"nvec": "[" + " ".join(map(str, SIZES)) + "]"}
        model.writestr("data", json.dumps({"observation_space": space}))
        model.writestr("policy.pth", stored.getvalue())
    return tmp_path


class TestCitbWeb:
    def test_what_it_sees(self) -> None:
        view = (state := a_trick()).view(seat := min(state.to_act))
        seen, table = citb_web.observation(view).tolist(), view.table
        own = [play for player, play in table.plays if player == seat]
        boards = [table.boards[(seat + turn) % 4] for turn in range(4)]
        assert seen[:4] == [2 + len(own), 0, 0, 1]
        for player, play in table.plays:
            row = ("red", "blue", "yellow", "green").index(play.colour)
            assert seen[4 + 8 * row + play.value - 1] == (player - seat) % 4 + 1
        assert sum(map(bool, seen[4:36])) == len(table.plays)
        assert seen[36:44] == [view.hand.count(value) for value in range(1, 9)]
        assert sum(seen[44:52]) == len(own) + 1  # the discard, too
        assert sum(seen[52:68]) == sum(board.markers.bit_count() for board in boards)
        assert seen[68:76] == [*(board.bid for board in boards), *(board.tricks for board in boards)]
        assert [number != citb_web.NO_CARD for number in seen[76:80]] == [True, True, False, False]
        assert seen[80] == (table.trick[0][0] - seat) % 4

    def test_before_the_first_trick(self) -> None:
        state: Any = CatInTheBox().new(4, "public", {"start": 2})
        assert citb_web.observation(state.view(1)).tolist()[-5:] == [*[citb_web.NO_CARD] * 4, 1]

    def test_its_numbers_are_in_their_limits_and_its_mask_is_our_rules(self) -> None:
        for view in views_of_a_game(4):
            seen = citb_web.observation(view)
            assert (seen >= 0).all()
            assert (seen < SIZES).all()
            allowed = {citb_web.ACTIONS[at] for at in np.flatnonzero(~citb_web.barred(seen))}
            assert allowed == set(view.legal)

    def test_a_match_against_it(self, clone: Path, tmp_path: Path) -> None:
        arguments = [str(clone), "--bot", "random", "--deals", "1", "--out", str(tmp_path / "match.jsonl")]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        assert "16 rounds, 1 deals, seed 'public'" in result.output
        assert "replaced of citb-web-dqn: 0 of" in result.output
        assert len((tmp_path / "match-random-citb-web-dqn.jsonl").read_bytes().splitlines()) == 1 + 4

    def test_another_model_is_refused(self, clone: Path) -> None:
        (clone / citb_web.MODEL).write_bytes(b"model")
        with pytest.raises(CloneError, match=citb_web.COMMIT):
            citb_web.CitbWebDqn(clone)


class TestQuantumCat:
    @pytest.mark.parametrize(
        ("number", "phase", "action"),
        [(3, 1, Discard(4)), (102, 2, Bid(2)), (0, 3, Play(1, "red")), (17, 3, Play(6, "yellow"))],
    )
    def test_their_actions(self, number: int, phase: int, action: Action) -> None:
        assert quantum_cat_players.action_of(number, phase) == action

    def test_what_is_not_its_weights_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "weight.bin"
        for content in (b"", (1).to_bytes(64, "little") + bytes(64), (1).to_bytes(64, "little")):
            file.write_bytes(content)
            with pytest.raises(CloneError):
                quantum_cat_players.ChampionNet(file)

    def test_arrays_of_core_ml(self, tmp_path: Path) -> None:
        file = tmp_path / "weight.bin"
        one, two = np.array([1.5, -2], "<f2").tobytes(), np.arange(40, dtype="<f2").tobytes()
        heads = [
            np.array([0, len(array), at], "<u8").tobytes().ljust(64, b"\0") for array, at in ((one, 128), (two, 256))
        ]
        file.write_bytes((2).to_bytes(64, "little") + heads[0] + one.ljust(64, b"\0") + heads[1] + two)
        first, second = quantum_cat_players.read_core_ml(file)
        assert first.tolist() == [1.5, -2]
        assert second.tolist() == list(range(40))

    def test_modules_are_not_left_behind(self, tmp_path: Path) -> None:
        """What stands in for PyTorch must not be found by others."""
        for name in (*quantum_cat_players.MODULES.values(), quantum_cat_players.WEIGHTS):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("import torch.nn as nn\nclass Net(nn.Module): pass\n")
        before = set(sys.modules)
        with pytest.raises(CloneError, match=quantum_cat_players.COMMIT):
            quantum_cat_players.TheirModules(tmp_path)
        assert set(sys.modules) == before


class TestPlayer:
    class Unruly(PublicPlayer):
        seats = 3

        def ranked(self, view: CatInTheBoxView, random: Random) -> Iterator[Action]:
            del random
            yield Bid(2) if view.expects == "bid" else view.legal[-1]
            yield Play(1, "red")
            yield view.legal[0]

    def test_an_illegal_choice_is_replaced_and_counted(self) -> None:
        """With three players nobody may bid 2 (CB8)."""
        player = self.Unruly()
        for view in views_of_a_game(3):
            assert player.choose(view, Random(1)) in view.legal
        assert player.replaced == {"bid": player.choices["bid"]}

    def test_it_plays_in_the_arena(self) -> None:
        match = Match("cat-in-the-box", ("heuristic", "unruly", "unruly"), 1, "public")
        played = play_match_game(match, 0, 1, finder({"unruly": self.Unruly()}))
        assert played.bots.count("unruly") == 2
        assert played.rounds == 3


class TestCommand:
    def test_the_clones_that_are_wanted_are_named(self, tmp_path: Path) -> None:
        result = CliRunner().invoke(main, [str(tmp_path)])
        assert result.exit_code == 1
        for module in (quantum_cat_players, citb_web):
            assert module.REPOSITORY in result.output
            assert module.COMMIT in result.output
            told = CliRunner().invoke(main, ["--help"]).output
            assert module.REPOSITORY in told
            assert module.COMMIT[:8] in told

    def test_a_player_that_is_not_there(self, clone: Path) -> None:
        result = CliRunner().invoke(main, [str(clone), "--player", "champion"])
        assert "no player champion there; there is citb-web-dqn" in result.output
