"""One server at a time: a locked file, or a lock in PostgreSQL. Each is gone when its holder ends, however it ends.

Servers that share a PostgreSQL over a bus share its lock too, so that one which thinks it is alone finds it taken.
They share another lock, which processes of one machine with a bus of their own have for themselves.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import reduction
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from purrlab.server.errors import CannotServe

try:
    import fcntl
except ImportError:  # on Windows nobody looks whether another server is there
    fcntl = None  # type: ignore[assignment]

LOCK_WAIT_MS = 3_000  # PostgreSQL needs a moment to notice that the server before was killed
STUCK_WRITE_MS = 1_000  # after which PostgreSQL ends a transaction in which nothing happens
LOCK_NOT_AVAILABLE = "55P03"  # as PostgreSQL calls it
_LOCK_KEY = "hashtextextended('purrlab' || '{}' || ' ' || coalesce(current_schema(), ''), 0)"
_TAKE_LOCK_SQL = f"SELECT pg_advisory_lock({_LOCK_KEY.format('')})"
_TAKE_SHARED_LOCK_SQL = f"SELECT pg_advisory_lock_shared({_LOCK_KEY.format('')})"
_CHECK_ALONE_SQL = f"SELECT pg_advisory_xact_lock({_LOCK_KEY.format('')})"
_TAKE_BUS_LOCK_SQL = f"SELECT pg_advisory_lock({_LOCK_KEY.format(' bus')})"
_TAKE_SHARED_BUS_LOCK_SQL = f"SELECT pg_advisory_lock_shared({_LOCK_KEY.format(' bus')})"
_MIGRATE_ALONE_SQL = f"SELECT pg_advisory_xact_lock({_LOCK_KEY.format(' migration')})"
_CHANGE_NAMES_ALONE_SQL = f"SELECT pg_advisory_xact_lock({_LOCK_KEY.format(' names')})"
# A machine that is gone without a word lets go of the lock after a minute, not after two hours.
_KEEPALIVES = {"tcp_keepalives_idle": 30, "tcp_keepalives_interval": 10, "tcp_keepalives_count": 3}

_held: set[int] = set()  # descriptors of the files that this process has locked


class InUse(CannotServe):
    """Another server has what this one needs."""


@contextmanager
def lock_file(file: Path, used: str) -> Iterator[None]:
    """Hold the lock on a file that is there for nothing else. ``used`` names what two servers cannot share."""
    file.touch(mode=0o600)
    with file.open("wb") as opened:
        try:
            if fcntl is not None:
                fcntl.flock(opened.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"another server is already using {used}") from None
        _held.add(opened.fileno())
        try:
            yield
        finally:
            _held.discard(opened.fileno())


@contextmanager
def take_turn(file: Path) -> Iterator[None]:
    """Hold the lock on a file that is there for nothing else, once nobody else does. Whoever waits is woken then."""
    opened = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


class HeldLocks:
    """The files that this process has locked, for one that it starts: they are free once both have ended."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _keep, tuple(map(reduction.DupFd, _held))


def _keep(*given: Any) -> HeldLocks:
    for each in given:
        os.set_inheritable(each.detach(), False)  # noqa: FBT003
    return HeldLocks()


def hold_postgresql_lock(connection: Any, _record: object) -> None:
    """As the writer connects: who writes has the lock, and who lost the connection has to get the lock again."""
    _hold(connection, _TAKE_LOCK_SQL, _KEEPALIVES)


def share_postgresql_lock(connection: Any, _record: object) -> None:
    """The same for servers among others. One that was stopped in the midst of a write must not keep its shards."""
    _hold(connection, _TAKE_SHARED_LOCK_SQL, _KEEPALIVES | {"idle_in_transaction_session_timeout": STUCK_WRITE_MS})


def hold_bus_lock(connection: Any, _record: object) -> None:
    """Of processes that have a bus of their own: nobody on another one comes."""
    _hold(connection, _TAKE_BUS_LOCK_SQL, _KEEPALIVES)


def check_alone(connection: sa.Connection) -> None:
    """No server uses the database, on whatever bus."""
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {LOCK_WAIT_MS}")
    connection.exec_driver_sql(_CHECK_ALONE_SQL)


def share_bus_lock(connection: Any, _record: object) -> None:
    _hold(connection, _TAKE_SHARED_BUS_LOCK_SQL, _KEEPALIVES)


def migrate_alone(connection: sa.Connection) -> None:
    """Until this transaction ends no other server changes the schema."""
    connection.exec_driver_sql(_MIGRATE_ALONE_SQL)


def change_names_alone(connection: sa.Connection) -> None:
    """Until this transaction ends nobody else sits down or takes another name. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_CHANGE_NAMES_ALONE_SQL)


def _hold(connection: Any, take_lock: str, settings: dict[str, int]) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {LOCK_WAIT_MS}")
            cursor.execute(take_lock)
            cursor.execute("RESET lock_timeout")
            for name, value in settings.items():
                cursor.execute(f"SET {name} = {value}")
        connection.commit()
    except BaseException:
        connection.close()
        raise


def is_held_by_another(error: BaseException) -> bool:
    """Whether a write failed because another server has the lock of PostgreSQL."""
    return isinstance(error, sa.exc.DBAPIError) and getattr(error.orig, "sqlstate", None) == LOCK_NOT_AVAILABLE
