"""Services in this process with people at ASGI sockets, and faults on command: the n-th call of something fails."""

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from server.clients import wait_until

from purrlab.games.game import View
from purrlab.server.accounts.devices import Device
from purrlab.server.accounts.sessions import Visit, signed_session
from purrlab.server.asgi import Message
from purrlab.server.origins import Origins
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings
from purrlab.server.socket.endpoint import SOCKET_PATH, SocketEndpoint
from purrlab.server.storage.store import Person
from purrlab.server.time_source import SystemTime, Timer

POLL_SECONDS = 0.001
ACCELERATED_BELOW_SECONDS = 10  # what is shorter than this, tests do not wait for
NO_LIMITS: dict[str, Any] = dict.fromkeys(
    [
        "messages_per_second",
        "message_burst",
        "requests_per_second",
        "request_burst",
        "tables_per_person",
        "sittings_per_minute",
    ],
    10**6,
)
ANSWER_TYPES = ("done", "error", "table", "caught-up", "advice", "pong")


class AcceleratedTime(SystemTime):
    """The time of this machine, with short waits made 50 times shorter."""

    def call_later(self, seconds: float, callback: Callable[..., None], *about: object) -> Timer:
        return super().call_later(_accelerated(seconds), self.ring, callback, *about)

    def ring(self, callback: Callable[..., None], *about: object) -> None:
        callback(*about)

    async def sleep(self, seconds: float) -> None:
        await super().sleep(_accelerated(seconds))


def _accelerated(seconds: float) -> float:
    return seconds / 50 if seconds < ACCELERATED_BELOW_SECONDS else seconds


class Tab:
    """A page of somebody, at the endpoint of the socket but without a network."""

    def __init__(self, endpoint: SocketEndpoint, cookie: str, address: str = "192.0.2.7") -> None:
        self.told: list[dict[str, Any]] = []
        self.asked: dict[str, dict[str, Any]] = {}
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        headers = [(b"cookie", cookie.encode())]
        scope = {"type": "websocket", "path": SOCKET_PATH, "headers": headers, "client": (address, 1)}
        self.task = asyncio.ensure_future(endpoint(scope, self._inbox.get, self.send))

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.told.append(json.loads(message["text"]))

    def ask(self, kind: str, request_id: str, **fields: Any) -> None:
        message = self.asked[request_id] = {"type": kind, "id": request_id, **fields}
        self.deliver(json.dumps(message))

    def deliver(self, text: str) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def answers(self, request_id: str) -> list[dict[str, Any]]:
        return [told for told in self.told if told.get("id") == request_id]

    async def answer(self, kind: str, request_id: str, **fields: Any) -> dict[str, Any]:
        self.ask(kind, request_id, **fields)
        await wait_for_answers(self)
        return self.answers(request_id)[0]

    async def close(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect"})
        await self.task


async def wait_for_answers(*tabs: Tab) -> None:
    """Until everything that was asked is answered."""
    try:
        await wait_until(lambda: not _open_asks(tabs), POLL_SECONDS)
    except TimeoutError:
        raise AssertionError(f"never answered: {_open_asks(tabs)}") from None


def _open_asks(tabs: Iterable[Tab]) -> list[dict[str, Any]]:
    return [asked for tab in tabs for number, asked in tab.asked.items() if not tab.answers(number)]


class DirectTab(Tab):
    """The same at a connection that hands messages over without a queue, as under uvicorn."""

    listener: Callable[[bytes], bool] | None = None
    transport = None

    def write_text(self, message: bytes) -> bool:
        self.told.append(json.loads(message))
        return True

    def deliver(self, text: str) -> None:
        if self.listener is None or not self._inbox.empty() or not self.listener(text.encode()):
            super().deliver(text)


async def choose_first(_bot: str, view: View, *_owner: str) -> str:
    """A bot that needs no process."""
    return str(view.legal[0])


@asynccontextmanager
async def accelerated_services(folder: Path, **wanted: Any) -> AsyncIterator[tuple[Services, SocketEndpoint]]:
    async with open_services(
        Settings(data=folder, absent_player_seconds=1000, **(NO_LIMITS | wanted)), time=AcceleratedTime()
    ) as services:
        with patch.object(services.bots, "choose", choose_first):
            yield services, SocketEndpoint(services, Origins([], secure=False))


async def cookie_of(services: Services, person: Person) -> str:
    token = await services.sessions.exchange(Visit(person, signed_session(person.id)), Device())
    return f"{services.sessions.cookie_name}={token}"


class Faults:
    """Counts the calls of what it is put around, and lets one of them fail."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.arm(None, 0, None)

    def arm(self, part: str | None, number: int, error: BaseException | None) -> None:
        """So many calls of this part from now on, it fails."""
        self.calls.clear()
        self._part, self._number, self._error = part, number, error

    def _count(self, part: str) -> None:
        self.calls.append(part)
        if part == self._part and self.calls.count(part) == self._number and self._error is not None:
            raise self._error

    @contextmanager
    def around(self, owner: Any, name: str) -> Iterator[None]:
        """Before each call of this method or function."""
        true = getattr(owner, name)
        label = f"{getattr(owner, '__name__', type(owner).__name__)}.{name}"

        async def later(*given: Any, **named: Any) -> Any:
            self._count(label)
            return await true(*given, **named)

        def now(*given: Any, **named: Any) -> Any:
            self._count(label)
            return true(*given, **named)

        with patch.object(owner, name, later if inspect.iscoroutinefunction(true) else now):
            yield
