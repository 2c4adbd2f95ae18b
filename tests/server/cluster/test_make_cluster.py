"""``make cluster``: it is there with one command, says how to try it, and leaves nothing behind."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from server.clients import free_port, wait_until
from server.cluster.__main__ import Proxy

COMMAND = (sys.executable, "-m", "server.cluster")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}


def members(session: int) -> set[int]:
    """The processes that a command started, and those of theirs."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[3]) == session and fields[0] != "Z":
            found.add(int(stat.parent.name))
    return found


@pytest.fixture
def folder() -> Iterator[Path]:
    """That others may enter: PostgreSQL may have to run as somebody else."""
    with TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        yield Path(made)


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603
        [*COMMAND, *arguments],
        env=ENVIRONMENT | {"TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def assert_gone(running: subprocess.Popen[str], folder: Path) -> None:
    _, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (0, "")
    assert members(running.pid) == set()
    assert list(folder.iterdir()) == []


def test_it_is_there_and_then_gone(folder: Path) -> None:
    port = free_port()
    with start(folder, str(port)) as running:
        assert running.stdout is not None
        said = [running.stdout.readline() for _ in range(8)]
        assert httpx.get(f"http://127.0.0.1:{port}/health").json()["status"] == "ok"
        pids = {int(pid) for pid in re.findall(r"server \d: process (\d+)", "".join(said))}
        assert len(pids) == 3
        assert pids < members(running.pid)
        running.send_signal(signal.SIGHUP)
        running.send_signal(signal.SIGINT)  # who is impatient changes nothing
        assert_gone(running, folder)


def test_it_is_gone_too_when_it_is_stopped_while_it_starts(folder: Path) -> None:
    with start(folder, str(free_port())) as running:
        asyncio.run(wait_until(lambda: any(folder.glob("*/0/server.log"))))
        running.send_signal(signal.SIGTERM)
        assert_gone(running, folder)


def test_a_port_in_use_is_named_before_anything_starts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = str(used.getsockname()[1])
        ended = subprocess.run([*COMMAND, port], env=ENVIRONMENT, capture_output=True, text=True, check=False)  # noqa: S603
    assert ended.returncode == 1
    (said,) = ended.stderr.splitlines()
    assert f"port {port}: Address already in use" in said


def test_all_who_come_at_the_same_moment_find_the_server_that_is_left() -> None:
    async def run() -> None:
        async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"here")
            writer.close()

        left = await asyncio.start_server(answer, "127.0.0.1", 0)
        ports = [free_port(), left.sockets[0].getsockname()[1], free_port()]
        listener = socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(Proxy(ports).serve(listener, asyncio.Event().wait()))

        async def ask() -> bytes:
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            said = await reader.read()
            writer.close()
            return said

        assert await asyncio.gather(*(ask() for _ in range(20))) == [b"here"] * 20
        serving.cancel()
        left.close()
        listener.close()

    asyncio.run(run())
