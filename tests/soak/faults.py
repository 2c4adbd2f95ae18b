"""What is done to a running server, each for a moment. When it is over, all is as before but for what was lost."""

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from random import Random

import sqlalchemy as sa
from soak.server_process import PROC
from soak.world import World

Fault = Callable[[World, Random], Awaitable[None]]

KILLED_WHILE_STARTING = 0.3  # of the starts after a kill
LONGEST_START_SECONDS = 0.4  # within which it is then killed
DAY_MS = 24 * 60 * 60 * 1000
LONG_LOCK_SECONDS = 6  # more than SQLite waits
POSTGRES_RETRY_SECONDS = 0.1
PRLIMIT = shutil.which("prlimit")
FULL_DISK = "1"  # no file grows beyond so many bytes


async def kill(world: World, chance: Random) -> None:
    """At once, and perhaps again while it starts."""
    world.server.kill()
    while chance.random() < KILLED_WHILE_STARTING:
        world.server.begin_start()
        await asyncio.sleep(chance.uniform(0, LONGEST_START_SECONDS))
        world.server.kill()
        world.faults["kill while it starts"] += 1
    await asyncio.to_thread(world.server.start)


async def _perhaps_kill(world: World, chance: Random) -> None:
    """In the middle of another fault."""
    if world.is_killed and chance.random() < 0.5:
        await kill(world, chance)
        world.faults[KILL] += 1


async def suspend(world: World, chance: Random) -> None:
    world.server.signal(signal.SIGSTOP)
    await asyncio.sleep(chance.choice((0.01, 0.3, 2)) * chance.random())
    world.server.signal(signal.SIGCONT)


async def fill_disk(world: World, chance: Random) -> None:
    """Nothing that is written comes onto the disk."""
    processes = [world.server.pid or 0] if world.is_sqlite else await asyncio.to_thread(_backends, world.engine)
    with _full_disk(processes):
        await asyncio.sleep(chance.uniform(0.1, 1.5))
    if not world.is_sqlite:
        await asyncio.to_thread(_wait_for_postgres, world.engine)


@contextmanager
def _full_disk(processes: list[int]) -> Iterator[None]:
    _limit_files(processes, FULL_DISK)
    try:
        yield
    finally:
        _limit_files(processes, "unlimited")


def _limit_files(processes: list[int], bytes_: str) -> None:
    """As the user of each process, for root may be allowed less. Those that have ended need no limit."""
    for process in processes:
        with suppress(FileNotFoundError):
            owner = (PROC / str(process)).stat().st_uid
            command = [PRLIMIT or "", "--pid", str(process), f"--fsize={bytes_}:unlimited"]
            subprocess.run(command, user=owner, check=False, stderr=subprocess.DEVNULL)  # noqa: S603


def _backends(engine: sa.Engine, what: str = "pid") -> list[int]:
    """The processes of PostgreSQL that work for the server, or what becomes of them."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    query = f"SELECT {what} FROM pg_stat_activity WHERE {others}"  # noqa: S608
    with engine.connect() as connection:
        return list(connection.execute(sa.text(query)).scalars())


def _wait_for_postgres(engine: sa.Engine) -> None:
    """It ends all connections when it cannot write its log, and is well again in a moment."""
    while True:
        with suppress(sa.exc.OperationalError), engine.connect() as connection:
            connection.execute(sa.text("SELECT 1"))
            return
        time.sleep(POSTGRES_RETRY_SECONDS)


async def lock(world: World, chance: Random) -> None:
    """Somebody else holds the database."""
    hold = _hold_sqlite if world.is_sqlite else _hold_postgres
    if chance.random() < 0.1:
        await asyncio.to_thread(hold, world, LONG_LOCK_SECONDS)
    else:
        held = asyncio.create_task(asyncio.to_thread(hold, world, chance.uniform(0.1, 1.5)))
        await _perhaps_kill(world, chance)
        await held


def _hold_sqlite(world: World, seconds: float) -> None:
    file = world.server.data / "purrlab.sqlite"
    with closing(sqlite3.connect(file, timeout=60, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        database.execute("ROLLBACK")


def _hold_postgres(world: World, seconds: float) -> None:
    with world.engine.begin() as connection:
        connection.execute(sa.text("LOCK TABLE events IN ACCESS EXCLUSIVE MODE"))
        time.sleep(seconds)


async def slow_commits(world: World, chance: Random) -> None:
    world.server.switches.commit_seconds = chance.uniform(0.05, 0.5)
    await asyncio.sleep(chance.uniform(0.2, 1.5))
    await _perhaps_kill(world, chance)
    world.server.switches.commit_seconds = 0


async def jump_clock(world: World, chance: Random) -> None:
    """By anything up to two days, forwards or back; it stays so until the next jump."""
    world.server.jump(int(chance.choice((0, 1, -1)) * DAY_MS * 2 * chance.random() ** 4))
    await asyncio.sleep(chance.uniform(0, 0.5))


async def cut_connections(world: World, _chance: Random) -> None:
    """PostgreSQL ends all connections of the server."""
    await asyncio.to_thread(_backends, world.engine, "pg_terminate_backend(pid)")


KILL = "kill"
FAULTS: dict[str, Fault] = {
    KILL: kill,
    "stop": suspend,
    "full disk": fill_disk,
    "lock": lock,
    "slow commits": slow_commits,
    "clock jump": jump_clock,
    "cut connections": cut_connections,
}
POSTGRES_ONLY = {"cut connections"}
NOT_HERE = set() if PRLIMIT else {"full disk"}
KILL_SHARE = 0.7  # of the faults of a server that is killed


def choose_fault(world: World, chance: Random) -> str:
    if world.is_killed and chance.random() < KILL_SHARE:
        return KILL
    without = {KILL} | NOT_HERE | (POSTGRES_ONLY if world.is_sqlite else set())
    return chance.choice([name for name in FAULTS if name not in without])
