"""A real server process, and people who talk to it over real sockets."""

import asyncio
import json
import os
import random
import secrets
import signal
import socket
import ssl
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Protocol, Self

import httpx
from server.server_process import ServerProcess, start_server_process
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from purrlab.server.patch import patched

NO_LIMITS = {
    "connections_per_address": "10000",
    "messages_per_second": "100000",
    "message_burst": "100000",
    "requests_per_second": "100000",
    "request_burst": "100000",
    "tables_per_person": "100000",
    "chats_per_minute": "6000",
    "sittings_per_minute": "100000",
    "new_tables_per_minute": "100000",
    "new_guests_per_minute": "100000",
    "logins_per_minute": "100000",
}
ANSWER_TIMEOUT_SECONDS = 60  # for one answer, on a machine that has other things to do
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # all here is plain http, and to read them takes longer


PORTS = range(11_000, 32_000)  # below those that systems give to whoever asks for any
_ports = count(secrets.randbelow(len(PORTS)))  # other processes that test begin elsewhere


def free_port() -> int:
    """One that is still free when it is used, a moment later."""
    while True:
        port = PORTS[next(_ports) % len(PORTS)]
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """``purrlab serve`` in a process of its own, on the loopback address."""

    def __init__(self, folder: Path, program: Sequence[str] | None = None, **settings: str) -> None:
        """``program`` is run, with imports and all, instead of a fork that hashes passwords in no time."""
        self._program = program
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.data = folder / "data"
        given = {f"PURRLAB_{name.upper()}": value for name, value in (NO_LIMITS | settings).items()}
        self._environment = os.environ | given
        self._process: ServerProcess | None = None
        self.visitors: list[httpx.Client] = []

    def start(self) -> Self:
        arguments = ["serve", "--port", str(self.port), "--data", str(self.data)]
        times = self._times_ready()
        self._process = start_server_process(arguments, self._environment, self.log, self._program)
        while self._times_ready() == times:  # for as long as it takes: the test has its own limit
            assert self._process.poll() is None, self.log.read_text()
            time.sleep(0.02)
        return self

    def _times_ready(self) -> int:
        return self.log.read_text().count("Purrlab is at") if self.log.exists() else 0

    def visit(self) -> httpx.Client:
        visitor = httpx.Client(base_url=self.url, timeout=ANSWER_TIMEOUT_SECONDS, verify=NO_CERTIFICATES)
        self.visitors.append(visitor)
        return visitor

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """It stops wherever it is, until it may go on."""
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def stop(self, sent: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop, and say how it ended."""
        assert self._process is not None
        self._process.send_signal(sent)
        return self.wait()

    def wait(self) -> int:
        """How it ended by itself."""
        assert self._process is not None
        return self._process.wait(60)

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        for visitor in self.visitors:
            visitor.close()
        if self._process is not None and self._process.poll() is None:
            self.stop()


class Person:
    """Somebody with a name and a cookie."""

    def __init__(self, server: Server, name: str, cookie: str | None = None) -> None:
        """A new guest, or whoever the cookie names."""
        self.server = server
        self.name = name
        self.http = server.visit()
        if cookie is not None:
            self.http.cookies.set("purrlab", cookie, domain="127.0.0.1")
        self.http.put("/api/me", json={"name": name}).raise_for_status()

    @property
    def cookie(self) -> str:
        return f"purrlab={self.http.cookies['purrlab']}"

    def new_table(self, **wanted: Any) -> dict[str, Any]:
        answer = self.http.post("/api/tables", json={"game": "cat-in-the-box", "pace": 0, **wanted})
        assert answer.status_code == 201, answer.text
        table: dict[str, Any] = answer.json()
        return table

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


def new_people(server: Server, *names: str) -> list[Person]:
    return [Person(server, name) for name in names]


class MessageSocket(Protocol):
    """What a client needs of a socket."""

    async def send(self, message: str) -> None: ...

    async def recv(self, *, decode: bool) -> bytes | str: ...


class SocketClient:
    """One connection: what is sent and all that comes back."""

    def __init__(self, socket: MessageSocket) -> None:
        self._socket = socket
        self.received: list[bytes] = []

    async def send(self, kind: str, **fields: Any) -> None:
        await self._socket.send(json.dumps({"type": kind, **fields}))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
            message = await self._socket.recv(decode=False)
        assert isinstance(message, bytes)
        self.received.append(message)
        told: dict[str, Any] = json.loads(message)
        return told

    async def until(self, *types: str, where: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """The next message of one of these types, passing over others."""
        while True:
            message = await self.next()
            if message["type"] in types and where(message):
                return message

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something, and wait for the answer to it."""
        number = f"q{len(self.received)}-{random.getrandbits(40):x}"
        await self.send(kind, id=number, **fields)
        return await self.until(
            "done",
            "error",
            "table",
            "caught-up",
            "event",
            "advice",
            "pong",
            where=lambda told: told.get("id") == number,
        )


class WebSocketClient(SocketClient):
    """A client on a real WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(socket)
        self.socket = socket


@asynccontextmanager
async def open_socket(server: Server, person: Person | None = None, **headers: str) -> AsyncIterator[WebSocketClient]:
    sent = {"Cookie": person.cookie} | headers if person else headers
    async with connect(f"ws://127.0.0.1:{server.port}/live", additional_headers=sent, max_size=None) as opened:
        yield WebSocketClient(opened)


async def send_command(person: Person, table: str, kind: str) -> None:
    """Ask a table for one thing, and see to it that it is done."""
    async with open_socket(person.server, person) as opened:
        await opened.ask("watch", table=table)
        answer = await opened.ask(kind)
        assert answer["type"] == "done", answer


class RandomPlayer:
    """Somebody at a table, who plays at random to the end, and comes back whenever the server is gone."""

    def __init__(self, person: Person, table: str, chance: random.Random) -> None:
        self.person = person
        self.table = table
        self.chance = chance
        self.seq: int | None = None
        self.view: dict[str, Any] | None = None
        self.over = False
        self.open: dict[str, Any] | None = None  # an action that was not answered yet
        self.acknowledged: dict[str, tuple[int, str]] = {}  # id: seq and action
        self.errors: list[dict[str, Any]] = []
        self.received: list[bytes] = []
        self.reconnects = 0

    async def play(self) -> None:
        while not self.over:
            try:
                async with open_socket(self.person.server, self.person) as opened:
                    opened.received = self.received
                    await self._play(opened)
            except (OSError, WebSocketException, EOFError, TimeoutError):
                self.reconnects += 1
                await asyncio.sleep(0.05)

    async def _play(self, opened: SocketClient) -> None:
        await opened.send("watch", table=self.table, **({} if self.seq is None else {"seq": self.seq}))
        while self._hear(await opened.next()) not in ("table", "caught-up"):
            pass
        if self.open:
            await opened.send("act", **self.open)
        while not self.over:
            if self.open is None and self.view and self.view["legal"]:
                action = self.chance.choice(self.view["legal"])
                self.open = {"id": f"{self.chance.getrandbits(60):x}", "seq": self.seq, "action": action}
                await opened.send("act", **self.open)
            self._hear(await opened.next())

    def _hear(self, message: dict[str, Any]) -> str:
        """Keep up with what happens."""
        kind: str = message["type"]
        if kind == "table":
            self.view, self.seq = message["view"], message["seq"]
            self.over = message["table"]["status"] == "over"
        elif kind == "event":
            self._hear_event(message)
        elif kind == "done":
            self._answered(message["id"], message["seq"])
        elif kind == "error":
            self.errors.append(message)
            self.open = None
        return kind

    def _hear_event(self, event: dict[str, Any]) -> None:
        assert self.seq is None or event["seq"] == self.seq + 1, f"{event['seq']} came after {self.seq}"
        self.seq = event["seq"]
        if "view" in event:
            self.view = event["view"]
        if "changes" in event:
            assert self.view is not None
            patched(self.view, event["changes"])
        if "action" in event:
            self._answered(event["id"], event["seq"])
        self.over = event.get("table", {}).get("status") == "over"

    def _answered(self, number: str | None, seq: int) -> None:
        if self.open and number is not None and number == self.open["id"]:
            self.acknowledged[number] = (seq, self.open["action"])
            self.open = None


async def wait_until(holds: Callable[[], bool], poll_seconds: float = 0.01) -> None:
    """Wait for something that is to come, for as long as a slow machine may need."""
    async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
        while not holds():  # noqa: ASYNC110  # nobody sets an event for it
            await asyncio.sleep(poll_seconds)


def start_bot_game(person: Person, **wanted: Any) -> str:
    """A game for two that has begun."""
    table: str = person.new_table(players=2, bots=["random"], start=True, **wanted)["id"]
    return table


async def seat_two(host: SocketClient, guest: SocketClient, table: str) -> None:
    """Both look at the table, and the guest sits down too."""
    await host.ask("watch", table=table)
    await guest.ask("watch", table=table)
    assert (await guest.ask("sit"))["type"] == "done"


async def start_two(host: SocketClient, guest: SocketClient, table: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A started game for two, and the first view of both."""
    await seat_two(host, guest, table)
    assert (await host.ask("start"))["type"] == "done"
    return await host.ask("watch", table=table), await guest.ask("watch", table=table)
