"""The database: how it is opened, by one server at a time or by servers that share it, and brought up to date."""

import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa

from purrlab.server.errors import CannotServe
from purrlab.server.storage import sqlite
from purrlab.server.storage.locks import (
    InUse,
    check_alone,
    hold_bus_lock,
    hold_postgresql_lock,
    is_held_by_another,
    lock_file,
    migrate_alone,
    share_bus_lock,
    share_postgresql_lock,
)
from purrlab.server.storage.migrate import accepts_this_version, is_newer, migrate
from purrlab.server.storage.repair import UnexpectedSchemaObject, undo_interrupted_migration

log = logging.getLogger(__name__)

DATABASE_KINDS = ("sqlite", "postgresql")


class NewerDatabase(Exception):
    """A newer program has changed it in a way that this one does not know."""


class Database(NamedTuple):
    reads: sa.Engine
    writes: sa.Engine  # by one connection

    @property
    def loses_lock_with_connection(self) -> bool:
        """Whether the lock that keeps other servers away goes with the writer's connection."""
        return self.writes.dialect.name == "postgresql"


@contextmanager
def open_database(url: str, *, shared: bool = False, is_locked: bool = False) -> Iterator[Database]:
    """An SQLite file or, by URL, PostgreSQL, with the schema as this version needs it, for this server alone.

    ``shared``: with others that share it. ``is_locked``: they are processes of one machine, and the one that started
    them holds the lock of an SQLite file.
    """
    reads = make_engine(url)
    shown = reads.url.render_as_string(hide_password=True)
    file = sqlite.file_of(reads) if reads.dialect.name == "sqlite" else None
    if reads.dialect.name == "sqlite" and file is None:
        raise CannotServe(f"database: {shown} names no file, so nothing would be kept")
    if shared and not is_locked and file is not None:
        raise CannotServe(
            "bus: several servers need PostgreSQL (--database); an SQLite file is for one machine (--processes)"
        )
    writes = make_writing_engine(url)
    with ExitStack() as stack:
        try:
            if file is not None:
                sqlite.check_one_name(file)
                if not is_locked:
                    lock = file.with_name(f"{file.name}.lock")
                    stack.enter_context(lock_file(lock, f"the database {shown}"))
                sqlite.create_file(file)
                sqlite.begin_transactions(reads, "BEGIN")
            else:
                sa.event.listen(writes, "connect", share_postgresql_lock if shared else hold_postgresql_lock)
                if shared and not is_locked:
                    sa.event.listen(writes, "connect", share_bus_lock)
            stack.callback(reads.dispose)
            stack.callback(writes.dispose)
            _bring_up_to_date(writes)
        except NewerDatabase:
            raise CannotServe(
                f"the database {shown} is of a newer version of Purrlab, which this one cannot use"
            ) from None
        except (sa.exc.SQLAlchemyError, sqlite3.Error, OSError, UnexpectedSchemaObject) as error:
            if is_held_by_another(error):
                raise CannotServe(f"another server is already using the database {shown}") from None
            raise CannotServe(f"the database {shown} cannot be used: {_reason(error)}") from error
        yield Database(reads, writes)


@contextmanager
def hold_bus(url: str, *, shared: bool) -> Iterator[sa.Engine]:
    """For processes of one machine on PostgreSQL: while they are there, nobody comes who is on another bus, or alone.

    ``shared``: they use one that others may use too. The locks go with the connection of this engine.
    """
    engine = make_writing_engine(url)
    shown = engine.url.render_as_string(hide_password=True)
    sa.event.listen(engine, "connect", share_postgresql_lock)
    sa.event.listen(engine, "connect", share_bus_lock if shared else hold_bus_lock)
    try:
        with engine.begin() as connection:
            if not shared:
                check_alone(connection)
    except sa.exc.SQLAlchemyError as error:
        engine.dispose()
        if is_held_by_another(error):
            raise InUse(f"another server is already using the database {shown}") from None
        raise CannotServe(f"the database {shown} cannot be used: {_reason(error)}") from error
    try:
        yield engine
    finally:
        engine.dispose()


def _bring_up_to_date(writes: sa.Engine) -> None:
    """In one transaction: a kill in between changes nothing."""
    with writes.begin() as connection:
        if writes.dialect.name == "sqlite":
            undo_interrupted_migration(connection)
        else:
            migrate_alone(connection)
        if not is_newer(connection):
            migrate(connection)
        elif not accepts_this_version(connection):
            raise NewerDatabase
        else:
            log.warning("the database is of a newer version, and this one can use it")
    if writes.dialect.name == "sqlite":
        sqlite.write_ahead(writes)


def _reason(error: Exception) -> str:
    """In one line: PostgreSQL tells more, and of which machine it asked."""
    said = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
    return " ".join(said.split())


def make_writing_engine(url: str) -> sa.Engine:
    """Of one connection, whose transactions write from the beginning."""
    engine = make_engine(url, pool_size=1, max_overflow=0)
    if engine.dialect.name == "sqlite":
        sqlite.begin_transactions(engine, "BEGIN IMMEDIATE")
    return engine


def make_engine(url: str, **options: Any) -> sa.Engine:
    kind = re.split(r"[+:]", url)[0]
    if "://" in url and kind not in DATABASE_KINDS:
        raise CannotServe(f"database: expected {' or '.join(DATABASE_KINDS)}, not {kind}")
    if kind == "postgresql":
        options |= {"connect_args": {"connect_timeout": 10}, "pool_pre_ping": True}
    try:
        return sa.create_engine(url, **options)
    except ModuleNotFoundError as error:
        hint = " (pip install 'purrlab[postgres]')" if error.name == "psycopg" else ""
        raise CannotServe(f"database: the package {error.name} is not installed{hint}") from None
    except (sa.exc.SQLAlchemyError, ValueError) as error:
        raise CannotServe(f"database: not a database URL: {error}") from None
