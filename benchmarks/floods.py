"""What one address can do to others: ``python benchmarks/floods.py [--peer OTHER_PYTHON]``.

Somebody catches up with a whole game, and somebody else plays against a tiger: first alone, then while another address
keeps asking for whole games on 185 sockets, or has 55 tables of tigers. Medians in milliseconds, and how many times as
long it takes during the flood. With the Python of another installation, that one is measured in the same run.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from multiprocessing import Process
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from purrlab.server.patch import patched

FLOODER_ADDRESS, OTHER_ADDRESS = "127.0.0.2", "127.0.0.3"
FLOOD_SOCKETS, FLOOD_TABLES = 185, 55
LAST_MESSAGE_PREFIXES = (b'{"type":"caught-up"', b'{"type":"error"')
MEASUREMENTS = 5  # of each kind
SERVER_START_SECONDS = 60


class Visitor:
    """Somebody with a cookie, from an address."""

    def __init__(self, port: int, address: str, name: str) -> None:
        self._port = port
        self._address = address
        self._http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", transport=httpx.HTTPTransport(local_address=address), timeout=60
        )
        self._http.put("/api/me", json={"name": name}).raise_for_status()

    def new_table(self, **wanted: Any) -> str:
        answer = self._http.post("/api/tables", json={"game": "cat-in-the-box", "pace": 0, "listed": False, **wanted})
        answer.raise_for_status()
        table: str = answer.json()["id"]
        return table

    def status(self, table: str) -> str:
        status: str = self._http.get(f"/api/tables/{table}").json()["status"]
        return status

    @asynccontextmanager
    async def open_socket(self) -> AsyncIterator[ClientConnection]:
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        url = f"ws://127.0.0.1:{self._port}/live"
        headers = {"Cookie": cookie}
        source = (self._address, 0)
        async with connect(
            url, additional_headers=headers, max_size=None, open_timeout=60, local_addr=source
        ) as opened:
            yield opened


async def until(opened: ClientConnection, *types: str) -> dict[str, Any]:
    while True:
        told: dict[str, Any] = json.loads(await opened.recv())
        if told["type"] in types:
            return told


async def catch_up(visitor: Visitor, table: str) -> float:
    """Milliseconds until somebody knows all of a game."""
    async with visitor.open_socket() as opened:
        began = time.perf_counter()
        await opened.send(json.dumps({"type": "watch", "table": table, "seq": 0}))
        told = await until(opened, "caught-up", "error")
        assert told["type"] == "caught-up", told
        return 1000 * (time.perf_counter() - began)


def flood_with_catch_ups(port: int, table: str) -> None:
    """In a process of its own."""
    asyncio.run(request_whole_games(Visitor(port, FLOODER_ADDRESS, "Flo"), table))


async def request_whole_games(visitor: Visitor, table: str) -> None:
    """On as many sockets as one address may have, for ever, as fast as each of them may."""
    message = json.dumps({"type": "watch", "table": table, "seq": 0})

    async def one() -> None:
        while True:
            with suppress(WebSocketException, OSError):
                async with visitor.open_socket() as opened:
                    while True:
                        await opened.send(message)
                        while not (told := await opened.recv(decode=False)).startswith(LAST_MESSAGE_PREFIXES):
                            pass
                        if told.startswith(LAST_MESSAGE_PREFIXES[1]):
                            await asyncio.sleep(1)
            await asyncio.sleep(1)

    await asyncio.gather(*(one() for _ in range(FLOOD_SOCKETS)))


async def tiger_moves(visitor: Visitor, table: str) -> list[float]:
    """Milliseconds that the tiger takes for each of its moves, as its opponent sees it."""
    times: list[float] = []
    async with visitor.open_socket() as opened:
        await opened.send(json.dumps({"type": "watch", "table": table}))
        shown = await until(opened, "table")
        seq, view, answered = shown["seq"], shown["view"], -1
        waits_since: float | None = None
        while len(times) < MEASUREMENTS:
            if view["legal"] and answered != seq:
                action, answered = view["legal"][0], seq
                await opened.send(json.dumps({"type": "act", "id": f"k{seq}", "seq": seq, "action": action}))
            told = await until(opened, "event")
            seq, now = told["seq"], time.perf_counter()
            if told["seat"] == 1 and waits_since is not None:
                times.append(1000 * (now - waits_since))
            patched(view, told.get("changes", []))
            waits_since = now if 1 in view["to_act"] else None
    return times


async def measured_catch_ups(port: int) -> tuple[float, float]:
    flooder, other = Visitor(port, FLOODER_ADDRESS, "Flo"), Visitor(port, OTHER_ADDRESS, "Ann")
    table, others = [
        visitor.new_table(players=4, bots=["random"] * 4, sit=False, start=True) for visitor in (flooder, other)
    ]
    while "playing" in (flooder.status(table), other.status(others)):  # noqa: ASYNC110  # nobody tells
        await asyncio.sleep(0.5)
    alone = [await catch_up(other, others) for _ in range(MEASUREMENTS)]
    flood = Process(target=flood_with_catch_ups, args=(port, table), daemon=True)
    flood.start()
    await asyncio.sleep(5)
    during = [await catch_up(other, others) for _ in range(MEASUREMENTS)]
    flood.kill()
    return median(alone), median(during)


async def measured_tigers(port: int) -> tuple[float, float]:
    other = Visitor(port, OTHER_ADDRESS, "Ann")
    wanted: dict[str, Any] = {"players": 2, "bots": ["tiger"], "start": True}
    alone = await tiger_moves(other, other.new_table(**wanted))
    for number in range(FLOOD_TABLES):
        flooder = Visitor(port, FLOODER_ADDRESS, f"Flo {number}")
        flooder.new_table(players=5, bots=["tiger"] * 5, sit=False, start=True)
    during = await tiger_moves(other, other.new_table(**wanted))
    return median(alone), median(during)


@contextmanager
def server(python: str) -> Iterator[int]:
    """A server with its ordinary limits, in a folder that is not kept."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [python, "-m", "purrlab", "serve", "--port", str(port), "--data", folder]
        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)  # noqa: S603
        try:
            wait_for(port)
            yield port
        finally:
            running.terminate()
            running.wait()


def wait_for(port: int) -> None:
    deadline = time.monotonic() + SERVER_START_SECONDS
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/health").raise_for_status()
            return
        time.sleep(0.1)
    raise TimeoutError("the server does not start")


MEASURES: dict[str, Callable[[int], Coroutine[Any, Any, tuple[float, float]]]] = {
    "to catch up with a whole game": measured_catch_ups,
    "a move of a tiger": measured_tigers,
}


def main() -> None:
    options = ArgumentParser(description=__doc__)
    options.add_argument("--peer", help="the Python of another installation, to be measured too")
    peer: str | None = options.parse_args().peer
    for what, measure in MEASURES.items():
        for name, python in {"this": sys.executable, **({"peer": peer} if peer else {})}.items():
            with server(python) as port:
                alone, during = asyncio.run(measure(port))
            print(f"{what}, {name}: {alone:.0f} ms alone, {during:.0f} ms in a flood, {during / alone:.1f} times")


if __name__ == "__main__":
    main()
