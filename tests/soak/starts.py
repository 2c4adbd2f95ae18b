"""Rounds of starts: a server is killed again and again while it makes its database, or brings an old one up to date."""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from server.old_databases import BACK_TO_0001, old_database_sql
from server.schema_differences import differences
from server.start_and_kill import Starter
from soak.violation import Violation

from purrlab.server.storage.database import open_database
from purrlab.server.storage.migrate import migrate, revisions
from purrlab.server.storage.schema import metadata
from purrlab.server.storage.store import load_table

OLD_REVISION = "0002"
BEFORE = ("none", *revisions()[:-1])  # which version a database has when the start begins
LATEST_MOMENT = 24  # of a start: most have about as many
MOST_KILLS = 6  # of one database
Content = dict[str, list[tuple[object, ...]]]


class Databases:
    """Makes databases of earlier versions, each for one trial."""

    def __init__(self, folder: Path, postgres: str | None) -> None:
        """In SQLite files, or on the PostgreSQL server of this URL."""
        self._folder = folder
        self._postgres = postgres
        self._made = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._old_file = folder / "old.sqlite"
        if not self._old_file.exists():
            with _opened(sqlite3.connect(self._old_file)) as database:
                database.executescript(old_database_sql())

    @contextmanager
    def make(self, version: str) -> Iterator[str]:
        """The URL of a new database."""
        self._made += 1
        name = f"trial_{self._made}"
        if self._postgres is None:
            file = self._folder / f"{name}.sqlite"
            if version != "none":
                shutil.copy(self._old_file, file)
            url = f"sqlite:///{file}"
            self._change_to(url, version)
            yield url
            for left in self._folder.glob(f"{name}.sqlite*"):
                left.unlink()
        else:
            with self._postgres_database(name) as url:
                if version != "none":
                    self._copy_old(url)
                    self._change_to(url, version)
                yield url

    def _change_to(self, url: str, version: str) -> None:
        """From the version of the old database."""
        if version == "none":
            return
        with _engine(url) as engine, engine.begin() as connection:
            if version == "0001":
                for statement in BACK_TO_0001.split(";"):
                    connection.execute(sa.text(statement))
            else:
                migrate(connection, version)

    @contextmanager
    def _postgres_database(self, name: str) -> Iterator[str]:
        assert self._postgres is not None
        with create_database(self._postgres, name) as url:
            yield url

    def _copy_old(self, url: str) -> None:
        """The rows of the old SQLite database, in a PostgreSQL database of the same version."""
        with _engine(url) as engine, _engine(f"sqlite:///{self._old_file}") as old:
            with engine.begin() as connection:
                migrate(connection, OLD_REVISION)
            tables = sa.MetaData()
            tables.reflect(engine)
            with engine.begin() as connection, old.connect() as source:
                for table in tables.sorted_tables:
                    if table.name != "alembic_version":
                        rows = [dict(row) for row in source.execute(sa.select(table)).mappings()]
                        connection.execute(sa.insert(table), rows)


@contextmanager
def create_database(server: str, name: str) -> Iterator[str]:
    """A new database on a PostgreSQL server, by its URL; it is dropped at the end."""
    url = sa.make_url(server)
    with _engine(server, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool) as engine:  # faults cut connections
        with engine.connect() as connection:
            connection.execute(sa.text(f'CREATE DATABASE "{name}"'))
        yield url.set(database=name).render_as_string(hide_password=False)
        with engine.connect() as connection:
            connection.execute(sa.text(f'DROP DATABASE "{name}" WITH (FORCE)'))


@contextmanager
def _engine(url: str, **options: Any) -> Iterator[sa.Engine]:
    engine = sa.create_engine(url, **options)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _opened(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield database
    finally:
        database.close()


def kill_starts(starter: Starter, databases: Databases, trials: int, chance: Random) -> int:
    """So many databases, each started and killed a few times at random moments. Gives the number of kills."""
    kills = 0
    for _ in range(trials):
        version = chance.choice(BEFORE)
        with databases.make(version) as url:
            before = _content(url) if version != "none" else {}
            moments = [chance.randint(1, LATEST_MOMENT) for _ in range(chance.randint(1, MOST_KILLS))]
            kills += sum(starter.is_killed(url, moment) for moment in moments)
            _check(url, before, f"a database of version {version}, killed at {moments}")
    return kills


def _check(url: str, before: Content, what: str) -> None:
    """It opens, is as this version wants it, has all it had, and every table loads."""
    with open_database(url) as database:
        if found := differences(database.reads):
            raise Violation(f"{what}: {found}")
        with database.reads.connect() as connection:
            for table in connection.execute(sa.select(metadata.tables["tables"].c.id)).scalars():
                load_table(connection, table)
    after = _content(url, before)
    for name, rows in before.items():
        if after[name] != rows:
            raise Violation(f"{what}: the rows of {name} have changed")


def _content(url: str, of: Content | None = None) -> Content:
    """All rows by table, after a row of the names of its columns; only what ``of`` has too, if it is given."""
    with _engine(url) as engine, engine.connect() as connection:
        tables = sa.MetaData()
        tables.reflect(engine)
        return {
            table.name: _rows(connection, table, of[table.name][0] if of else table.columns.keys())
            for table in tables.sorted_tables
            if table.name != "alembic_version" and (of is None or table.name in of)
        }


def _rows(connection: sa.Connection, table: sa.Table, columns: Sequence[object]) -> list[tuple[object, ...]]:
    chosen = sa.select(*(table.columns[str(name)] for name in columns))
    return [tuple(columns), *sorted(map(tuple, connection.execute(chosen)), key=repr)]
