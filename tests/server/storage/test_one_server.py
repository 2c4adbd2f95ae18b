"""One database is for one server at a time, however it is named."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa
from server.clients import Person, Server, start_bot_game
from server.postgres_server import run_postgres
from server.start_and_kill import Starter

from purrlab.server.errors import CannotServe
from purrlab.server.storage import locks
from purrlab.server.storage.database import open_database
from purrlab.server.storage.migrate import migrate, revision_of

END_LOCK_HOLDER = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
WAITING_FOR_LOCK = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
_numbers = count(1)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with run_postgres() as url:
        yield url


@pytest.fixture
def database(postgres: str) -> str:
    """The URL of an empty database."""
    name = f"test{next(_numbers)}"
    _make_database(postgres, name)
    return postgres.removesuffix("postgres") + name


def _make_database(postgres: str, name: str, template: str = "template1") -> None:
    engine = sa.create_engine(postgres, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {template}")
    engine.dispose()


def second_server(folder: Path, database: str, cwd: Path | None = None) -> tuple[int, str]:
    """How a second server ends, and the one line that it says."""
    command = [sys.executable, "-m", "purrlab", "serve", "--port", "0", "--data", str(folder), "--database", database]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=cwd)  # noqa: S603
    (said,) = ended.stderr.strip().splitlines()
    return ended.returncode, said


def test_a_second_server_on_an_sqlite_file_says_so_and_ends(server: Server, tmp_path: Path) -> None:
    database = f"sqlite:///{server.data / 'purrlab.sqlite'}"
    code, said = second_server(tmp_path / "other", database)
    assert code == 1
    assert f"another server is already using the database {database}" in said
    assert Person(server, "Ann").get("/health")["status"] == "ok"


@pytest.mark.parametrize(
    "name", ["link/box.sqlite", "link.sqlite", "./data/../data/box.sqlite", "file:data/box.sqlite?uri=true"]
)
def test_a_file_is_the_same_by_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to("data")
    (tmp_path / "link.sqlite").symlink_to("data/box.sqlite")
    monkeypatch.chdir(tmp_path)
    with (
        open_database(f"sqlite:///{tmp_path}/data/box.sqlite"),
        pytest.raises(CannotServe, match="another server is already using the database"),
        open_database(f"sqlite:///{name}"),
    ):
        pass
    with open_database(f"sqlite:///{name}") as opened:  # once the first has ended
        assert sa.inspect(opened.reads).has_table("people")
    assert {file.name for file in tmp_path.iterdir()} == {"data", "link", "link.sqlite"}


def test_a_second_server_on_postgresql_says_so_and_ends(tmp_path: Path, database: str) -> None:
    with Server(tmp_path, database=database) as first:
        code, said = second_server(tmp_path / "second", database)
        assert code == 1
        assert f"another server is already using the database {database}" in said
        assert Person(first, "Ann").get("/health")["status"] == "ok"
        first.kill()
        first.start()  # a killed one leaves no lock behind


def test_a_server_whose_connection_was_cut_goes_on_when_no_other_came(tmp_path: Path, database: str) -> None:
    engine = sa.create_engine(database)
    with Server(tmp_path, database=database) as first:
        ann = Person(first, "Ann")
        with engine.connect() as connection:
            assert connection.exec_driver_sql(END_LOCK_HOLDER).rowcount == 1
        start_bot_game(ann)
        code, _ = second_server(tmp_path / "second", database)
        assert code == 1  # it has the lock again
    engine.dispose()


def test_a_server_whose_connection_was_cut_accepts_nothing_and_ends_when_another_came(
    tmp_path: Path, database: str
) -> None:
    engine = sa.create_engine(database, isolation_level="AUTOCOMMIT")
    with Server(tmp_path, database=database) as first, engine.connect() as other, ThreadPoolExecutor() as threads:
        ann = Person(first, "Ann")
        taken = threads.submit(other.exec_driver_sql, locks._TAKE_LOCK_SQL)
        with engine.connect() as connection:
            while not connection.exec_driver_sql(WAITING_FOR_LOCK).scalar_one():
                pass
            assert connection.exec_driver_sql(END_LOCK_HOLDER).rowcount == 1
        taken.result(30)
        answer = ann.http.post("/api/tables", json={"game": "cat-in-the-box", "players": 2})
        assert (answer.status_code, answer.json()["code"]) == (503, "not-stored")
        assert first._process is not None
        assert first._process.wait(60) == 1
        assert "another server is using the database now" in first.log.read_text().splitlines()[-1]
    engine.dispose()


def test_servers_in_two_schemas_of_one_database_do_not_meet(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "LOCK_WAIT_MS", 100)
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE SCHEMA elsewhere")
    engine.dispose()
    other = f"{database}?options=-csearch_path%3Delsewhere"
    with open_database(database), open_database(other) as elsewhere:
        assert sa.inspect(elsewhere.reads).has_table("people", schema="elsewhere")
        with pytest.raises(CannotServe, match="another server"), open_database(database):
            pass


@pytest.mark.parametrize("before", [None, "0001"], ids=["first start", "upgrade"])
def test_a_kill_at_any_moment_of_a_start_on_postgresql_loses_nothing(
    postgres: str, database: str, before: str | None
) -> None:
    engine = sa.create_engine(database)
    if before is not None:
        with engine.begin() as connection:
            migrate(connection, before)
            connection.exec_driver_sql("INSERT INTO people (id, name, created, deleted) VALUES ('a', 'Ann', 1, false)")
    engine.dispose()
    template, moment, killed = database.rsplit("/", 1)[1], 0, True
    with Starter.running() as starter:
        while killed:
            moment += 3
            name = f"{template}_{moment}"
            _make_database(postgres, name, template)
            url = postgres.removesuffix("postgres") + name
            killed = starter.is_killed(url, moment)
            with open_database(url) as opened, opened.reads.connect() as connection:
                assert revision_of(connection) not in (None, "0001")
                people = connection.exec_driver_sql("SELECT name FROM people").scalars().all()
                assert people == ([] if before is None else ["Ann"])
    assert moment > 6
