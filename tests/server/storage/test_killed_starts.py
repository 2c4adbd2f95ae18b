"""A kill during the first start or during an upgrade loses nothing: the next start has everything."""

import os
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa
from server.clients import Person, Server, start_bot_game
from server.old_databases import BACK_TO_0001, old_database_sql
from server.schema_differences import differences
from server.server_process import start_server_process
from server.start_and_kill import Starter

from purrlab.server.errors import CannotServe
from purrlab.server.storage.database import Database, open_database
from purrlab.server.storage.migrate import revision_of

COPIES = "WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < 10)"
COPY_TABLES = f"""
    INSERT INTO tables {COPIES} SELECT id || '-' || n, game, players, options, speed, listed, pace, host, server_seed,
    created, 'closed' FROM tables, copy; INSERT INTO events {COPIES} SELECT table_id || '-' || n, seq, at, kind, seat,
    text, key, "left" FROM events, copy
"""  # noqa: S608
MOMENTS_APART = 3  # in `make soak`, starts are killed at any
COMPARED_COLUMNS = {
    "tables": "id, game, server_seed",
    "events": "table_id, seq, at, kind, seat, text",
    "chat": "table_id, text",
}


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database at revision 0001 with many events."""
    file = tmp_path_factory.mktemp("old") / "0001.sqlite"
    database = sqlite3.connect(file)
    database.executescript(old_database_sql())
    database.executescript(f"{COPY_TABLES}; {BACK_TO_0001}")
    assert database.execute("SELECT count(*) FROM events").fetchone()[0] > 800
    database.close()
    return file


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def kept_in(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """What people did, in an order of its own."""
    database = sqlite3.connect(file)
    rows = {
        name: database.execute(f"SELECT {columns} FROM {name} ORDER BY {columns}").fetchall()  # noqa: S608
        for name, columns in COMPARED_COLUMNS.items()
    }
    database.close()
    return rows


def takes_writes(database: Database) -> bool:
    with database.writes.begin() as connection:
        return connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num")).rowcount == 1


def killed_throughout_a_start(
    starter: Starter, folder: Path, before: Path | None, version: str = "this", apart: int = MOMENTS_APART
) -> Iterator[Path]:
    """Databases on which a start was killed, at moments throughout a start."""
    for moment in count(1, apart):
        file = folder / f"{moment}.sqlite"
        if before is not None:
            shutil.copy(before, file)
        if not starter.is_killed(url_of(file), moment, version):
            assert moment > 5
            return
        yield file


@pytest.mark.parametrize("version", ["this", "earlier"])
def test_after_a_kill_at_any_moment_of_the_first_start_the_next_start_goes_well(
    starter: Starter, tmp_path: Path, version: str
) -> None:
    """A database that an earlier version left partly migrated is repaired."""
    partly_migrated = 0
    for file in killed_throughout_a_start(starter, tmp_path, None, version):
        partly_migrated += is_partly_migrated(file)
        with open_database(url_of(file)) as database:
            assert differences(database.reads) == [], file
            assert takes_writes(database), file
    assert (partly_migrated > 0) == (version == "earlier")


def is_partly_migrated(file: Path) -> bool:
    """Whether there are tables, but no revision."""
    database = sqlite3.connect(file)
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    has_revision = "alembic_version" in tables and database.execute("SELECT 1 FROM alembic_version").fetchone()
    database.close()
    return bool(tables) and not has_revision


def test_after_a_kill_at_any_moment_of_an_upgrade_the_next_start_has_everything(
    starter: Starter, tmp_path: Path, old: Path
) -> None:
    """Killed, it has changed nothing or everything."""
    kept, upgraded = kept_in(old), set()
    for file in killed_throughout_a_start(starter, tmp_path, old):
        revision, has_index = state_of(file)
        assert has_index == (revision != "0001"), file
        upgraded.add(has_index)
        check_all_is_there(file, kept)
    assert upgraded == {False, True}


def test_an_upgrade_by_an_earlier_version_that_was_killed_at_any_moment_is_repaired(
    starter: Starter, tmp_path: Path, old: Path
) -> None:
    kept, states = kept_in(old), set()
    for file in killed_throughout_a_start(starter, tmp_path, old, "earlier", apart=1):
        states.add(state_of(file))
        check_all_is_there(file, kept)
    assert ("0001", True) in states  # which could not be opened


def check_all_is_there(file: Path, kept: dict[str, list[tuple[object, ...]]]) -> None:
    with open_database(url_of(file)) as database:
        assert differences(database.reads) == [], file
        assert takes_writes(database), file
    assert kept_in(file) == kept, file


def state_of(file: Path) -> tuple[str | None, bool]:
    """The revision, and whether what 0002 makes is there."""
    engine = sa.create_engine(url_of(file))
    with engine.connect() as connection:
        indexes = {each["name"] for each in sa.inspect(connection).get_indexes("events")}
        state = revision_of(connection), "events_by_who_added_to_chance" in indexes
    engine.dispose()
    return state


def kill_at_random_moments(folder: Path, before: Path | None, kills: int, chance: random.Random) -> None:
    """The whole server is killed while it starts, on one database again and again; then a game is played on it."""
    server = Server(folder)
    server.data.mkdir(parents=True)
    database = server.data / "purrlab.sqlite"
    if before is not None:
        shutil.copy(before, database)
    arguments = ["serve", "--port", "0", "--data", str(server.data)]
    for _ in range(kills):
        (server.data / "purrlab.sqlite.lock").unlink(missing_ok=True)
        process = start_server_process(arguments, os.environ, folder / "killed.log")
        while not (server.data / "purrlab.sqlite.lock").exists() and process.poll() is None:
            time.sleep(0.0005)
        time.sleep(chance.uniform(0, 0.15))
        process.kill()
        process.wait()
    with server:
        start_bot_game(Person(server, "Ann"))


@pytest.mark.parametrize("first", [True, False], ids=["first start", "upgrade"])
def test_a_server_that_was_killed_while_it_started_starts(tmp_path: Path, old: Path, *, first: bool) -> None:
    kill_at_random_moments(tmp_path, None if first else old, kills=3, chance=random.Random(4))
    if not first:
        now, then = kept_in(tmp_path / "data" / "purrlab.sqlite"), kept_in(old)
        assert set(then["tables"]) <= set(now["tables"])
        assert set(then["chat"]) <= set(now["chat"])
        assert set(then["events"]) <= set(now["events"])


# What is not left by an interrupted migration


def refusal(file: Path) -> str:
    before = content(file)
    with pytest.raises(CannotServe) as refused, open_database(url_of(file)):
        pass
    assert content(file) == before
    return str(refused.value)


def content(file: Path) -> list[str]:
    database = sqlite3.connect(file)
    dumped = list(database.iterdump())
    database.close()
    return dumped


def test_tables_with_rows_are_not_taken_for_leftovers(tmp_path: Path) -> None:
    file = tmp_path / "purrlab.sqlite"
    with sqlite3.connect(file) as database:
        database.executescript(old_database_sql())
        database.execute("DELETE FROM alembic_version")
    database.close()
    assert "the table people has rows, but migration 0001" in refusal(file)


def test_a_table_of_somebody_else_is_not_taken_for_a_leftover(tmp_path: Path) -> None:
    file = tmp_path / "purrlab.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE people (shoe_size INTEGER)")
    database.close()
    assert "the table people differs from the one that migration 0001 creates" in refusal(file)


def test_what_others_keep_in_the_same_database_stays(tmp_path: Path) -> None:
    file = tmp_path / "purrlab.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE shoes (size INTEGER)")
    database.close()
    with open_database(url_of(file)) as opened:
        assert "shoes" in sa.inspect(opened.reads).get_table_names()


def _made_now(folder: Path) -> Path:
    file = folder / "made.sqlite"
    with open_database(url_of(file)):
        pass
    return file
