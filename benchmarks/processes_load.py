"""What a move costs with several processes, against one alone: ``python benchmarks/processes_load.py``.

Alternating runs, 50 tables with four sockets each, all processes and their broker on one core, the load on another.
CPU is that of all of them. Besides there are two controls: two servers that share nothing but the core, with half of
the tables each (what small batches and a shared core cost by themselves), and two processes that pass no connections,
so that half of them are forwarded.

Nobody runs two processes on one core. So there are two on cores of their own, with 50 tables each and a load generator
beside each, against one on a core with its load generator; two that pass no connections; and two servers that share
nothing but the machine.

Every round gives a ratio to its own run of one process; medians are printed.
"""

import fcntl
import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from server_load import (
    CLIENT_CORE,
    SERVER_CORE,
    Result,
    children,
    generate,
    install_peer,
    load_purrlab,
    purrlab,
    result_of,
)
from timing import machine

TABLES = 50
CORES = (SERVER_CORE, CLIENT_CORE)
ONE = "one process"
ONE_BESIDE_ITS_LOAD = "one process, its load on the same core"


def of_two_servers(seconds: int) -> Result:
    with purrlab() as first, purrlab() as second:
        running = [
            generate("purrlab_load.cjs", pid, port, tables=TABLES // 2, seconds=seconds)
            for pid, port in (first, second)
        ]
        return together([result_of(each) for each in running])


def beside_its_load(seconds: int) -> Result:
    with purrlab() as (pid, port):
        return result_of(generate("purrlab_load.cjs", pid, port, SERVER_CORE, tables=TABLES, seconds=seconds))


def of_two_servers_on_own_cores(seconds: int) -> Result:
    with purrlab(cores=CORES[:1]) as first, purrlab(cores=CORES[1:]) as second:
        running = [
            generate("purrlab_load.cjs", pid, port, core, tables=TABLES, seconds=seconds)
            for core, (pid, port) in zip(CORES, (first, second), strict=True)
        ]
        return together([result_of(each) for each in running])


def of_two_processes_on_own_cores(seconds: int, *, passing: bool = True) -> Result:
    with purrlab(processes=2, cores=CORES, passing=passing) as (pid, port):
        for core, worker in zip(CORES, _workers(pid), strict=True):
            for thread in Path(f"/proc/{worker}/task").iterdir():
                os.sched_setaffinity(int(thread.name), {core})
        running = [generate("purrlab_load.cjs", pid, port, core, tables=TABLES, seconds=seconds) for core in CORES]
        results = [result_of(each) for each in running]
    for each in results:  # each has counted the CPU of both processes
        each["cpu_us_per_move"] /= len(CORES)
    return together(results)


def _workers(pid: int) -> list[int]:
    return [each for each in children(pid) if "spawn_main" in Path(f"/proc/{each}/cmdline").read_text("utf-8")]


def together(results: list[Result]) -> Result:
    """All moves of all, and the CPU of all."""
    moves = sum(each["moves"] for each in results)
    shares = [each["moves"] / moves for each in results]
    weighted = {
        name: sum(share * each[name] for share, each in zip(shares, results, strict=True))
        for name in ("p50_ms", "p99_ms", "cpu_us_per_move")
    }
    return weighted | {"moves": moves, "moves_per_second": sum(each["moves_per_second"] for each in results)}


def measure(seconds: int, rounds: int, wanted: list[str], lock: Path | None) -> dict[str, list[Result]]:
    runs: dict[str, Callable[[], Result]] = {
        ONE: lambda: load_purrlab(TABLES, seconds),
        "two processes": lambda: load_purrlab(TABLES, seconds, processes=2),
        "three processes": lambda: load_purrlab(TABLES, seconds, processes=3),
        "two servers, 25 tables each": lambda: of_two_servers(seconds),
        "two processes, twice the tables": lambda: load_purrlab(2 * TABLES, seconds, processes=2),
        "two processes that pass nothing": lambda: load_purrlab(TABLES, seconds, processes=2, passing=False),
        ONE_BESIDE_ITS_LOAD: lambda: beside_its_load(seconds),
        "two processes, each on its core beside its load": lambda: of_two_processes_on_own_cores(seconds),
        "two processes that pass nothing, each on its core beside its load": lambda: of_two_processes_on_own_cores(
            seconds, passing=False
        ),
        "two servers, each on its core beside its load": lambda: of_two_servers_on_own_cores(seconds),
    }
    needed = {*wanted, *map(alone_of, wanted)}
    runs = {name: run for name, run in runs.items() if name in needed} if wanted else runs
    results: dict[str, list[Result]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            with _alone(lock):
                results[name].append(run())
    return results


def alone_of(name: str) -> str:
    """The run of one process beside which it stands."""
    return ONE_BESIDE_ITS_LOAD if "beside its load" in name or name == ONE_BESIDE_ITS_LOAD else ONE


@contextmanager
def _alone(lock: Path | None) -> Iterator[None]:
    if lock is None:
        yield
    else:
        with lock.open("ab") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX)
            yield


def row(name: str, results: list[Result], alone: list[Result]) -> str:
    ratios = [each["cpu_us_per_move"] / one["cpu_us_per_move"] for each, one in zip(results, alone, strict=True)]
    middle = {key: median(each[key] for each in results) for key in ("moves_per_second", "p50_ms", "p99_ms")}
    cpu = median(each["cpu_us_per_move"] for each in results)
    quarters = quantiles(ratios, n=4) if len(ratios) > 1 else [ratios[0]] * 3
    return (
        f"| {name} | {middle['moves_per_second']:,.0f} | {middle['p50_ms']:.1f} | {middle['p99_ms']:.1f} | {cpu:.0f} "
        f"| {median(ratios):.2f} ({quarters[0]:.2f} to {quarters[2]:.2f}) |"
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--lock", type=Path, help="a file that is locked for each run, for machines that others use too"
    )
    parser.add_argument("--runs", nargs="*", default=[], help="some of them, by name; one process alone is there too")
    given = parser.parse_args()
    install_peer()
    results = measure(given.seconds, given.rounds, given.runs, given.lock)
    print(f"{machine()}; {given.rounds} rounds of {given.seconds} s")
    print("| | moves/s | p50 ms | p99 ms | CPU µs/move, all together | to one process |\n|---|---|---|---|---|---|")
    for name, found in results.items():
        print(row(name, found, results[alone_of(name)]))


if __name__ == "__main__":
    main()
