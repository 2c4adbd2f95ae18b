"""The database: how it is opened, and brought up to date."""

import re
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from purrlab.server.errors import CannotServe

DATABASE_KINDS = ("sqlite", "postgresql")
MIGRATIONS = Path(__file__).parent / "migrations"


def open_database(url: str) -> sa.Engine:
    """An engine on an SQLite file or, by URL, on PostgreSQL, with the schema as this version needs it."""
    kind = re.split(r"[+:]", url)[0]
    if "://" in url and kind not in DATABASE_KINDS:
        raise CannotServe(f"database: expected one of {' or '.join(DATABASE_KINDS)}, not of {kind}")
    try:
        waits = {"connect_timeout": 10} if kind == "postgresql" else {}
        engine = sa.create_engine(url, pool_pre_ping=True, connect_args=waits)
    except ModuleNotFoundError as error:
        hint = " (pip install 'purrlab[postgres]')" if error.name == "psycopg" else ""
        raise CannotServe(f"database: the package {error.name} is not installed{hint}") from None
    except (sa.exc.SQLAlchemyError, ValueError) as error:
        raise CannotServe(f"database: this is no URL of a database: {error}") from None
    shown = engine.url.render_as_string(hide_password=True)
    if engine.dialect.name == "sqlite":
        file = engine.url.database
        if not file or ":memory:" in file or engine.url.query.get("mode") == "memory":
            raise CannotServe(f"database: {shown} names no file, and nothing would be kept")
        sa.event.listen(engine, "connect", _set_pragmas)
    try:
        if engine.dialect.name == "sqlite":
            Path(engine.url.database or "").touch(mode=0o600)  # the seeds of running games are in it
        with engine.begin() as connection:
            migrate(connection)
    except (sa.exc.SQLAlchemyError, OSError) as error:
        raise CannotServe(f"the database {shown} cannot be used: {getattr(error, 'orig', None) or error}") from error
    except CommandError as error:
        raise CannotServe(f"the database {shown} is of another, newer version of Purrlab: {error}") from error
    return engine


def migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _set_pragmas(connection: Any, _record: object) -> None:
    """FULL: in WAL mode, NORMAL would lose acknowledged moves when the power fails.

    The log is copied into the file after 8,000 pages, not 1,000: moves wait while that happens.
    """
    cursor = connection.cursor()
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=8000", "foreign_keys=ON")
    for pragma in (*pragmas, "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
