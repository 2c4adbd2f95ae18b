"""The same server on PostgreSQL, started for this test by whoever has it installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from clients import Server
from crash_scenario import play_through_kills
from postgres_server import run_postgres


@pytest.fixture
def database() -> Iterator[str]:
    with run_postgres() as url:
        yield url


def test_nothing_is_lost_on_postgresql_either(tmp_path: Path, database: str) -> None:
    with Server(tmp_path, absence="600", database=database) as server:
        play_through_kills(server, database, tables=20, kills=2)
        assert not (server.data / "purrlab.sqlite").exists()
