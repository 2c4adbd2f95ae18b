"""The commands of docs/operations.md keep a database, and bring it back after a crash."""

import os
import re
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from server.postgres_server import PROGRAMS, make_database, site_packages

from purrlab.server.storage.database import open_database
from purrlab.server.storage.schema import secrets

GUIDE = (Path(__file__).parents[3] / "docs" / "operations.md").read_text("utf-8")
BACKUP_SQLITE, BACKUP_POSTGRESQL, RESTORE_SQLITE, RESTORE_POSTGRESQL = re.findall(
    r"^```\n(.*?)^```", GUIDE.partition("## Backing up")[2].partition("\n## ")[0], re.MULTILINE | re.DOTALL
)


def run(commands: str, folder: Path, **environment: str) -> None:
    subprocess.run(["bash", "-e", "-c", commands], cwd=folder, env=os.environ | environment, check=True)  # noqa: S603, S607


def write(url: str, name: str) -> None:
    with open_database(url) as database, database.writes.begin() as connection:
        connection.execute(sa.insert(secrets).values(name=name, value=b""))


def written(url: str) -> list[str]:
    with open_database(url) as database, database.reads.connect() as connection:
        return sorted(connection.execute(sa.select(secrets.c.name)).scalars())


def test_sqlite(tmp_path: Path) -> None:
    """The log of a crash must not change what was restored. Where there is no sqlite3, its library makes the copy."""
    file, crashed = tmp_path / "purrlab.sqlite", tmp_path / "crashed"
    crashed.mkdir()
    url = f"sqlite:///{file}"
    write(url, "before")
    if shutil.which("sqlite3"):
        run(BACKUP_SQLITE, tmp_path)
        assert stat.S_IMODE((tmp_path / "copy.sqlite").stat().st_mode) == 0o600
    else:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
            source.backup(copy)
    with open_database(url) as database:
        with database.writes.begin() as connection:
            connection.execute(sa.insert(secrets).values(name="after", value=b""))
        for left in tmp_path.glob("purrlab.sqlite*"):
            shutil.copy(left, crashed)
    assert (crashed / "purrlab.sqlite-wal").stat().st_size > 0
    shutil.move(tmp_path / "copy.sqlite", crashed)
    run(RESTORE_SQLITE, crashed)
    assert written(f"sqlite:///{crashed / 'purrlab.sqlite'}") == ["before"]


def test_postgresql(tmp_path: Path, postgres_server: str) -> None:
    url = make_database(postgres_server, "purrlab")
    where = sa.make_url(url)
    programs = site_packages() / PROGRAMS / "bin"
    given = {"PGPORT": str(where.port), "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}

    def run_here(commands: str) -> None:
        assert "PGHOST=db" in commands
        run(commands.replace("PGHOST=db", f"PGHOST={where.host}"), tmp_path, **given)

    write(url, "before")
    run_here(BACKUP_POSTGRESQL)
    assert stat.S_IMODE((tmp_path / "purrlab.dump").stat().st_mode) == 0o600
    write(url, "after")
    run_here(RESTORE_POSTGRESQL)
    assert written(url) == ["before"]
