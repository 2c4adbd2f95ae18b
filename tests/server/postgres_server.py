"""A PostgreSQL server of whoever has it installed."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from clients import free_port

PROGRAMS = [Path(found).parent for found in [shutil.which("initdb")] if found]
PROGRAMS += sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@contextmanager
def run_postgres() -> Iterator[str]:
    """The URL of an empty database. PostgreSQL will not run as root, so root lends it to somebody else."""
    if not any((folder / "initdb").exists() for folder in PROGRAMS):
        pytest.skip("no PostgreSQL server is installed here (Debian: apt install postgresql)")
    folder, port = Path(tempfile.mkdtemp(prefix="purrlab-postgres-")), free_port()
    user = "nobody" if os.geteuid() == 0 else None
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    initdb, postgres = (str(PROGRAMS[0] / name) for name in ("initdb", "postgres"))
    quiet = subprocess.DEVNULL
    arguments = [initdb, "-D", str(folder / "data"), "-U", "purrlab", "-A", "trust"]
    subprocess.run(arguments, user=user, check=True, stdout=quiet)  # noqa: S603
    arguments = [postgres, "-D", str(folder / "data"), "-p", str(port), "-h", "127.0.0.1", "-k", "", "-F"]  # no sync
    running = subprocess.Popen(arguments, user=user, stdout=quiet, stderr=quiet)  # noqa: S603
    try:
        _wait(port)
        yield f"postgresql+psycopg://purrlab@127.0.0.1:{port}/postgres"
    finally:
        running.terminate()
        running.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(port: int) -> None:
    for _ in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise TimeoutError("PostgreSQL did not start")
