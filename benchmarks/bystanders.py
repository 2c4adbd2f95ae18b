"""Visitors of a server from addresses of their own, and bystanders whose waiting is measured (floods.py)."""

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator
from contextlib import aclosing, asynccontextmanager
from itertools import count
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from purrlab.server.patch import patched

TABLES = 6  # at which bystanders play
MOVE_SECONDS = REQUEST_SECONDS = 0.05  # from the end of one to the next

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
