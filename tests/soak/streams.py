"""One connection, with a journal of everything that was asked and told on it."""

import asyncio
import json
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any, NamedTuple

import msgspec
from soak.violation import Violation
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]

GONE = (OSError, WebSocketException, EOFError)  # what a client meets when the server is killed, or cuts it off
ANSWER_SECONDS = 180  # without an answer on an open connection, whatever is done to the server meanwhile
SMALL_BUFFER_BYTES = 2048

decode = msgspec.json.decode


class Person(NamedTuple):
    """Somebody whom the server knows."""

    id: str
    name: str
    cookie: str


class Stream:
    """``person`` is None for whoever only looks on, without a name."""

    def __init__(
        self,
        opened: ClientConnection,
        table: str,
        person: Person | None,
        chance: Random,
        *,
        port: int = 0,
        heard_at: dict[tuple[str, int], float] | None = None,
    ) -> None:
        self.table = table
        self.port = port  # of the server at which it came in
        self.is_open = True
        self.told_unasked: tuple[str, ...] = ()
        self.person = person
        self.asked: list[Message] = []
        self.received: list[bytes] = []
        self.unanswered: Counter[str] = Counter()
        self._socket = opened
        self._chance = chance
        self._heard_at = {} if heard_at is None else heard_at

    async def ask(self, kind: str, **fields: Any) -> str:
        """Ask for something; the answer comes among the messages, under the id that this gives."""
        message = {"type": kind, "id": f"{kind}-{self._chance.getrandbits(64):x}", **fields}
        self.asked.append(message)
        self.unanswered[message["id"]] += 1
        await self._socket.send(json.dumps(message))
        return str(message["id"])

    async def next(self, seconds: float) -> Message | None:
        """The next message, or None if there is none for so long."""
        try:
            async with asyncio.timeout(seconds):
                received = await self._socket.recv(decode=False)
        except TimeoutError:
            return None
        assert isinstance(received, bytes)
        self.received.append(received)
        message: Message = decode(received)
        if message["type"] == "event":
            self._heard_at.setdefault((self.table, message["seq"]), time.monotonic())
        number = message.get("id") or ""
        if number in self.unanswered:
            self.unanswered[number] -= 1
            if self.unanswered[number] <= 0:
                del self.unanswered[number]
        return message

    async def answer(self, number: str, hear: Callable[[Message], None]) -> Message:
        """The last answer to something, when all of its kind are there; everything on the way is heard."""
        answer: Message = {}
        while number in self.unanswered:
            message = await self._must_come(number)
            hear(message)
            if message.get("id") == number:
                answer = message
        return answer

    async def drain(self, hear: Callable[[Message], None]) -> None:
        """Until everything that was asked is answered."""
        while self.unanswered:
            hear(await self._must_come(next(iter(self.unanswered))))

    async def _must_come(self, number: str) -> Message:
        message = await self.next(ANSWER_SECONDS)
        if message is None:
            question = next(asked for asked in self.asked if asked["id"] == number)
            raise Violation(f"table {self.table}: nobody answered {question} in {ANSWER_SECONDS} seconds")
        return message


class Streams:
    """Opens connections, and keeps the journals of all."""

    def __init__(self, choose_port: Callable[[], int]) -> None:
        """Each connection goes to whatever server is chosen for it."""
        self.all: list[Stream] = []
        self.heard_at: dict[tuple[str, int], float] = {}  # when a table and seq were first told to anybody
        self._choose_port = choose_port

    @asynccontextmanager
    async def open(
        self, table: str, person: Person | None, chance: Random, *, small_buffer: bool = False
    ) -> AsyncIterator[Stream]:
        """With a small buffer, what is not read stays with the server."""
        headers = {"Cookie": person.cookie} if person else {}
        options: dict[str, Any] = {}
        port = self._choose_port()
        if small_buffer:
            own = socket.socket()
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER_BYTES)
            own.setblocking(False)  # noqa: FBT003
            await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", port))
            options = {"sock": own, "max_queue": 1}
        async with connect(
            f"ws://127.0.0.1:{port}/live",
            additional_headers=headers,
            max_size=None,
            compression=None,
            proxy=None,
            ping_interval=None,  # the server asks
            open_timeout=ANSWER_SECONDS,
            close_timeout=1,
            **options,
        ) as opened:
            stream = Stream(opened, table, person, chance, port=port, heard_at=self.heard_at)
            self.all.append(stream)
            try:
                yield stream
            finally:
                stream.is_open = False
