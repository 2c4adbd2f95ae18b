"""``purrlab serve --processes``: several processes on one machine are one server, on an SQLite file."""

import asyncio
import os
import random
import signal
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from server.clients import Person, RandomPlayer, Server, free_port, start_bot_game, wait_until
from server.postgres_server import make_database
from server.server_process import PROGRAM, refused_start

from purrlab.server.errors import CannotServe
from purrlab.server.processes import local_nats, supervisor
from purrlab.server.settings import Settings
from purrlab.server.storage import locks
from purrlab.server.storage.database import hold_bus
from purrlab.server.storage.locks import InUse

# Where somebody wrote who was no longer the owner.
EPOCHS_THAT_GO_DOWN = """SELECT count(*) FROM (
    SELECT epoch < lag(epoch) OVER (PARTITION BY table_id ORDER BY seq) AS back FROM events) AS each WHERE back"""


def children(server: Server, program: str) -> set[int]:
    found = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="utf-8").split()
    return {int(pid) for pid in found if program in command_of(pid)}


def command_of(pid: str) -> str:
    with suppress(OSError):  # it has just ended
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    return ""


def workers(server: Server) -> set[int]:
    return children(server, "spawn_main")


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    ports = str(free_port() - 5_000)  # from there on; the next one is the server's
    with Server(tmp_path, PROGRAM, processes="2", lease_seconds="1", metrics_port=ports) as running:
        yield running


def test_games_go_on_while_processes_and_their_bus_are_replaced(server: Server) -> None:
    """One process is killed, then the bus, then all processes are replaced one after the other."""
    people = [Person(server, f"Player {number}") for number in range(4)]
    players = [
        RandomPlayer(person, start_bot_game(person, pace=0.1), random.Random(seed))
        for seed, person in enumerate(people)
    ]

    async def moves_on() -> None:
        before = [len(player.acknowledged) for player in players]
        await wait_until(
            lambda: all(
                player.over or len(player.acknowledged) > moves for player, moves in zip(players, before, strict=True)
            )
        )

    async def run() -> None:
        playing = [asyncio.create_task(player.play()) for player in players]
        await moves_on()
        killed = min(workers(server))
        os.kill(killed, signal.SIGKILL)
        await wait_until(lambda: len(workers(server) - {killed}) == 2)
        await moves_on()
        (nats,) = children(server, "nats-server")
        os.kill(nats, signal.SIGKILL)
        await wait_until(lambda: bool(children(server, "nats-server") - {nats}))
        await moves_on()
        before = workers(server)
        os.kill(server.pid, signal.SIGHUP)
        await wait_until(lambda: len(workers(server) - before) == 2)
        await asyncio.gather(*playing)

    asyncio.run(run())
    for player in players:
        record = server.visit().get(f"/api/tables/{player.table}/replay").json()
        stored = {step["seq"]: step["action"] for step in record["steps"]}
        assert all(stored[seq] == action for seq, action in player.acknowledged.values())
        assert {error["code"] for error in player.errors} <= {"stale", "try-again", "not-stored"}
    with closing(sqlite3.connect(server.data / "purrlab.sqlite")) as database:
        assert database.execute(EPOCHS_THAT_GO_DOWN).fetchone() == (0,)
    left = workers(server) | children(server, "nats-server")
    hanging = min(workers(server))
    os.kill(hanging, signal.SIGSTOP)
    server.kill()
    url = f"sqlite:///{server.data / 'purrlab.sqlite'}"
    said = refused_start(server.data, "--data", str(server.data / "other"), "--database", url)
    assert f"another server is already using the database {url}" in said
    os.kill(hanging, signal.SIGCONT)
    asyncio.run(wait_until(lambda: not any(map(is_there, left))))


def test_processes_go_on_where_the_next_version_cannot_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    version = tmp_path / "version"
    version.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(version))
    with Server(tmp_path, PROGRAM, processes="2") as server:
        before = workers(server)
        broken = version / "uvicorn.py"
        broken.write_text("raise ImportError", encoding="utf-8")
        os.kill(server.pid, signal.SIGHUP)
        asyncio.run(wait_until(lambda: "a process cannot be replaced, and goes on" in server.log.read_text()))
        asyncio.run(wait_until(lambda: workers(server) == before))
        assert Person(server, "Ann").get("/health")["status"] == "ok"
        broken.unlink()
        os.kill(server.pid, signal.SIGHUP)
        asyncio.run(wait_until(lambda: len(workers(server)) == 2 and not workers(server) & before))
        assert Person(server, "Bo").get("/health")["status"] == "ok"


def test_a_process_that_does_not_begin_to_serve_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "WORKER_START_SECONDS", 0)
    with socket.socket() as listener:
        worker = supervisor.Worker(Settings(data=tmp_path), listener)
        worker.last_message -= 1
        assert worker.why_not_ready() == "a process did not begin to serve"
        worker.kill()
        worker.wait()


def test_a_server_whose_lock_was_taken_says_so_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres_server: str
) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # those of the tests stay
    monkeypatch.setattr(supervisor, "LOCK_CHECK_SECONDS", 0)
    monkeypatch.setattr(locks, "LOCK_WAIT_MS", 100)
    url = make_database(postgres_server, "taken")
    with supervisor._hold_database(Settings(database=url)) as lock:
        assert lock is not None
        lock.dispose()  # as where the connection broke
        with hold_bus(url, shared=False):
            reasons: list[str] = []
            supervisor._watch_lock(lock, reasons.append)
    assert reasons == ["the connection to the database was lost, and another server is using the database now"]
    with socket.socket() as listener:
        failed = supervisor.Supervisor(Settings(data=tmp_path), None, [listener])
        failed.fail(reasons[0])
        with pytest.raises(CannotServe, match="another server is using the database now"):
            failed.run(lambda: None)


def test_a_port_in_use_is_refused(server: Server, tmp_path: Path) -> None:
    """Though its processes share it."""
    said = refused_start(tmp_path, "--processes", "2", "--data", str(tmp_path / "d"), "--port", str(server.port))
    assert "in use" in said
    with pytest.raises(CannotServe, match=rf"metrics_port: cannot listen on 127.0.0.1, port {server.port}: "):
        supervisor._check_metrics_ports(Settings(processes=2, metrics_port=server.port - 1))


def test_a_start_waits_for_processes_of_a_server_that_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "WORKER_POLL_SECONDS", 0)
    left = ["a process", "another one"]

    @contextmanager
    def lock() -> Iterator[None]:
        if left:
            raise InUse(f"{left.pop()} has it")
        yield

    with ExitStack() as stack:
        supervisor._enter_when_free(stack, lock)
    left += ["one that hangs"] * 3
    monkeypatch.setattr(supervisor, "ORPHAN_EXIT_TIMEOUT_SECONDS", -1)
    with ExitStack() as stack, pytest.raises(InUse, match="one that hangs has it"):
        supervisor._enter_when_free(stack, lock)


def test_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotServe, match=r"processes: there is no nats-server \(pip install"):
        local_nats.LocalNats()
    monkeypatch.setattr(local_nats, "find_spec", lambda _name: None)
    with pytest.raises(CannotServe, match=r"processes: the package nats-py is not installed \(pip install"):
        local_nats.LocalNats()


def test_the_password_of_its_bus_is_nowhere_once_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with local_nats.LocalNats() as nats:
        assert nats.runs
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("exitcode", "level"), [(0, "WARNING"), (-9, "ERROR")])
def test_a_process_that_was_told_to_stop_is_no_error(
    caplog: pytest.LogCaptureFixture, exitcode: int, level: str
) -> None:
    ended = SimpleNamespace(process=SimpleNamespace(pid=7, exitcode=exitcode), failure=None)
    supervisor._log_end(cast("supervisor.Worker", ended))
    assert [record.levelname for record in caplog.records] == [level]


def test_why_a_process_cannot_serve_is_told_once(tmp_path: Path) -> None:
    said = refused_start(tmp_path, "--processes", "2", "--data", str(tmp_path / "d"), "--bus", "nats://127.0.0.1:1")
    assert "bus: NATS does not answer at nats://127.0.0.1:1" in said
