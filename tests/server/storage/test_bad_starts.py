"""What keeps a database from being opened is said in one sentence, changes nothing, and can be put right."""

import os
import pwd
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from server.clients import Server, free_port
from server.server_process import refused_start

from purrlab.server.errors import CannotServe
from purrlab.server.storage import sqlite
from purrlab.server.storage.data_dir import open_data_dir
from purrlab.server.storage.database import open_database

SMALL_DISK_BYTES = 20_000  # enough for the key and for some of the tables


def reason(file: Path) -> str:
    with pytest.raises(CannotServe) as refused, open_database(f"sqlite:///{file}"):
        pass
    return str(refused.value)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """One that everybody can look into."""
    folder = Path(tempfile.mkdtemp(prefix="purrlab-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_disk_that_is_full_at_the_first_start_is_no_trouble_once_there_is_room(tmp_path: Path) -> None:
    server = Server(tmp_path)

    def fill_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_DISK_BYTES, SMALL_DISK_BYTES))

    command = [sys.executable, "-m", "purrlab", "serve", "--port", "0", "--data", str(server.data)]
    ended = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, timeout=120, check=False, preexec_fn=fill_disk
    )
    assert ended.returncode == 1, ended.stderr
    (said,) = ended.stderr.strip().splitlines()
    assert f"the database sqlite:///{server.data / 'purrlab.sqlite'} cannot be used: " in said
    with server:
        assert server.visit().get("/health").status_code == 200


def test_a_folder_in_which_nothing_may_be_made(open_folder: Path) -> None:
    locked = open_folder / "locked"
    locked.mkdir(mode=0o555)
    with not_root():
        assert "cannot be used: Permission denied" in reason(locked / "purrlab.sqlite")
        with pytest.raises(CannotServe, match=r"^the data folder .*/locked cannot be used: Permission denied$"):
            open_data_dir(locked).__enter__()
    assert list(locked.iterdir()) == []


@contextmanager
def not_root() -> Iterator[None]:
    """Root may make things anywhere."""
    user = os.geteuid()
    os.seteuid(user or pwd.getpwnam("nobody").pw_uid)
    yield
    os.seteuid(user)


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "purrlab.sqlite").mkdir()
    assert "cannot be used: unable to open database file" in reason(tmp_path / "purrlab.sqlite")


def test_a_postgresql_server_that_is_not_there(tmp_path: Path) -> None:
    database = f"postgresql+psycopg://purrlab@127.0.0.1:{free_port()}/purrlab"
    said = refused_start(tmp_path, "--data", str(tmp_path / "data"), "--database", database)
    assert f"the database {database} cannot be used: connection failed: " in said


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("meow" * 2000, "cannot be used: file is not a database"),
        (
            "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('9999')",
            "newer version",
        ),
    ],
    ids=["no database", "newer"],
)
def test_a_file_that_is_refused_stays_as_it_is(tmp_path: Path, content: str, expected: str) -> None:
    file = tmp_path / "purrlab.sqlite"
    if "CREATE" in content:
        database = sqlite3.connect(file)
        database.executescript(content)
        database.close()
    else:
        file.write_text(content)
    before = file.read_bytes()
    assert expected in reason(file)
    assert file.read_bytes() == before


def test_a_database_that_another_program_has_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 50)
    file = tmp_path / "purrlab.sqlite"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "cannot be used: database is locked" in reason(file)
    other.execute("ROLLBACK")
    assert other.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    other.close()
    with open_database(f"sqlite:///{file}"):
        pass


# Reads and writes, once it is open


def test_reads_go_on_while_somebody_writes_and_see_one_state(tmp_path: Path) -> None:
    file = tmp_path / "purrlab.sqlite"
    people = sa.text("SELECT count(*) FROM people")
    with open_database(f"sqlite:///{file}") as database, database.writes.begin() as writer:
        writer.execute(sa.text("INSERT INTO people (id, name, created, deleted) VALUES ('a', 'Ann', 1, 0)"))
        with database.reads.connect() as reader:
            assert reader.execute(people).scalar_one() == 0
            writer.commit()
            assert reader.execute(people).scalar_one() == 0
        with database.reads.connect() as reader:
            assert reader.execute(people).scalar_one() == 1


def test_the_writer_waits_for_another_program_that_writes_before_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it read first would be old by the time it may write, and then the write would fail."""
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 50)
    file = tmp_path / "purrlab.sqlite"
    with open_database(f"sqlite:///{file}") as database:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sa.exc.OperationalError, match="locked"), database.writes.begin():
            pass
        other.close()
        with database.writes.begin() as connection:
            connection.execute(sa.text("INSERT INTO people (id, name, created, deleted) VALUES ('a', 'Ann', 1, 0)"))
