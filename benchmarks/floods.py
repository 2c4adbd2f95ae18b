"""What a flood costs others: ``python benchmarks/floods.py [--peer OTHER_PYTHON] [--seconds 10] [FLOOD ...]``.

Bystanders, each from an address of their own, play ordinary moves and ask ``GET /api/me``; first alone, then while
others flood the server. Writes benchmarks/FLOODS.md: median and 99th percentile in milliseconds, alone and during each
flood. With the Python of another installation, that one is measured in the same run. Limits are the ordinary ones.
"""

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from itertools import count
from multiprocessing import Process
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple, Self

import httpx
from server_load import CLIENT_CORE, SERVER_CORE, free_port, running
from timing import machine
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from purrlab.server.patch import patched

RESULTS = Path(__file__).with_name("FLOODS.md")
TABLES = 6  # at which bystanders play
MOVE_SECONDS = REQUEST_SECONDS = 0.05  # from the end of one to the next
FLOOD_SOCKETS, FLOOD_TABLES, FLOOD_LOGINS, FLOOD_GUESTS = 185, 55, 60, 50
FLOOD_HEAD_FIELDS = 12_000
FLOOD_ADDRESS = "127.9.0.1"
FLOOD_START_SECONDS = 5
FLOOD_NICENESS = 10  # floods come from other machines, and take no time from this one's clients
ENDS = (b'{"type":"caught-up"', b'{"type":"error"')

Message = dict[str, Any]
Milliseconds = list[float]


def addresses(network: str) -> Iterator[str]:
    """Addresses of this machine, one after the other."""
    return (f"{network}.{number // 250}.{1 + number % 250}" for number in count())


class Visitor:
    """Somebody with a cookie, from an address."""

    def __init__(self, port: int, address: str) -> None:
        self._port = port
        self._address = address
        transport = httpx.AsyncHTTPTransport(local_address=address, retries=3)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60)

    @classmethod
    async def named(cls, port: int, address: str) -> Self:
        visitor = cls(port, address)
        answer = await visitor.http.put("/api/me", json={"name": f"Cat {random.getrandbits(40):x}"})
        answer.raise_for_status()
        return visitor

    async def new_table(self, **wanted: Any) -> str:
        wanted = {"game": "cat-in-the-box", "pace": 0, "listed": False, **wanted}
        answer = await self.http.post("/api/tables", json=wanted)
        answer.raise_for_status()
        table: str = answer.json()["id"]
        return table

    async def game_over(self, table: str) -> None:
        while (await self.http.get(f"/api/tables/{table}")).json()["status"] == "playing":  # noqa: ASYNC110
            await asyncio.sleep(0.5)

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"ws://127.0.0.1:{self._port}/live"
        headers, source = {"Cookie": cookie}, (self._address, 0)
        async with connect(
            url, additional_headers=headers, max_size=None, open_timeout=60, local_addr=source
        ) as opened:
            yield opened


async def send(opened: ClientConnection, kind: str, **fields: Any) -> None:
    await opened.send(json.dumps({"type": kind, **fields}))


async def until(opened: ClientConnection, *types: str) -> Message:
    while True:
        told: Message = json.loads(await opened.recv())
        if told["type"] in types:
            return told


# Bystanders


async def follow_game(visitor: Visitor, bot: str) -> AsyncGenerator[tuple[Message, Message], None]:
    """A game against a bot, at random: every event with the view after it, and each own move just before it is sent."""
    table = await visitor.new_table(players=2, bots=[bot], start=True)
    async with visitor.socket() as opened:
        await send(opened, "watch", table=table)
        shown = await until(opened, "table")
        seq, view, sent = shown["seq"], shown["view"], ""
        while view["outcome"] is None:
            if view["legal"] and not sent:
                sent = f"k{seq}"
                yield {"type": "act", "id": sent}, view
                await send(opened, "act", id=sent, seq=seq, action=random.choice(view["legal"]))
            told = await until(opened, "event", "error")
            if told["type"] == "error":
                raise RuntimeError(told)
            seq = told["seq"]
            patched(view, told.get("changes", []))
            sent = "" if told.get("id") == sent else sent
            yield told, view


async def moves(port: int, address: str, times: Milliseconds) -> None:
    """One game after the other against a quick bot; for each move, how long until its player sees it."""
    visitor = await Visitor.named(port, address)
    while True:
        own, began = "", 0.0
        async with aclosing(follow_game(visitor, "random")) as game:
            async for told, _ in game:
                if told["type"] == "act":
                    await asyncio.sleep(MOVE_SECONDS)
                    own, began = told["id"], time.perf_counter()
                elif told.get("id") == own:
                    times.append(1000 * (time.perf_counter() - began))


async def requests(port: int, address: str, times: Milliseconds) -> None:
    """``GET /api/me``, again and again."""
    visitor = await Visitor.named(port, address)
    while True:
        began = time.perf_counter()
        (await visitor.http.get("/api/me")).raise_for_status()
        times.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(REQUEST_SECONDS)


async def catch_ups(port: int, address: str, times: Milliseconds) -> None:
    """How long until somebody knows all of a game that is over."""
    visitor = await Visitor.named(port, address)
    table = await visitor.new_table(players=4, bots=["random"] * 4, sit=False, start=True)
    await visitor.game_over(table)
    while True:
        async with visitor.socket() as opened:
            began = time.perf_counter()
            await send(opened, "watch", table=table, seq=0)
            await until(opened, "caught-up")
            times.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(0.2)


async def search_moves(port: int, address: str, times: Milliseconds) -> None:
    """How long a bot that searches takes for a move, as its opponent sees it."""
    visitor = await Visitor.named(port, address)
    while True:
        waits_since: float | None = None
        async with aclosing(follow_game(visitor, "search")) as game:
            async for told, view in game:
                if told["type"] == "act":
                    continue
                now = time.perf_counter()
                if told["seat"] == 1 and waits_since is not None:
                    times.append(1000 * (now - waits_since))
                waits_since = now if 1 in view["to_act"] else None


Bystander = Callable[[int, str, Milliseconds], Coroutine[Any, Any, None]]
MOVES, REQUESTS, CATCH_UPS, SEARCHES = (
    "a move",
    "`GET /api/me`",
    "to catch up with a game",
    "a move of a bot that searches",
)
BYSTANDERS: dict[str, tuple[Bystander, int]] = {  # and how many of them
    MOVES: (moves, TABLES),
    REQUESTS: (requests, 1),
    CATCH_UPS: (catch_ups, 1),
    SEARCHES: (search_moves, 1),
}


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
        RESULTS.write_text(TEXT.format(machine=machine(), seconds=given.seconds, rows="\n".join(rows)), "utf-8")


TEXT = """# What floods cost others

Made by `python benchmarks/floods.py`: milliseconds that a bystander waits, median / 99th percentile, over
{seconds:.0f} s alone and {seconds:.0f} s during each flood, in the same run. Flood, bystanders and
server share the machine.

Machine: {machine}.

| flood | server | what a bystander waits for | alone | during | measured |
|---|---|---|---|---|---|
{rows}
"""


if __name__ == "__main__":
    main()
