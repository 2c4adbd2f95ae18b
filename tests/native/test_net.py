"""The net: the same numbers in both cores, weights as they were written, and stronger than the heuristic."""

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from cat_in_the_box.positions import new

from purrlab.arena import Match, play_match_game
from purrlab.bots.cat_in_the_box.net import NETS_FOLDER, load_net
from purrlab.bots.cat_in_the_box.search import known_in
from purrlab.native import cat_in_the_box as native
from purrlab.native.cat_in_the_box.net_file import NetFile, read_net, write_net

MAX_SHIPPED_BYTES = 6_000_000
TABLES = [(2, "white"), (3, "white"), (3, "purple"), (4, "white"), (4, "purple"), (5, "purple")]
LOGITS_DIGESTS = {  # of the numbers themselves: any build, with or without -march, and NumPy come to these
    (2, "white"): "a0a91ab0c5dbf1bd",
    (3, "white"): "b587bb6aa94db905",
    (3, "purple"): "887fe1e17fc20bef",
    (4, "white"): "4c9f02a8ca9f64d7",
    (4, "purple"): "130f694d95c34a62",
    (5, "purple"): "5dfded4661c2af24",
}


def some_logits(players: int, layout: str) -> list[list[float]]:
    """Of decisions in one game at random, on the core that is in use."""
    file = read_net(NETS_FOLDER / f"{players}.net")
    net = native.Net(players, file.width, file.blocks, file.weights)
    state = new(players, "net", layout=layout)
    random, found = Random(players), []
    while state.to_act:
        seat = min(state.to_act)
        view = state.view(seat)
        if len(view.legal) > 1 and random.random() < 0.5:
            found.append(net.logits(known_in(view)))
        state = state.apply(seat, random.choice(view.legal))
    return found


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("players", "layout"), TABLES)
def test_every_build_and_the_fallback_come_to_the_same_numbers(players: int, layout: str) -> None:
    found = some_logits(players, layout)
    assert len(found) > 3
    written = json.dumps([[number.hex() for number in logits] for logits in found])
    assert sha256(written.encode()).hexdigest()[:16] == LOGITS_DIGESTS[players, layout]


class TestFiles:
    def test_all_that_is_shipped_is_small(self) -> None:
        files = list(NETS_FOLDER.glob("*.net"))
        assert sorted(file.stem for file in files) == ["2", "3", "4", "5"]
        assert sum(file.stat().st_size for file in files) <= MAX_SHIPPED_BYTES

    def test_a_net_is_read_as_it_was_written(self, tmp_path: Path) -> None:
        net = NetFile("cat-in-the-box", 4, 1, 0, b"\x00\n\xff\x01")
        write_net(net, tmp_path / "own.net")
        assert read_net(tmp_path / "own.net") == net

    @pytest.mark.parametrize("data", [b"", b"{}", b"{}\n", b"[]\n", b"no JSON\n", b'{"format": 1, "sha256": 2}\n'])
    def test_what_is_no_net(self, data: bytes, tmp_path: Path) -> None:
        file = tmp_path / "own.net"
        file.write_bytes(data)
        with pytest.raises(ValueError, match="is not a net"):
            read_net(file)

    def test_a_damaged_net_is_refused(self, tmp_path: Path) -> None:
        data = bytearray((NETS_FOLDER / "2.net").read_bytes())
        data[-1] ^= 1
        file = tmp_path / "2.net"
        file.write_bytes(data)
        with pytest.raises(ValueError, match="is damaged"):
            load_net(file, 2)

    def test_a_net_for_others_is_refused(self) -> None:
        with pytest.raises(ValueError, match="a net for cat-in-the-box with 3 players"):
            load_net(NETS_FOLDER / "3.net", 4)


@pytest.mark.skipif(not native.COMPILED, reason="slow on the rules in Python")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_is_ahead_of_the_heuristic(players: int) -> None:
    match = Match("cat-in-the-box", ("net", *("heuristic",) * (players - 1)), 2, "net")
    leads = []
    for game in match.games():
        played = play_match_game(match, *game)
        seat = played.bots.index("net")
        leads.append(played.points[seat] - fmean(played.points[:seat] + played.points[seat + 1 :]))
    assert fmean(leads) > 0
