"""Purrlab's server against boardgame.io's, in the same run: ``python benchmarks/server_load.py``.

Both play a trick game for four, each seat over a socket of its own, every table as fast as it can. Purrlab stores
every move in SQLite with ``synchronous=FULL`` before anybody is told; boardgame.io keeps all in memory. The server is
pinned to one core and the load generator to another. Runs of both alternate, and medians are compared.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from timing import machine

HERE = Path(__file__).parent
SCRIPTS = HERE / "server"
NODE = HERE.parent / ".venv-bench" / "node"
RESULTS_FILE = HERE / "SERVER_RESULTS.md"
SERVER_CORE, CLIENT_CORE = 0, 1
FEW_ROUNDS = 3  # of what is not compared with the peer
SHARE_SECONDS = 3  # in which the processes that have started share the tables

NO_LIMITS = dict.fromkeys(
    [
        "PURRLAB_CONNECTIONS_PER_ADDRESS",
        "PURRLAB_MESSAGES_PER_SECOND",
        "PURRLAB_MESSAGE_BURST",
        "PURRLAB_REQUESTS_PER_SECOND",
        "PURRLAB_REQUEST_BURST",
        "PURRLAB_NEW_GUESTS_PER_MINUTE",
        "PURRLAB_TABLES_PER_PERSON",
        "PURRLAB_NEW_TABLES_PER_MINUTE",
        "PURRLAB_SITTINGS_PER_MINUTE",
        "PURRLAB_ABSENCE",
    ],
    "1000000",
)

Result = dict[str, Any]


def install_peer() -> None:
    """Boardgame.io and the socket clients, from npm, into a folder that is not kept."""
    if (NODE / "node_modules").exists():
        return
    NODE.mkdir(parents=True, exist_ok=True)
    shutil.copy(SCRIPTS / "package.json", NODE)
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
    subprocess.run(command, cwd=NODE, check=True)  # noqa: S603


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(
    command: list[str], port: int, environment: dict[str, str], cores: tuple[int, ...] = (SERVER_CORE,)
) -> Iterator[int]:
    """A server on its cores, until the block ends."""
    given = os.environ | {"NODE_PATH": str(NODE / "node_modules"), "PORT": str(port)} | environment
    quiet = subprocess.DEVNULL
    pinned = ["taskset", "-c", ",".join(map(str, cores)), *command]
    process = subprocess.Popen(pinned, env=given, stdout=quiet, stderr=quiet)  # noqa: S603
    try:
        _wait_for(port)
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(port: int) -> None:
    for _ in range(400):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


@contextmanager
def purrlab(
    commit_seconds: float = 0,
    processes: int = 1,
    *,
    passing: bool = True,
    cores: tuple[int, ...] = (SERVER_CORE,),
    **settings: str,
) -> Iterator[tuple[int, int]]:
    port = free_port()
    program = [str(SCRIPTS / "serve_on_slow_disk.py")] if commit_seconds else ["-m", "purrlab"]
    if not passing:
        program = [str(SCRIPTS / "serve_without_passing.py")]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, *program, "serve", "--port", str(port), "--data", folder]
        command += ["--processes", str(processes)] if processes > 1 else []
        given = NO_LIMITS | settings | {"COMMIT_SECONDS": str(commit_seconds)}
        with running(command, port, given, cores) as pid:
            if processes > 1:
                time.sleep(SHARE_SECONDS)
            yield pid, port


@contextmanager
def boardgame_io() -> Iterator[tuple[int, int]]:
    port = free_port()
    with running(["node", str(SCRIPTS / "boardgame_io_server.cjs")], port, {}) as pid:
        yield pid, port


def generate(script: str, pid: int, port: int, core: int = CLIENT_CORE, **arguments: int) -> subprocess.Popen[str]:
    named = {"pid": pid, "port": port, **arguments}
    words = [word for name, value in named.items() for word in (f"--{name}", str(value))]
    command = ["taskset", "-c", str(core), "node", str(SCRIPTS / script), *words]
    environment = os.environ | {"NODE_PATH": str(NODE / "node_modules")}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603


def result_of(generator: subprocess.Popen[str]) -> Result:
    out, _ = generator.communicate(timeout=300)
    lines = [line.removeprefix("RESULT ") for line in out.splitlines() if line.startswith("RESULT ")]
    assert lines, out
    result: Result = json.loads(lines[0])
    print(result, file=sys.stderr)
    return result


def load_purrlab(
    tables: int, seconds: int, commit_seconds: float = 0, processes: int = 1, *, passing: bool = True
) -> Result:
    with purrlab(commit_seconds, processes, passing=passing) as (pid, port):
        return result_of(generate("purrlab_load.cjs", pid, port, tables=tables, seconds=seconds))


def load_boardgame_io(tables: int, seconds: int) -> Result:
    with boardgame_io() as (pid, port):
        return result_of(generate("boardgame_io_load.cjs", pid, port, tables=tables, seconds=seconds))


def measure_idle_memory() -> Result:
    with purrlab() as (pid, port):
        return result_of(generate("purrlab_load.cjs", pid, port, tables=1000, idle=1))


def load_with_stalled_clients(seconds: int) -> Result:
    """One more client at every table, which never reads."""
    with purrlab() as (pid, port):
        return result_of(generate("purrlab_load.cjs", pid, port, tables=50, seconds=seconds, stalled=1))


def thinking_bot(seconds: int) -> Result:
    """One more table, at which a bot thinks for as long as the run: its process is stopped."""
    with purrlab(PURRLAB_BOT_PATIENCE="600") as (pid, port):
        generator = generate("purrlab_load.cjs", pid, port, tables=50, seconds=seconds, bots=1)
        time.sleep(seconds / 2)
        for child in children(pid):
            os.kill(child, signal.SIGSTOP)
        result = result_of(generator)
        for child in children(pid):
            os.kill(child, signal.SIGCONT)
        return result


def children(pid: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(status.parent.name))
    return found


def medians(results: list[Result]) -> Result:
    return {name: median(each[name] for each in results) for name in results[0]}


def compare(tables: int, seconds: int, rounds: int) -> tuple[Result, Result]:
    """Medians of runs that alternate, so that both have the same neighbours."""
    mine, peer = [], []
    for _ in range(rounds):
        peer.append(load_boardgame_io(tables, seconds))
        mine.append(load_purrlab(tables, seconds))
    return medians(mine), medians(peer)


def measure_disturbances(seconds: int, rounds: int) -> dict[str, Result]:
    """The same with 50 tables, undisturbed and disturbed in turn."""
    runs: dict[str, Callable[[], Result]] = {
        "undisturbed": lambda: load_purrlab(50, seconds),
        "at every table a client that never reads": lambda: load_with_stalled_clients(seconds),
        "every commit 10 ms slower": lambda: load_purrlab(50, seconds, commit_seconds=0.01),
        "a bot that thinks for the whole run": lambda: thinking_bot(seconds),
    }
    results: dict[str, list[Result]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            results[name].append(run())
    return {name: medians(found) for name, found in results.items()}


def measure_processes(seconds: int, rounds: int) -> dict[str, Result]:
    """The same with 50 tables and several processes, all of them and their broker on the one core, in turn."""
    results: dict[str, list[Result]] = {"one process": [], "two processes": [], "three processes": []}
    for _ in range(rounds):
        for processes, found in enumerate(results.values(), 1):
            found.append(load_purrlab(50, seconds, processes=processes))
    return {name: medians(found) for name, found in results.items()}


def _row(name: str, result: Result) -> str:
    return (
        f"| {name} | {result['tables']:.0f} | {result['moves_per_second']:,.0f} | {result['p50_ms']:.1f} "
        f"| {result['p99_ms']:.1f} | {result['cpu_us_per_move']:.0f} | {result['bytes_per_move']:,.0f} |"
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    install_peer()
    pairs = [compare(tables, given.seconds, given.rounds) for tables in (10, 50, 200)]
    few = min(given.rounds, FEW_ROUNDS)
    disturbed = measure_disturbances(given.seconds, few)
    several = measure_processes(given.seconds, few)
    memory = measure_idle_memory()
    RESULTS_FILE.write_text(
        _page(pairs, disturbed, several, memory, rounds=given.rounds, few=few, seconds=given.seconds), "utf-8"
    )
    print(RESULTS_FILE.read_text("utf-8"))


PAGE_TEMPLATE = """# The server under load

Made by `python benchmarks/server_load.py`: medians of {rounds} alternating runs of {seconds} s, of {few} where there
is no peer. Server and load generator are pinned to a core each; four sockets a table, and every table plays as fast as
it can. Purrlab commits every move to SQLite with `synchronous=FULL` before anybody is told; boardgame.io keeps
everything in memory.

Machine: {machine}.

{head}
{rows}

Moves a second, Purrlab / boardgame.io: {ratios}.

## What slows nobody else (50 tables)

{head}
{disturbed}

## Several processes (50 tables)

All on the one core, with the broker that they start. CPU is that of all of them together: what two or three cost more
is the carrying of moves between them, the lease under which each writes, and commits that fewer tables share.

{head}
{several}

## Memory

{memory[tables]:,} tables in play with {memory[clients]:,} connected clients, idle: {memory[rss_mb]} MB
(the empty server: {memory[empty_mb]} MB), {memory[cpu_percent]} % of a core.
"""
TABLE_HEAD = "| | tables | moves/s | p50 ms | p99 ms | server CPU µs/move | bytes/move |\n|---|---|---|---|---|---|---|"


def _page(
    pairs: list[tuple[Result, Result]],
    disturbed: dict[str, Result],
    several: dict[str, Result],
    memory: Result,
    **how: int,
) -> str:
    rows = [row for mine, peer in pairs for row in (_row("Purrlab", mine), _row("boardgame.io 0.50.2", peer))]
    ratios = [f"{mine['moves_per_second'] / peer['moves_per_second']:.2f}" for mine, peer in pairs]
    return PAGE_TEMPLATE.format(
        head=TABLE_HEAD,
        rows="\n".join(rows),
        ratios=", ".join(
            f"{ratio} with {mine['tables']:.0f} tables" for ratio, (mine, _) in zip(ratios, pairs, strict=True)
        ),
        disturbed="\n".join(_row(name, result) for name, result in disturbed.items()),
        several="\n".join(_row(name, result) for name, result in several.items()),
        machine=machine(),
        memory=memory,
        **how,
    )


if __name__ == "__main__":
    main()
