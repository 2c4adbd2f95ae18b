"""The process of a server. Imports take most of a start, so one process has them, and each server is a fork of it.

A fork also hashes passwords in no time, leaves it to the system when bytes reach the disk, and has no processes for
the bots that answer at once.
"""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from pathlib import Path
from random import Random
from typing import Protocol
from unittest.mock import patch

import argon2

from purrlab.bots import find_bot
from purrlab.bots.registry import is_search
from purrlab.cli import main
from purrlab.games.game import View
from purrlab.server.accounts import passwords
from purrlab.server.live.bot_pool import BotPool
from purrlab.server.storage import locks, sqlite

_fork_server = multiprocessing.get_context("forkserver")
_fork_server.set_forkserver_preload(
    [
        "purrlab.cli",
        "purrlab.server.main",
        "purrlab.server.socket.websocket_protocol",
        "litestar.plugins.pydantic",
        "anyio._backends._asyncio",
        "uvloop",
        "pytest",  # it is the main module of the process that starts servers
        "server.warm_up",
    ]
)
LOCK_WAIT = "LOCK_WAIT_MS"  # in the environment, for servers whose database is in use by another
PROGRAM = (sys.executable, "-m", "purrlab")  # instead of a fork
# A true hash takes a quarter of a second of CPU time: for tests of which it is not the point.
QUICK_HASHER = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
NOT_SYNCHRONOUS = "OFF"  # what a killed process has written stays; only a power failure could tell, and no test has one


class ServerProcess(Protocol):
    """What a process that is a fork has in common with one that runs a program."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None:
        """How it ended, or None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """How it ended, once it has."""

    def kill(self) -> None: ...

    def send_signal(self, sent: int) -> None: ...


def start_server_process(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path, program: Sequence[str] | None = None
) -> ServerProcess:
    """``purrlab`` with these arguments: a fork, or a program of its own. All that it says goes into the log."""
    if program is None:
        return _Fork(arguments, dict(environment), log)
    with log.open("ab") as output:
        return subprocess.Popen([*program, *arguments], stderr=output, stdout=output, env=environment)  # noqa: S603


def refused_start(folder: Path, *arguments: str, **environment: str) -> str:
    """The one line that a server says which cannot start."""
    log = folder / "refused.log"
    ended = start_server_process(["serve", "--port", "0", *arguments], os.environ | environment, log).wait(120)
    assert ended == 1, log.read_text()
    (said,) = log.read_text().strip().splitlines()
    log.unlink()
    return said


class _Fork:
    def __init__(self, *given: object) -> None:
        with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)):  # which a fork server does not inherit
            forkserver.ensure_running()
        self._process = _fork_server.Process(target=_run, args=given)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, "it did not end in time"
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def send_signal(self, sent: int) -> None:
        os.kill(self.pid, sent)


def _run(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
    """In the fork."""
    passwords._hasher = QUICK_HASHER
    sqlite.SYNCHRONOUS = NOT_SYNCHRONOUS
    locks.LOCK_WAIT_MS = int(environment.get(LOCK_WAIT, locks.LOCK_WAIT_MS))
    BotPool.choose = _choose  # type: ignore[assignment, method-assign]
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as output:
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
    main(arguments)


_choose_in_process = BotPool.choose


async def _choose(pool: BotPool, bot: str, view: View, host: str = "", address: str = "") -> str:
    """To start a process for a bot takes longer than to start the server."""
    if is_search(view.game, bot):
        return await _choose_in_process(pool, bot, view, host, address)
    return str(find_bot(view.game, bot).choose(view, Random()))
