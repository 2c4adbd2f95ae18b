"""A database that cannot be used is refused in words, which the server says when it starts."""

import sqlite3
from pathlib import Path

import pytest

from purrlab.server.errors import CannotServe
from purrlab.server.storage.database import open_database


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
