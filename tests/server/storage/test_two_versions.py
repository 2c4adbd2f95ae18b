"""Servers of two versions share a database while one is replaced by the other."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server.clients import Person, RandomPlayer, Server, open_socket, start_bot_game
from server.server_process import refused_start

from purrlab.server.storage.database import make_engine
from purrlab.server.storage.migrate import migrate, revisions
from purrlab.server.storage.schema import compatibility

FIRST_FOR_SEVERAL = "0005"  # the first migration that servers of two versions have to bear
# What the next version might add, while servers of this one go on.
NEXT_VERSION = [
    "ALTER TABLE events ADD COLUMN mood TEXT",
    "ALTER TABLE tables ADD COLUMN tags TEXT DEFAULT ''",
    "CREATE TABLE moods (name TEXT PRIMARY KEY)",
    "CREATE INDEX events_by_mood ON events (mood)",
    "UPDATE alembic_version SET version_num = '9999'",
]


def schema_of(connection: sa.Connection) -> dict[str, dict[str, Any]]:
    inspector = sa.inspect(connection)
    return {
        table: {
            "columns": {column["name"]: column for column in inspector.get_columns(table)},
            "unique": {str(each["column_names"]) for each in inspector.get_unique_constraints(table)}
            | {str(each["column_names"]) for each in inspector.get_indexes(table) if each["unique"]},
            "foreign": {str(each["constrained_columns"]) for each in inspector.get_foreign_keys(table)},
            "checks": {str(each["sqltext"]) for each in inspector.get_check_constraints(table)},
        }
        for table in inspector.get_table_names()
        if table != "alembic_version"
    }


def broken_for_older(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]]) -> list[str]:
    """What older servers would miss, or could no longer write."""
    found = [f"{table} is gone" for table in before.keys() - after.keys()]
    for table in before.keys() & after.keys():
        old, new = before[table]["columns"], after[table]["columns"]
        found += [f"{table}.{name} is gone" for name in old.keys() - new.keys()]
        found += [
            f"{table}.{name} is another"
            for name in old.keys() & new.keys()
            if (str(old[name]["type"]), old[name]["nullable"]) != (str(new[name]["type"]), new[name]["nullable"])
        ]
        found += [
            f"{table}.{name} must be written"
            for name in new.keys() - old.keys()
            if not new[name]["nullable"] and new[name]["default"] is None
        ]
        found += [
            f"{table} has another condition: {each}"
            for kind in ("unique", "foreign", "checks")
            for each in after[table][kind] - before[table][kind]
        ]
    return found


def oldest_of(connection: sa.Connection) -> str | None:
    there = sa.inspect(connection).has_table(compatibility.name)
    return connection.execute(sa.select(compatibility.c.oldest)).scalar_one() if there else None


def test_a_migration_only_adds_or_says_that_it_does_not(postgres: str) -> None:
    """One after the other, on PostgreSQL, where several servers are."""
    engine = make_engine(postgres)
    with engine.begin() as connection:
        before: dict[str, dict[str, Any]] | None = None
        oldest: str | None = None
        for revision in revisions():
            migrate(connection, revision)
            after = schema_of(connection)
            if before is not None and revision >= FIRST_FOR_SEVERAL and oldest == oldest_of(connection):
                assert broken_for_older(before, after) == [], revision
            before, oldest = after, oldest_of(connection)
    engine.dispose()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("DROP TABLE chat", ["chat is gone"]),
        ("ALTER TABLE chat DROP COLUMN text", ["chat.text is gone"]),
        ("ALTER TABLE chat ALTER COLUMN text TYPE INTEGER USING 0", ["chat.text is another"]),
        ("ALTER TABLE chat ADD COLUMN mood TEXT NOT NULL", ["chat.mood must be written"]),
        ("CREATE UNIQUE INDEX once ON chat (text)", ["chat has another condition: ['text']"]),
        ("ALTER TABLE chat ADD COLUMN mood TEXT NOT NULL DEFAULT ''", []),
    ],
)
def test_what_older_servers_cannot_bear_is_found(postgres: str, change: str, found: list[str]) -> None:
    engine = make_engine(postgres)
    with engine.begin() as connection:
        migrate(connection)
        before = schema_of(connection)
        connection.exec_driver_sql(change)
        assert broken_for_older(before, schema_of(connection)) == found
    engine.dispose()


def upgrade_to_next_version(file: Path, oldest: str) -> None:
    with closing(sqlite3.connect(file, timeout=30)) as database, database:
        for statement in NEXT_VERSION:
            database.execute(statement)
        database.execute("UPDATE compatibility SET oldest = ?", [oldest])


def test_a_server_goes_on_and_may_be_started_again_on_a_newer_database(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann = Person(server, "Ann")
        running, waiting = start_bot_game(ann), ann.new_table(players=2)["id"]
        upgrade_to_next_version(server.data / "purrlab.sqlite", revisions()[-1])

        async def look(table: str) -> dict[str, Any]:
            async with open_socket(server, ann) as opened:
                return await opened.ask("watch", table=table)

        assert asyncio.run(look(waiting))["table"]["status"] == "waiting"
        server.stop()
        server.start()
        assert "the database is of a newer version, and this one can use it" in server.log.read_text()
        player = RandomPlayer(ann, running, random.Random(1))
        asyncio.run(player.play())
        assert player.over
        assert player.acknowledged
        assert asyncio.run(look(waiting))["table"]["status"] == "waiting"


def test_a_server_refuses_a_newer_database_that_does_not_bear_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        pass
    upgrade_to_next_version(server.data / "purrlab.sqlite", "9999")
    said = refused_start(tmp_path, "--data", str(server.data))
    assert "is of a newer version of Purrlab, which this one cannot use" in said
