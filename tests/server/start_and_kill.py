"""Opens databases as a starting server does, and is killed at a chosen moment.

A moment is a number: before each statement, as a transaction begins, before and after it is committed. Imports take
most of a start, so one process (``python start_and_kill.py``) has them, and each start is a fork of it.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from tempfile import TemporaryDirectory
from typing import Self

import sqlalchemy as sa

from purrlab.server.storage import sqlite
from purrlab.server.storage.database import open_database
from purrlab.server.storage.migrate import migrate

SQLALCHEMY_EVENTS = ("begin", "before_cursor_execute", "commit")
EARLIER_HEAD = "0002"  # the last migration of the versions that committed each step by itself


class Starter:
    """Starts on databases, each ended by a kill."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def is_killed(self, url: str, moment: int, version: str = "this") -> bool:
        """Whether a start came so far that it was killed. ``earlier``: as versions did before this was mended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{version} {moment} {url}\n")
        self._process.stdin.flush()
        ended = int(self._process.stdout.readline())
        assert ended in (0, -signal.SIGKILL), "a start failed that should not; its reason is on standard error"
        return ended != 0

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[Self]:
        command = [sys.executable, __file__]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
            yield cls(process)


def _start(version: str, moment: int, url: str) -> None:
    moments = count(1)

    def pass_moment(*_: object) -> None:
        if next(moments) == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def pass_moment_of(connection: sa.Connection, *_: object) -> None:
        if connection.engine.url.database:  # else it is only in memory
            pass_moment()

    for name in SQLALCHEMY_EVENTS:
        sa.event.listen(sa.Engine, name, pass_moment_of)
    sa.event.listen(sa.Pool, "checkin", pass_moment)
    if version == "earlier":
        with sa.create_engine(url).begin() as connection:
            migrate(connection, EARLIER_HEAD)
    else:
        with open_database(url):
            pass


def _warm_up() -> None:
    """What every start does for the first time, and need not do again in every fork."""
    import psycopg  # noqa: F401, PLC0415

    with TemporaryDirectory() as folder, open_database(f"sqlite:///{folder}/any.sqlite"):
        pass


def main() -> None:
    sqlite.SYNCHRONOUS = "OFF"  # what a killed process has written stays
    _warm_up()
    for line in sys.stdin:
        version, moment, url = line.split()
        child = os.fork()
        if child == 0:
            _start(version, int(moment), url)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
