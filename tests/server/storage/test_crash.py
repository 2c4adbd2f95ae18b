"""Nothing acknowledged is lost, nothing is applied twice: the server is killed again and again in mid-game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.clients import Server
from server.crash_scenario import play_through_kills


def test_no_acknowledged_action_is_lost_or_applied_twice_when_the_server_is_killed(tmp_path: Path) -> None:
    _play_through_kills(tmp_path, tables=30, kills=3, seed=20)


@pytest.mark.soak
def test_not_even_when_it_is_killed_again_and_again(tmp_path: Path, soak_seeds: Iterator[int]) -> None:
    for seed in soak_seeds:
        _play_through_kills(tmp_path / str(seed), tables=100, kills=8, seed=seed)


def _play_through_kills(folder: Path, tables: int, kills: int, seed: int) -> None:
    folder.mkdir(exist_ok=True)
    with Server(folder, absence="600") as server:
        play_through_kills(server, f"sqlite:///{server.data / 'purrlab.sqlite'}", tables, kills, seed)
        assert '"level":"error"' not in server.log.read_text()
