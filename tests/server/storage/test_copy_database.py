"""Games and people move from SQLite to PostgreSQL, all or nothing."""

import asyncio
import random
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from server.clients import Person, RandomPlayer, Server, start_bot_game

from purrlab.cli import main
from purrlab.server.storage.copy_database import copy_database
from purrlab.server.storage.database import open_database
from purrlab.server.storage.leases import SHARD_COUNT
from purrlab.server.storage.schema import metadata, shards


def test_from_sqlite_to_postgresql_and_on(tmp_path: Path, postgres: str) -> None:
    with Server(tmp_path) as server:
        ann = Person(server, "Ann")
        cookie = ann.http.cookies["purrlab"]
        player = RandomPlayer(ann, start_bot_game(ann, pace=0), random.Random(1))
        asyncio.run(player.play())
        replay = ann.get(f"/api/tables/{player.table}/replay")
    source = f"sqlite:///{server.data / 'purrlab.sqlite'}"
    with open_database(source) as database, database.writes.begin() as connection:
        rows = [{"number": number, "owner": "gone", "epoch": 7} for number in range(SHARD_COUNT)]
        connection.execute(sa.insert(shards), rows)
    said = CliRunner().invoke(main, ["copy-database", source, postgres])
    assert said.exit_code == 0, said.output
    assert "people 1, " in said.output
    with open_database(postgres) as database, database.reads.connect() as connection:
        assert set(connection.execute(sa.select(shards.c.owner, shards.c.epoch))) == {(None, 7)}
    folder = tmp_path / "next"
    folder.mkdir()
    with Server(folder, database=postgres) as following:
        again = Person(following, "Ann", cookie=cookie)
        assert again.get(f"/api/tables/{player.table}/replay") == replay
        assert again.get("/api/me")["person"]["name"] == "Ann"
    refused = CliRunner().invoke(main, ["copy-database", source, postgres])
    assert refused.exit_code == 1
    assert "is not empty" in refused.output


def test_all_rows_go_back_too_and_nothing_when_one_cannot(tmp_path: Path, postgres: str) -> None:
    source, target = f"sqlite:///{tmp_path / 'source.sqlite'}", f"sqlite:///{tmp_path / 'target.sqlite'}"
    with Server(tmp_path, database=source) as server:
        start_bot_game(Person(server, "Ann"))
    copy_database(source, postgres)
    copy_database(postgres, target)
    assert rows_of(source) == rows_of(target)
    with open_database(postgres) as database, database.writes.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(sa.delete(table))
    with open_database(source) as database, database.writes.begin() as connection:
        connection.exec_driver_sql("UPDATE events SET kind = 'longer than ten characters'")
    with pytest.raises(Exception, match="nothing was copied to"):
        copy_database(source, postgres)
    assert not any(rows_of(postgres).values())


def rows_of(url: str) -> dict[str, list[tuple[object, ...]]]:
    with open_database(url) as database, database.reads.connect() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(sa.select(table))), key=repr)
            for table in metadata.sorted_tables
            if table.name != "compatibility"
        }
