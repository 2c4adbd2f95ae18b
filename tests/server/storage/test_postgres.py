"""The same server on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.clients import Server
from server.crash_scenario import play_through_kills
from server.postgres_server import make_database


def test_nothing_is_lost_on_postgresql_either(tmp_path: Path, postgres: str) -> None:
    _play_through_kills(tmp_path, postgres, tables=10, kills=2, seed=20)


@pytest.mark.soak
def test_nothing_is_lost_on_postgresql_when_it_is_killed_again_and_again(
    tmp_path: Path, postgres_server: str, soak_seeds: Iterator[int]
) -> None:
    for seed in soak_seeds:
        database = make_database(postgres_server, f"soak{seed}")
        _play_through_kills(tmp_path / str(seed), database, tables=60, kills=6, seed=seed)


def _play_through_kills(folder: Path, database: str, tables: int, kills: int, seed: int) -> None:
    folder.mkdir(exist_ok=True)
    with Server(folder, absence="600", database=database) as server:
        play_through_kills(server, database, tables, kills, seed)
        assert not (server.data / "purrlab.sqlite").exists()
