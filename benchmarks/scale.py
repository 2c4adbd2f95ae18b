"""What a thousand to a million simultaneous tables need: a discrete-event simulation fed with measured costs.

``python benchmarks/scale.py`` prints the tables of docs/scale.md. One process is simulated move by move, with its core,
its writer and its share of the database and of the bus; all others are like it. Then one of them dies.
"""

import argparse
import heapq
import json
from collections.abc import Iterator
from itertools import count
from math import ceil
from random import Random
from statistics import quantiles
from typing import Any, NamedTuple


class Measured(NamedTuple):
    """Of this program, on one core of the machine of benchmarks/CLUSTER_RESULTS.md. Times in seconds."""

    cpu_per_move: float = 162e-6  # 50 tables, four sockets each, stored; one process (processes_load.py)
    cpu_per_forwarded_message: float = 16e-6  # of both ends and the broker: a question and four answers a move
    bytes_per_move: float = 2_000  # to four clients
    memory_per_socket: float = 25_000
    memory_of_process: float = 77e6
    cpu_to_load_table: float = 2.4e-3  # 80 events are played again
    commit_base: float = 2.0e-3  # of a batch: 1.0 without waiting for a disk, and as much for the disk
    batch_interval: float = 5.0e-3  # between the beginnings of two batches of a process, at least
    database_cpu_per_batch: float = 260e-6  # with the lock of the shards
    database_cpu_per_row: float = 17e-6
    row_bytes: float = 170  # with its index
    lease: float = 3.0
    renewals_per_lease: int = 4
    client_retry: float = 0.3


class Assumed(NamedTuple):
    """What people do, what machines cost, and what was not measured by itself. Times in seconds."""

    memory_per_table: float = 20_000
    cpu_to_reconnect: float = 2.0e-3  # a handshake, who it is, the table
    seconds_between_moves: float = 3.0  # of one table
    sockets_per_table: int = 4
    hours_a_day: float = 10  # of this load, for traffic and storage
    busy_share: float = 0.6  # of a core that one plans for
    machine_cores: int = 4
    machine_memory: float = 16e9
    dollars_per_machine: float = 120  # a month
    dollars_per_database_core: float = 75
    dollars_per_broker: float = 120
    dollars_per_gb_out: float = 0.03
    dollars_per_gb_stored: float = 0.12
    stored_months: float = 3  # then finished games move to cheap storage


class Result(NamedTuple):
    tables: int
    processes: int
    machines: int
    core_share: float  # of each process
    memory_gb: float  # of all
    database_cores: float
    rows_per_second: float
    batches_per_second: float
    bus_messages_per_second: float
    megabytes_out_per_second: float
    latency_p50: float  # from a move to its answer, in the server
    latency_p99: float
    pause_p50: float  # of games, when a process dies
    pause_p99: float
    dollars: dict[str, float]


class Load(NamedTuple):
    """Of one process, of so many."""

    tables: float
    processes: int
    moves: float  # a second
    forwarded: float  # share of the sockets whose table is on another machine
    database_share: float  # of its cores that are busy


def database_cpu(tables: int, processes: int, measured: Measured, assumed: Assumed) -> float:
    """Cores that are busy all the time. Each process has one batch under way, and gathers the next."""
    moves = tables / assumed.seconds_between_moves
    batches = min(moves, processes / max(measured.commit_base, measured.batch_interval))
    return moves * measured.database_cpu_per_row + batches * measured.database_cpu_per_batch


def load_of(tables: int, processes: int, cores: float, measured: Measured, assumed: Assumed) -> Load:
    moves = tables / assumed.seconds_between_moves
    busy = database_cpu(tables, processes, measured, assumed)
    forwarded = 1 - 1 / machines_of(processes, assumed)  # within a machine connections are passed
    return Load(tables / processes, processes, moves / processes, forwarded, min(0.98, busy / cores))


def machines_of(processes: int, assumed: Assumed) -> int:
    return max(2, ceil(processes / assumed.machine_cores))  # one alone would let everybody wait when it ends


def cpu_per_move(load: Load, measured: Measured, assumed: Assumed) -> float:
    """With what its forwarded messages cost at both ends: one question, and the answer to each socket."""
    messages = (1 + assumed.sockets_per_table) * load.forwarded
    return measured.cpu_per_move + messages * measured.cpu_per_forwarded_message


def play(load: Load, measured: Measured, assumed: Assumed, chance: Random, seconds: float) -> tuple[list[float], float]:
    """Moves come by chance; a core takes one after the other, a writer what has gathered, but not too often.

    Gives their latencies, and how many batches there are a second.
    """
    cost = cpu_per_move(load, measured, assumed)
    commit = measured.commit_base / (1 - load.database_share)  # a busy database lets everybody wait
    numbers = count()
    events: list[tuple[float, int, str]] = [(chance.expovariate(load.moves), next(numbers), "move")]
    core_free, gathering, in_flight = 0.0, list[float](), list[float]()
    next_batch, batches = 0.0, 0
    latencies: list[float] = []
    while events:
        now, _, what = heapq.heappop(events)
        if what == "move":
            if now < seconds:
                heapq.heappush(events, (now + chance.expovariate(load.moves), next(numbers), "move"))
            core_free = max(now, core_free) + cost
            gathering.append(now)
            heapq.heappush(events, (core_free, next(numbers), "accepted"))
        elif what == "stored":
            latencies += [now - asked for asked in in_flight]
            in_flight = []
        if what == "move" or in_flight or not gathering:
            continue
        if now < next_batch:
            if what != "due":
                heapq.heappush(events, (next_batch, next(numbers), "due"))
        else:
            next_batch, batches = now + measured.batch_interval, batches + 1
            in_flight, gathering = gathering, []
            rows = len(in_flight) * measured.database_cpu_per_row
            heapq.heappush(events, (max(now, core_free) + commit + rows, next(numbers), "stored"))
    return latencies, batches / seconds


def fail(load: Load, measured: Measured, assumed: Assumed, chance: Random) -> list[float]:
    """A process dies: the others notice, take its tables, let its people in. Gives how long each game stands still."""
    others = max(1, load.processes - 1)
    step = measured.lease / measured.renewals_per_lease
    noticed = measured.lease - chance.uniform(0, step) + chance.uniform(0, step)
    loads, arrivals = ceil(load.tables / others), load.tables * assumed.sockets_per_table / others
    idle = max(0.05, 1 - load.moves * cpu_per_move(load, measured, assumed))
    queue = [(noticed, number, "load") for number in range(loads)]
    queue += [
        (measured.client_retry + chance.uniform(0, 0.5), loads + number, "arrive") for number in range(int(arrivals))
    ]
    heapq.heapify(queue)
    free, pauses = 0.0, []
    while queue:
        due, _, what = heapq.heappop(queue)
        free = max(due, free) + (measured.cpu_to_load_table if what == "load" else assumed.cpu_to_reconnect) / idle
        if what == "load":
            pauses.append(free)
    return pauses


def simulate(tables: int, measured: Measured, assumed: Assumed, chance: Random) -> Result:
    """The fewest processes whose cores, memory and failover are well."""
    for processes in _sizes(tables, measured, assumed):
        cores = max(1.0, ceil(database_cpu(tables, processes, measured, assumed) / assumed.busy_share))
        load = load_of(tables, processes, cores, measured, assumed)
        share = load.moves * cpu_per_move(load, measured, assumed)
        if share > assumed.busy_share:
            continue
        latencies, batches = play(load, measured, assumed, chance, min(60.0, 40_000 / load.moves))
        pauses = [pause for _ in range(50) for pause in fail(load, measured, assumed, chance)]
        if quantiles(pauses, n=100)[98] > 2 * measured.lease and processes < tables / 100:
            continue
        return _result(tables, load, share, cores, latencies, batches, pauses, measured, assumed)
    raise AssertionError("no number of processes is enough")


def _sizes(tables: int, measured: Measured, assumed: Assumed) -> Iterator[int]:
    least = tables / assumed.seconds_between_moves * measured.cpu_per_move / assumed.busy_share
    processes = max(2, int(least))  # one alone would let everybody wait until it is started again
    while True:
        yield processes
        processes += max(1, processes // 20)


def _result(
    tables: int,
    load: Load,
    share: float,
    cores: float,
    latencies: list[float],
    batches: float,
    pauses: list[float],
    measured: Measured,
    assumed: Assumed,
) -> Result:
    moves, sockets = load.moves * load.processes, tables * assumed.sockets_per_table
    memory = load.processes * measured.memory_of_process + tables * assumed.memory_per_table
    memory += sockets * measured.memory_per_socket * (1 + load.forwarded)  # at both ends
    machines = max(machines_of(load.processes, assumed), ceil(memory / assumed.machine_memory / 0.7))
    bus = moves * (1 + assumed.sockets_per_table) * load.forwarded
    seconds_a_month = assumed.hours_a_day * 3600 * 30
    out = moves * measured.bytes_per_move
    stored = moves * measured.row_bytes * seconds_a_month * assumed.stored_months
    latency, pause = quantiles(latencies, n=100), quantiles(pauses, n=100)
    dollars = {
        "servers": machines * assumed.dollars_per_machine,
        "database": 2 * cores * assumed.dollars_per_database_core,  # with a standby
        "storage": 2 * stored / 1e9 * assumed.dollars_per_gb_stored,
        "broker": max(3, ceil(bus / 500_000) + 2) * assumed.dollars_per_broker,
        "traffic": out * seconds_a_month / 1e9 * assumed.dollars_per_gb_out,
    }
    return Result(
        tables, load.processes, machines, share, memory / 1e9, cores, moves, batches * load.processes, bus, out / 1e6,
        latency[49], latency[98], pause[49], pause[98], dollars,
    )  # fmt: skip


def print_tables(results: list[Result]) -> None:
    heads = "tables", "moves/s", "processes", "machines", "a core is busy", "memory GB", "p50, p99 ms"
    print(f"| {' | '.join(heads)} | a process dies: p50, p99 s |")
    print("|---" * (len(heads) + 1) + "|")
    for each in results:
        latency = f"{each.latency_p50 * 1e3:.1f}, {each.latency_p99 * 1e3:.1f}"
        print(
            f"| {each.tables:,} | {each.rows_per_second:,.0f} | {each.processes:,} | {each.machines:,} | "
            f"{each.core_share:.0%} | {each.memory_gb:,.1f} | {latency} | {each.pause_p50:.1f}, {each.pause_p99:.1f} |"
        )
    print()
    print("| tables | database cores | rows/s | batches/s | bus messages/s | MB/s out | dollars a month, of which |")
    print("|---|---|---|---|---|---|---|")
    for each in results:
        parts = ", ".join(f"{name} {dollars:,.0f}" for name, dollars in each.dollars.items())
        print(
            f"| {each.tables:,} | {each.database_cores:,.0f} | {each.rows_per_second:,.0f} | "
            f"{each.batches_per_second:,.0f} | {each.bus_messages_per_second:,.0f} | "
            f"{each.megabytes_out_per_second:,.1f} | **{sum(each.dollars.values()):,.0f}**: {parts} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=NUMBER", help="another cost or assumption")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    given: dict[str, Any] = {name: float(value) for name, _, value in (each.partition("=") for each in asked.set)}
    unknown = given.keys() - {*Measured._fields, *Assumed._fields}
    if unknown:
        parser.error(f"--set: there is no {', '.join(sorted(unknown))}")
    measured = Measured()._replace(**{name: given[name] for name in given.keys() & {*Measured._fields}})
    assumed = Assumed()._replace(**{name: given[name] for name in given.keys() & {*Assumed._fields}})
    results = [simulate(tables, measured, assumed, Random(asked.seed)) for tables in asked.tables]
    if asked.json:
        print(json.dumps([each._asdict() for each in results], indent=1))
    else:
        print_tables(results)


if __name__ == "__main__":
    main()
