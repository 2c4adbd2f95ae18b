"""What a flood costs others: ``python benchmarks/floods.py [--peer OTHER_PYTHON] [--seconds 10] [FLOOD ...]``.

Bystanders, each from an address of their own, play ordinary moves and ask ``GET /api/me``; first alone, then while
others flood the server. Writes benchmarks/FLOODS.md: median and 99th percentile in milliseconds, alone and during each
flood. With the Python of another installation, that one is measured in the same run. Limits are the ordinary ones.
"""

import asyncio
import os
import random
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import aclosing, contextmanager, suppress
from multiprocessing import Process
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

import httpx
from bystanders import (
    BYSTANDERS,
    CATCH_UPS,
    MOVES,
    REQUESTS,
    SEARCHES,
    Milliseconds,
    Visitor,
    addresses,
    send,
    until,
)
from server_load import CLIENT_CORE, SERVER_CORE, free_port, running
from timing import machine
from websockets.exceptions import WebSocketException

RESULTS = Path(__file__).with_name("FLOODS.md")
FLOOD_SOCKETS, FLOOD_TABLES, FLOOD_LOGINS, FLOOD_GUESTS = 185, 55, 60, 50
FLOOD_HEAD_FIELDS = 12_000
FLOOD_ADDRESS = "127.9.0.1"
FLOOD_START_SECONDS = 5
FLOOD_NICENESS = 10  # floods come from other machines, and take no time from this one's clients
ENDS = (b'{"type":"caught-up"', b'{"type":"error"')

# Floods, each in a process of its own


async def for_ever(attempt: Callable[[], Awaitable[None]], pause_seconds: float = 0) -> None:
    while True:
        with suppress(WebSocketException, OSError, httpx.HTTPError):
            await attempt()
        await asyncio.sleep(pause_seconds)


async def flood_with_logins(port: int) -> None:
    """Sixty logins at a time, each from an address that was not seen yet, for ever."""
    source = addresses("127.8")

    async def log_in() -> None:
        visitor = Visitor(port, next(source))
        async with aclosing(visitor.http):
            await visitor.http.post(
                "/api/login", json={"login": f"c{random.getrandbits(60):x}", "password": "nine lives"}
            )

    async def burst() -> None:
        await asyncio.gather(*(log_in() for _ in range(FLOOD_LOGINS)))

    await for_ever(burst)


async def flood_with_catch_ups(port: int) -> None:
    """One address asks for a whole game on as many sockets as it may have, as fast as each of them may."""
    visitor = await Visitor.named(port, FLOOD_ADDRESS)
    table = await visitor.new_table(players=4, bots=["random"] * 4, sit=False, start=True)
    await visitor.game_over(table)

    async def ask() -> None:
        async with visitor.socket() as opened:
            while True:
                await send(opened, "watch", table=table, seq=0)
                while not (told := await opened.recv(decode=False)).startswith(ENDS):
                    pass
                if told.startswith(ENDS[1]):
                    await asyncio.sleep(1)

    await asyncio.gather(*(for_ever(ask, 1) for _ in range(FLOOD_SOCKETS)))


async def flood_with_searches(port: int) -> None:
    """One address has tables at which five bots that search play each other, each made by another guest."""
    for _ in range(FLOOD_TABLES):
        with suppress(httpx.HTTPError):
            visitor = await Visitor.named(port, FLOOD_ADDRESS)
            await visitor.new_table(players=5, bots=["search"] * 5, sit=False, start=True)
    await asyncio.Event().wait()


async def flood_with_sittings(port: int) -> None:
    """Strangers from many addresses sit down at a listed table, add to its chance and leave."""
    host = await Visitor.named(port, FLOOD_ADDRESS)
    table = await host.new_table(players=5, listed=True)
    source = addresses("127.7")

    async def come_and_go() -> None:
        visitor = await Visitor.named(port, next(source))
        async with aclosing(visitor.http), visitor.socket() as opened:
            await send(opened, "watch", table=table)
            await until(opened, "table", "error")
            for seat in range(1, 5):
                await send(opened, "sit", id=f"s{seat}", seat=seat)
                await send(opened, "entropy", id=f"e{seat}", text=f"{random.getrandbits(128):x}")
                await send(opened, "leave", id=f"l{seat}")
            while (await until(opened, "event", "done", "error")).get("id") != "l4":
                pass

    await asyncio.gather(*(for_ever(come_and_go) for _ in range(FLOOD_GUESTS)))


async def flood_with_guests(port: int) -> None:
    """One address makes guest after guest."""

    async def make_guest() -> None:
        await (await Visitor.named(port, FLOOD_ADDRESS)).http.aclose()

    await asyncio.gather(*(for_ever(make_guest) for _ in range(FLOOD_GUESTS)))


async def flood_with_heads(port: int) -> None:
    """One address sends requests that take long to read."""
    request = b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a:b\r\n" * FLOOD_HEAD_FIELDS + b"\r\n"

    async def ask() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOOD_ADDRESS, 0))
        try:
            writer.write(request)
            await reader.read()
        finally:
            writer.close()

    await asyncio.gather(*(for_ever(ask) for _ in range(FLOOD_GUESTS)))


async def flood_with_malformed_heads(port: int) -> None:
    """One address sends what is no request, each on a new connection."""

    async def ask() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOOD_ADDRESS, 0))
        try:
            writer.write(b"GET / NONSENSE\r\n\r\n")
            await reader.read()
        finally:
            writer.close()

    await asyncio.gather(*(for_ever(ask) for _ in range(FLOOD_GUESTS)))


async def flood_with_pictures(port: int) -> None:
    """One address asks for the picture of a table, each time under another name."""
    visitor = await Visitor.named(port, FLOOD_ADDRESS)
    table = await visitor.new_table(players=2)

    async def look() -> None:
        await visitor.http.put("/api/me", json={"name": f"c{random.getrandbits(60):x}"})
        await visitor.http.get(f"/api/tables/{table}/picture.png")

    await for_ever(look)


class Flood(NamedTuple):
    what: str
    run: Callable[[int], Coroutine[Any, Any, None]]
    measured: tuple[str, ...] = (MOVES, REQUESTS)


FLOODS = {
    "logins": Flood(f"{FLOOD_LOGINS} logins at a time, from ever new addresses", flood_with_logins),
    "catch-ups": Flood(
        f"{FLOOD_SOCKETS} sockets of one address ask for a whole game",
        flood_with_catch_ups,
        (MOVES, REQUESTS, CATCH_UPS),
    ),
    "searches": Flood(
        f"{FLOOD_TABLES} tables of five bots that search, made by one address",
        flood_with_searches,
        (MOVES, REQUESTS, SEARCHES),
    ),
    "sittings": Flood(f"{FLOOD_GUESTS} strangers at a time sit down and leave", flood_with_sittings),
    "guests": Flood(f"{FLOOD_GUESTS} connections of one address make guests", flood_with_guests),
    "heads": Flood(f"{FLOOD_GUESTS} connections of one address send large heads", flood_with_heads),
    "malformed": Flood(
        f"{FLOOD_GUESTS} connections of one address at a time send what is no request", flood_with_malformed_heads
    ),
    "pictures": Flood("one address asks for pictures under ever new names", flood_with_pictures),
}


def run_flood(name: str, port: int) -> None:
    os.nice(FLOOD_NICENESS)
    asyncio.run(FLOODS[name].run(port))


async def measured(port: int, name: str, seconds: float) -> dict[str, tuple[Milliseconds, Milliseconds]]:
    """What bystanders wait for: alone, and during the flood."""
    alone: dict[str, Milliseconds] = {}
    during: dict[str, Milliseconds] = {}
    source = addresses("127.6")
    lists: dict[str, Milliseconds] = {what: [] for what in FLOODS[name].measured}
    async with asyncio.TaskGroup() as group:
        running_tasks = [
            group.create_task(play(port, next(source), lists[what]))
            for what in lists
            for play, number in [BYSTANDERS[what]]
            for _ in range(number)
        ]
        await first_of_each(lists)
        await collect(lists, alone, seconds)
        flood = Process(target=run_flood, args=(name, port), daemon=True)
        flood.start()
        try:
            await asyncio.sleep(FLOOD_START_SECONDS)
            await collect(lists, during, seconds)
        finally:
            flood.kill()
        for task in running_tasks:
            task.cancel()
    return {what: (alone[what], during[what]) for what in lists}


async def first_of_each(lists: dict[str, Milliseconds]) -> None:
    while not all(lists.values()):  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def collect(lists: dict[str, Milliseconds], into: dict[str, Milliseconds], seconds: float) -> None:
    for times in lists.values():
        times.clear()
    await asyncio.sleep(seconds)
    for what, times in lists.items():
        into[what] = times[:]


@contextmanager
def server(python: str) -> Iterator[int]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [python, "-m", "purrlab", "serve", "--port", str(port), "--data", folder]
        with running(command, port, {}, cores=(SERVER_CORE, CLIENT_CORE)):
            yield port


def in_words(times: Milliseconds) -> str:
    """Median and 99th percentile."""
    if len(times) < 2:
        return f"{len(times)} in all"
    cuts = quantiles(times, n=100, method="inclusive")
    return f"{cuts[49]:.1f} / {cuts[98]:.1f}"


def main() -> None:
    options = ArgumentParser(description=__doc__)
    options.add_argument("floods", nargs="*", metavar="FLOOD", help=f"which: {', '.join(FLOODS)}; all, unless named")
    options.add_argument("--peer", help="the Python of another installation, to be measured too")
    options.add_argument("--seconds", type=float, default=20, help="that are measured alone and during each flood")
    given = options.parse_args()
    servers = {"this": sys.executable, **({"peer": given.peer} if given.peer else {})}
    rows = []
    for name in given.floods or FLOODS:
        for label, python in servers.items():
            with server(python) as port:
                results = asyncio.run(measured(port, name, given.seconds))
            for what, (alone, during) in results.items():
                cells = [FLOODS[name].what, label, what, in_words(alone), in_words(during), str(len(during))]
                rows.append(f"| {' | '.join(cells)} |")
                print(rows[-1], file=sys.stderr)
    if not given.floods:
        RESULTS.write_text(
            TEXT.format(machine=machine(), seconds=given.seconds, niceness=FLOOD_NICENESS, rows="\n".join(rows)),
            "utf-8",
        )


TEXT = """# What floods cost others

Made by `python benchmarks/floods.py`: milliseconds that a bystander waits, median / 99th percentile, over
{seconds:.0f} s alone and {seconds:.0f} s during each flood, in the same run. Flood, bystanders and
server share the machine; the flood runs at nice {niceness}, since on another machine it would take none of their time.

Machine: {machine}.

| flood | server | what a bystander waits for | alone | during | measured |
|---|---|---|---|---|---|
{rows}
"""


if __name__ == "__main__":
    main()
