"""One server at a time: a locked file, or a lock in PostgreSQL. Each is gone when its holder ends, however it ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from purrlab.server.errors import CannotServe

try:
    import fcntl
except ImportError:  # on Windows nobody looks whether another server is there
    fcntl = None  # type: ignore[assignment]

LOCK_WAIT_MS = 3_000  # PostgreSQL needs a moment to notice that the server before was killed
LOCK_NOT_AVAILABLE = "55P03"  # as PostgreSQL calls it
_TAKE_LOCK_SQL = "SELECT pg_advisory_lock(hashtextextended('purrlab ' || coalesce(current_schema(), ''), 0))"
# A machine that is gone without a word lets go of the lock after a minute, not after two hours.
_KEEPALIVES = {"tcp_keepalives_idle": 30, "tcp_keepalives_interval": 10, "tcp_keepalives_count": 3}


@contextmanager
def lock_file(file: Path, used: str) -> Iterator[None]:
    """Hold the lock on a file that is there for nothing else. ``used`` names what two servers cannot share."""
    file.touch(mode=0o600)
    with file.open("wb") as opened:
        try:
            if fcntl is not None:
                fcntl.flock(opened.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotServe(f"another server is already using {used}") from None
        yield


def hold_postgresql_lock(connection: Any, _record: object) -> None:
    """As the writer connects: who writes has the lock, and who lost the connection has to get the lock again."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {LOCK_WAIT_MS}")
            cursor.execute(_TAKE_LOCK_SQL)
            cursor.execute("RESET lock_timeout")
            for name, value in _KEEPALIVES.items():
                cursor.execute(f"SET {name} = {value}")
        connection.commit()
    except BaseException:
        connection.close()
        raise


def is_held_by_another(error: BaseException) -> bool:
    """Whether a write failed because another server has the lock of PostgreSQL."""
    return isinstance(error, sa.exc.DBAPIError) and getattr(error.orig, "sqlstate", None) == LOCK_NOT_AVAILABLE
