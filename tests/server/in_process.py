"""The server without a process, a network or a clock of its own, for tests that need none of them."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from server.clients import SocketClient
from server.manual_time import ManualTime

from purrlab.bots import find_bot
from purrlab.games.game import View
from purrlab.server.accounts.devices import Device
from purrlab.server.ids import new_id
from purrlab.server.live.bot_pool import Bots
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.origins import Origins
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage.batch_commit import BatchCommit
from purrlab.server.storage.store import Person
from purrlab.server.storage.writer import Write, WriteResult
from purrlab.server.tables import commands

NO_LIMITS = {"messages_per_second": 100_000, "message_burst": 100_000, "requests_per_second": 100_000}
POLL_SECONDS = 0.001
PROMPT_POLLS = 20  # without a pause: most things that are waited for take less than the shortest one


class PromptBots:
    """Bots that choose at once, in this process."""

    def __init__(self) -> None:
        self._chance = Random(7)

    async def choose(self, bot: str, view: View, _host: str = "", _address: str = "") -> str:
        return str(find_bot(view.game, bot).choose(view, self._chance))

    def waiting(self) -> dict[str, int]:
        return {}

    async def stop(self) -> None:
        pass


class InterruptibleCommit(BatchCommit):
    """A commit before which a test may wait, or raise."""

    interrupt: Callable[[list[Write]], None] | None = None

    def __call__(self, writes: list[Write]) -> list[WriteResult]:
        if self.interrupt is not None:
            self.interrupt(writes)
        return super().__call__(writes)


class AsgiSocket:
    """The far end of a WebSocket, for the endpoint and for a ``SocketClient``, with no network between them."""

    def __init__(self) -> None:
        self.is_waiting = False  # the server, for the next message
        self._sent: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._received: asyncio.Queue[bytes] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})

    async def receive(self) -> MutableMapping[str, Any]:
        self.is_waiting = self._sent.empty()
        try:
            return await self._sent.get()
        finally:
            self.is_waiting = False

    async def tell(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self._received.put_nowait(message["text"].encode())

    async def send(self, message: str) -> None:
        self.is_waiting = False
        self._sent.put_nowait({"type": "websocket.receive", "text": message})

    async def recv(self, *, decode: bool) -> bytes:
        assert not decode
        return await self._received.get()

    def close(self) -> None:
        self.is_waiting = False
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1000})


class InProcessServer:
    """All services and the socket endpoint, at a time that stands still until it is advanced."""

    def __init__(self, services: Services, time: ManualTime, commit: InterruptibleCommit) -> None:
        self.services = services
        self.tables = services.tables
        self.time = time
        self.commit = commit
        self.endpoint = SocketEndpoint(services, Origins([], secure=False))
        self._sockets: set[AsgiSocket] = set()
        self.cookies: dict[str, str] = {}  # by person

    async def new_person(self, name: str) -> Person:
        session = self.services.sessions.new(new_id(), Device())
        person = await self.services.accounts.create_guest(name, session.row)
        self.cookies[person.id] = f"{self.services.sessions.cookie_name}={session.token}"
        return person

    async def new_table(self, host: Person, **wanted: Any) -> str:
        """As ``POST /api/tables`` makes one."""
        wanted = {"game": "cat-in-the-box", "players": 2, "pace": 0, **wanted}
        return (await make_table(self.tables, host, msgspec.convert(wanted, NewTable))).id

    @asynccontextmanager
    async def open_socket(self, person: Person | None = None) -> AsyncIterator[SocketClient]:
        cookie = self.cookies[person.id] if person else ""
        socket = AsgiSocket()
        headers = [(b"cookie", cookie.encode())]
        scope = {"type": "websocket", "path": "/live", "headers": headers, "client": ("127.0.0.1", 1)}
        serving = asyncio.create_task(self.endpoint(scope, socket.receive, socket.tell))
        self._sockets.add(socket)
        try:
            yield SocketClient(socket)
        finally:
            socket.close()
            await serving
            self._sockets.discard(socket)

    async def advance(self, seconds: float) -> None:
        await self.time.advance(seconds, self.settle)

    async def settle(self) -> None:
        """Until everything that was accepted is stored and told, or lost, and all wait for the time or for a client."""
        await asyncio.sleep(0)  # whoever was just woken or cancelled
        async with asyncio.timeout(60):
            polls = 0
            while not self._is_settled():
                polls += 1
                await asyncio.sleep(0 if polls <= PROMPT_POLLS else POLL_SECONDS)

    def _is_settled(self) -> bool:
        writer = self.services.writer
        waiting = self.time.sleepers + sum(socket.is_waiting for socket in self._sockets)
        return not (writer._gathering or writer._in_flight) and len(asyncio.all_tasks()) - 1 == waiting


@asynccontextmanager
async def in_process_server(
    data_dir: Path, *, time: ManualTime | None = None, bots: Bots | None = None, **settings: Any
) -> AsyncIterator[InProcessServer]:
    """With bots that choose at once, unless others are given."""
    time, commits = time or ManualTime(), list[InterruptibleCommit]()

    def make_commit(engine: Any) -> InterruptibleCommit:
        commits.append(InterruptibleCommit(engine))
        return commits[0]

    wanted = Settings(data=data_dir, **(NO_LIMITS | settings))
    async with open_services(wanted, time=time, bots=bots or PromptBots(), make_commit=make_commit) as services:
        server = InProcessServer(services, time, commits[0])
        await server.settle()
        yield server


class RecordingWatcher:
    """Somebody at a table, without a socket."""

    def __init__(self, person: str) -> None:
        self.person: str | None = person
        self.address = "192.0.2.1"
        self.live: LiveTable | None = None
        self.messages: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    def mutes(self, _person: str) -> bool:
        return False

    def seqs(self) -> list[int]:
        return [message["seq"] for message in self.messages if message["type"] == "event"]


Scenario = Callable[[InProcessServer, LiveTable, RecordingWatcher], Awaitable[None]]


def run_with_game(data_dir: Path, scenario: Scenario, **wanted: Any) -> None:
    """A started game for two people, one of whom watches without a socket."""

    async def run() -> None:
        async with in_process_server(data_dir, absent_player_seconds=1000) as server:
            ann, bo = [await server.new_person(name) for name in ("Ann", "Bo")]
            tables, now = server.tables, server.time.now_ms()
            live = await make_table(tables, ann, NewTable(game="cat-in-the-box", players=2, **wanted))
            watcher = RecordingWatcher(ann.id)
            tables.presence.attach(live, watcher)
            live.names[bo.id] = bo.name
            tables.publisher.accept(live, commands.sit(live.table, bo.id, 1, now))
            tables.publisher.accept(live, commands.start(live.table, ann.id, now))
            await server.settle()
            await scenario(server, live, watcher)

    asyncio.run(run())


def act(server: InProcessServer, live: LiveTable, seat: int, errors: list[BaseException | None]) -> None:
    assert live.table.state is not None
    action = str(live.table.state.legal(seat)[0])
    move = commands.move(live.table, seat, action, server.time.now_ms(), f"k{seat}")
    server.tables.publisher.accept(live, move, errors.append)
