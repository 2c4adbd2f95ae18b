"""SQLite: its file, and how connections and transactions begin."""

import errno
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa

from purrlab.server.storage.locks import take_turn

BUSY_TIMEOUT_MS = 10_000
SYNCHRONOUS = "FULL"  # in WAL mode, NORMAL would lose acknowledged moves when the power fails


def file_of(engine: sa.Engine) -> Path | None:
    """The file itself, whatever links lead to it; None where nothing would be kept."""
    database = engine.url.database
    if not database or ":memory:" in database or engine.url.query.get("mode") == "memory":
        return None
    (name, *_), options = engine.dialect.create_connect_args(engine.url)
    return Path(unquote(urlsplit(name).path) if options.get("uri") else name).resolve()


def check_one_name(file: Path) -> None:
    """What is not yet in the file is in another beside it, named after it: by another name it would not be found.

    Raises OSError.
    """
    if file.is_file() and file.stat().st_nlink > 1:
        raise OSError(errno.EMLINK, "the file has several names (hard links); make a copy of it, and remove the others")


def create_file(file: Path) -> None:
    """For its owner alone: the seeds of running games are in it."""
    if not file.exists():
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


def begin_transactions(engine: sa.Engine, statement: str) -> None:
    """Each transaction begins by this statement.

    Left to itself, Python's sqlite3 begins one only before a change of rows: changes of tables would be committed each
    by itself, and the reads of one connection would see different states.
    """

    def begin(dbapi_connection: Any) -> None:
        dbapi_connection.cursor().execute(statement)

    sa.event.listen(engine, "connect", _set_up)
    # The event "begin" would do too, but an engine with such events takes a tenth longer for every statement.
    engine.dialect.do_begin = begin  # type: ignore[method-assign]


def turns_to_write(engine: sa.Engine) -> Callable[[], AbstractContextManager[None]]:
    """How processes that share the file write one after the other. On PostgreSQL nobody has to.

    SQLite itself makes whoever finds the file locked sleep for 1, 2, 5, 10, 15 … ms and look again, however soon it is
    free; and again, if somebody else was quicker.
    """
    file = file_of(engine) if engine.dialect.name == "sqlite" else None
    return nullcontext if file is None else partial(take_turn, file.with_name(f"{file.name}.turn"))


def _set_up(connection: Any, _record: object) -> None:
    """The log is copied into the file after 8,000 pages, not 1,000: moves wait while that happens.

    What a statement needs to undo itself stays in memory: for most batches SQLite would make a file, and delete it.
    """
    connection.isolation_level = None  # Python begins no transaction
    pragmas = (
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        f"synchronous={SYNCHRONOUS}",
        "wal_autocheckpoint=8000",
        "foreign_keys=ON",
        "temp_store=MEMORY",
    )
    with closing(connection.cursor()) as cursor:
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")


def write_ahead(engine: sa.Engine) -> None:
    """Reads and the writer do not wait for each other. The file remembers it."""
    with closing(engine.raw_connection()) as connection, closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")
