"""Our own protocol classes, fed with bytes by a transport that is none."""

import asyncio
import atexit
from collections.abc import Coroutine
from contextvars import ContextVar
from functools import cache, partial
from typing import Any, NamedTuple

import uvicorn
from uvicorn.server import ServerState

from purrlab.server.asgi import Receive, Scope, Send
from purrlab.server.http.http_protocol import HttpProtocol
from purrlab.server.http.security import HeaderGuard
from purrlab.server.socket.websocket_protocol import WebSocketProtocol

MESSAGE_BYTES = 4_096
HANDSHAKE = (
    b"GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
CLOSE_FRAME = b"\x88"  # how it begins
MAX_TURNS = 200  # of the loop, until all that was begun is done


class SilentTransport(asyncio.Transport):
    """Keeps what is written, and closes when told to."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 80)})
        self.written = b""
        self._closing = False
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        if not self._closing:
            self.written += bytes(data)

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._closing = True

    abort = close

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class _Told:
    """What an app behind the protocols is given."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str, bytes]] = []

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            return
        names = {name for name, _ in scope["headers"]}
        assert not {b"content-length", b"transfer-encoding"} <= names  # the guard before it has seen to it
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return  # the rest of it made no sense, or never came
            body += message.get("body", b"")
            more = message.get("more_body", False)
        self.requests.append((scope["method"], scope["path"], body))
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


_told: ContextVar[_Told] = ContextVar("told")


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    await _told.get().app(scope, receive, send)


class _Loop:
    """Keeps what nobody caught."""

    def __init__(self) -> None:
        self.uncaught: list[dict[str, Any]] = []
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda _loop, context: self.uncaught.append(context))
        atexit.register(self._loop.close)

    def run(self, work: Coroutine[Any, Any, "Heard"]) -> "Heard":
        self.uncaught.clear()
        heard = self._loop.run_until_complete(work)
        assert not self.uncaught, self.uncaught
        return heard


_loop = cache(_Loop)


class Heard(NamedTuple):
    requests: list[tuple[str, str, bytes]]
    messages: list[bytes]
    answers: bytes


async def _quiet() -> None:
    """Until nothing more happens at once."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(MAX_TURNS):
        await asyncio.sleep(0)
        if not loop._ready:
            return


def _hear(messages: list[bytes], message: bytes) -> bool:
    messages.append(message)
    return True


@cache
def _config() -> uvicorn.Config:
    """The same for all, as it takes longer to make than all the rest."""
    config = uvicorn.Config(
        HeaderGuard(_app, []),
        log_config=None,
        ws=WebSocketProtocol,
        http=HttpProtocol,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
    )
    config.load()
    return config


async def _feed(parts: list[bytes], *, websocket: bool) -> Heard:
    told, state, transport, messages = _Told(), ServerState(), SilentTransport(), list[bytes]()
    _told.set(told)
    transport.protocol = HttpProtocol(_config(), state, {})
    transport.protocol.connection_made(transport)
    if websocket:
        transport.protocol.data_received(HANDSHAKE)
        await _quiet()
        assert transport.written.startswith(b"HTTP/1.1 101 ")
        transport.protocol.listener = partial(_hear, messages)
        transport.written = b""
    for part in filter(None, parts):  # nothing is never received
        if not transport.is_closing():
            transport.protocol.data_received(part)
            await _quiet()
    transport.protocol.connection_lost(None)
    await _quiet()
    for task in list(state.tasks):
        task.cancel()
    await asyncio.sleep(0)
    return Heard(told.requests, messages, transport.written)


def _run(parts: list[bytes], *, websocket: bool) -> Heard:
    return _loop().run(_feed(parts, websocket=websocket))


def http_heads(data: bytes) -> str:
    """The same requests are read however the bytes come, and none of which two readers see different ends."""
    whole, _, answers = _run([data], websocket=False)
    assert not answers or answers.startswith(b"HTTP/1.1 ")
    middle = len(data) // 2
    assert _run([data[:middle], data[middle:]], websocket=False).requests == whole
    assert all(len(body) <= len(data) for _, _, body in whole)
    return f"{len(whole)} requests, {answers[:12]!r}"


def websocket_frames(data: bytes) -> str:
    """The same messages are heard however the bytes come, and none is longer than allowed.

    Only what comes in one breath with something that ends the connection may be lost with it.
    """
    _, heard, answers = _run([data], websocket=True)
    assert all(len(message) <= MESSAGE_BYTES for message in heard)
    in_parts = _run([data[at : at + 7] for at in range(0, len(data), 7)], websocket=True)
    assert in_parts.messages[: len(heard)] == heard
    assert in_parts.messages == heard or CLOSE_FRAME in in_parts.answers
    return f"{len(heard)} messages, {answers[:4]!r}"
