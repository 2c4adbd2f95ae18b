"""How a database is opened. One that cannot be used is refused in words, which the server says when it starts."""

import sqlite3
from importlib.util import find_spec, module_from_spec
from pathlib import Path

import pytest

from purrlab.server.errors import CannotServe
from purrlab.server.storage import sqlite
from purrlab.server.storage.database import open_database


def test_what_is_committed_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PRAGMA synchronous, as the module has it before the tests turn it off: 2 is FULL."""
    spec = find_spec(sqlite.__name__)
    assert spec is not None
    assert spec.loader is not None
    untouched = module_from_spec(spec)
    spec.loader.exec_module(untouched)
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", untouched.SYNCHRONOUS)
    with open_database(f"sqlite:///{tmp_path / 'purrlab.sqlite'}") as database, database.writes.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("nonsense", "not a database URL"),
        ("sqlite://", "names no file"),
        ("sqlite:////no/such/folder/purrlab.sqlite", "cannot be used"),
        ("oracle://cat@127.0.0.1/box", "expected sqlite or postgresql, not oracle"),
    ],
)
def test_a_database_that_cannot_be(url: str, expected: str) -> None:
    assert expected in _refusal(url)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "purrlab.sqlite").write_bytes(b"meow" * 2000)
    assert "not a database" in _refusal(f"sqlite:///{tmp_path}/purrlab.sqlite")


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "purrlab.sqlite") as connection:
        connection.execute("create table alembic_version (version_num varchar(32))")
        connection.execute("insert into alembic_version values ('9999')")
    assert "newer version" in _refusal(f"sqlite:///{tmp_path}/purrlab.sqlite")


def _refusal(url: str) -> str:
    """In one line."""
    with pytest.raises(CannotServe) as refused, open_database(url):
        pass
    assert len(str(refused.value).splitlines()) == 1
    return str(refused.value)
