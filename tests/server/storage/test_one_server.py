"""One database is for one server at a time, however it is named."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
import sqlalchemy as sa
from server.clients import Person, Server, start_bot_game
from server.postgres_server import make_database
from server.server_process import LOCK_WAIT, refused_start
from server.start_and_kill import Starter

from purrlab.server.errors import CannotServe
from purrlab.server.storage import locks
from purrlab.server.storage.database import hold_bus, open_database
from purrlab.server.storage.migrate import migrate, revision_of

LOCKS = """pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND"""
SHORT_WAIT = {LOCK_WAIT: "100"}
END_LOCK_HOLDER = f"SELECT pg_terminate_backend(pid) FROM {LOCKS} granted"  # noqa: S608
WAITING_FOR_LOCK = f"SELECT count(*) FROM {LOCKS} NOT granted"  # noqa: S608


def said_by_second(folder: Path, database: str) -> str:
    """The one line that a second server says, which cannot start."""
    return refused_start(folder, "--data", str(folder / "second"), "--database", database, **SHORT_WAIT)


def test_a_second_server_on_an_sqlite_file_says_so_and_ends(server: Server, tmp_path: Path) -> None:
    database = f"sqlite:///{server.data / 'purrlab.sqlite'}"
    assert f"another server is already using the database {database}" in said_by_second(tmp_path, database)
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


def test_a_file_with_two_names_is_not_opened(tmp_path: Path) -> None:
    """By the other name neither the lock nor the write-ahead log of a server would be found."""
    first, other = tmp_path / "box.sqlite", tmp_path / "other" / "box.sqlite"
    other.parent.mkdir()
    with open_database(f"sqlite:///{first}"):
        other.hardlink_to(first)
        with pytest.raises(CannotServe, match="several names"), open_database(f"sqlite:///{other}"):
            pass
        assert sorted(file.name for file in other.parent.iterdir()) == ["box.sqlite"]
    other.unlink()
    with open_database(f"sqlite:///{first}"):
        pass


def test_a_second_server_on_postgresql_says_so_and_ends(tmp_path: Path, postgres: str) -> None:
    with Server(tmp_path, database=postgres) as first:
        assert f"another server is already using the database {postgres}" in said_by_second(tmp_path, postgres)
        assert Person(first, "Ann").get("/health")["status"] == "ok"
        first.kill()
        first.start()  # a killed one leaves no lock behind


def test_a_server_whose_connection_was_cut_goes_on_when_no_other_came(tmp_path: Path, postgres: str) -> None:
    engine = sa.create_engine(postgres)
    with Server(tmp_path, database=postgres) as first:
        ann = Person(first, "Ann")
        with engine.connect() as connection:
            assert connection.exec_driver_sql(END_LOCK_HOLDER).rowcount == 1
        start_bot_game(ann)
        assert "another server" in said_by_second(tmp_path, postgres)  # it has the lock again
    engine.dispose()


def test_a_server_whose_connection_was_cut_accepts_nothing_and_ends_when_another_came(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SHORT_WAIT.items():
        monkeypatch.setenv(name, value)
    engine = sa.create_engine(postgres, isolation_level="AUTOCOMMIT")
    with Server(tmp_path, database=postgres) as first, engine.connect() as other, ThreadPoolExecutor() as threads:
        ann = Person(first, "Ann")
        taken = threads.submit(other.exec_driver_sql, locks._TAKE_LOCK_SQL)
        with engine.connect() as connection:
            while not connection.exec_driver_sql(WAITING_FOR_LOCK).scalar_one():
                pass
            assert connection.exec_driver_sql(END_LOCK_HOLDER).rowcount == 1
        taken.result(30)
        answer = ann.http.post("/api/tables", json={"game": "cat-in-the-box", "players": 2})
        assert (answer.status_code, answer.json()["code"]) == (503, "not-stored")
        assert first.wait() == 1
        assert "another server is using the database now" in first.log.read_text().splitlines()[-1]
    engine.dispose()


def test_processes_with_a_bus_of_their_own_and_other_servers_keep_each_other_off(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "LOCK_WAIT_MS", 100)

    def others(*, alone: bool = False, on_a_bus: bool = False) -> AbstractContextManager[object]:
        return open_database(postgres, shared=on_a_bus) if alone or on_a_bus else hold_bus(postgres, shared=False)

    for first in ({}, {"alone": True}, {"on_a_bus": True}):
        with others(**first):
            for second in ({}, {"alone": True}, {"on_a_bus": True}):
                if not second == first == {"on_a_bus": True}:
                    with pytest.raises(CannotServe, match="another server"), others(**second):
                        pass
    with hold_bus(postgres, shared=False), open_database(postgres, shared=True, is_locked=True):
        pass  # one of the processes
    with open_database(postgres, shared=True), hold_bus(postgres, shared=True):
        pass  # processes on the bus of others


def test_servers_in_two_schemas_of_one_database_do_not_meet(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "LOCK_WAIT_MS", 100)
    engine = sa.create_engine(postgres)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE SCHEMA elsewhere")
    engine.dispose()
    other = f"{postgres}?options=-csearch_path%3Delsewhere"
    with open_database(postgres), open_database(other) as elsewhere:
        assert sa.inspect(elsewhere.reads).has_table("people", schema="elsewhere")
        with pytest.raises(CannotServe, match="another server"), open_database(postgres):
            pass


@pytest.mark.parametrize("before", [None, "0001"], ids=["first start", "upgrade"])
def test_a_kill_at_any_moment_of_a_start_on_postgresql_loses_nothing(
    starter: Starter, postgres_server: str, postgres: str, before: str | None
) -> None:
    engine = sa.create_engine(postgres)
    if before is not None:
        with engine.begin() as connection:
            migrate(connection, before)
            connection.exec_driver_sql("INSERT INTO people (id, name, created, deleted) VALUES ('a', 'Ann', 1, false)")
    engine.dispose()
    template, moment, killed = postgres.rsplit("/", 1)[1], 0, True
    while killed:
        moment += 3
        name = f"{template}_{moment}"
        url = make_database(postgres_server, name, template)
        killed = starter.is_killed(url, moment)
        with open_database(url) as opened, opened.reads.connect() as connection:
            assert revision_of(connection) not in (None, "0001")
            people = connection.exec_driver_sql("SELECT name FROM people").scalars().all()
            assert people == ([] if before is None else ["Ann"])
    assert moment > 6
