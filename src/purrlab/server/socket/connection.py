"""One client at its socket, with a bounded outbox, so that a slow reader slows nobody else."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from purrlab.server.accounts.sessions import Visit
from purrlab.server.asgi import Send
from purrlab.server.rate_limiter import TokenBucket

if TYPE_CHECKING:
    from purrlab.server.live.live_table import LiveTable

log = logging.getLogger(__name__)

MAX_OUTBOX_BYTES = 1_000_000  # that may wait for a client
CLOSE_SIGNED_OUT = 4001  # it is no longer sure who this is


class DirectProtocol(Protocol):
    """The connection itself, where uvicorn runs our websocket_protocol.py."""

    listener: Callable[[bytes], bool] | None
    transport: asyncio.Transport

    def write_text(self, message: bytes) -> bool: ...

    def close_with_code(self, code: int) -> None: ...


class Link(Protocol):
    """The way of a connection to a table of another server."""

    def forward(self, message: bytes) -> None: ...

    def close(self) -> None: ...


def _protocol_behind(send: Send) -> DirectProtocol | None:
    """The protocol whose method an ASGI ``send`` is, where it is ours."""
    protocol = getattr(send, "__self__", None)
    return protocol if hasattr(protocol, "write_text") else None


class Connection:
    """One client. ``send`` never waits: what the client does not read in time costs it the connection."""

    __slots__ = (
        "_max_messages",
        "_outbox",
        "_outbox_bytes",
        "_send",
        "_sending",
        "_task",
        "address",
        "bucket",
        "busy",
        "dropped",
        "link",
        "live",
        "muted",
        "name",
        "person",
        "protocol",
        "recognised_at",
        "refused_messages",
        "session",
    )

    def __init__(
        self,
        send: Send,
        visit: Visit | None,
        muted: set[str],
        bucket: TokenBucket,
        max_messages: int,
        address: str = "",
    ) -> None:
        self.address = address
        self.person = visit.person.id if visit else None
        self.name = visit.person.name if visit else ""
        self.session = visit.session if visit else None
        self.live: LiveTable | None = None
        self.link: Link | None = None  # to the server that has its table, where that is another
        self.muted = muted
        self.bucket = bucket
        self.recognised_at = 0.0  # by time.monotonic
        self.refused_messages = 0  # since they were last told to slow down
        self.busy = False  # with something that takes its time
        self.dropped = False
        self._send = send
        self.protocol = _protocol_behind(send)
        self._max_messages = max_messages
        self._outbox: deque[bytes] | None = None  # of a slow reader; empty it would take most of what a connection does
        self._outbox_bytes = 0
        self._sending: asyncio.Task[None] | None = None
        self._task = asyncio.current_task()

    def send(self, message: bytes) -> None:
        """Hand a message to the transport at once; only while that is full, a task sends what waits.

        Whatever is wrong with this client, nobody else has to know: nothing is raised.
        """
        if self._sending is not None:
            self._queue(message)
            return
        protocol = self.protocol
        if protocol is not None and protocol.write_text(message):
            return
        step = self._send({"type": "websocket.send", "text": message.decode()}).__await__()
        try:
            full = next(step)
        except StopIteration:
            return
        except (OSError, RuntimeError):
            return  # the client has gone, and its task will soon know
        self._sending = asyncio.get_running_loop().create_task(self._send_rest(_StartedCoroutine(step, full)))

    async def send_all(self, messages: Iterable[bytes]) -> None:
        """Many messages, as fast as the client reads them."""
        for message in messages:
            self.send(message)
            if self._sending is not None:
                await asyncio.wait([self._sending])

    def _queue(self, message: bytes) -> None:
        self._outbox_bytes += len(message)
        if self._outbox is None:
            self._outbox = deque()
        if len(self._outbox) < self._max_messages and self._outbox_bytes <= MAX_OUTBOX_BYTES:
            self._outbox.append(message)
        elif not self.dropped:
            table = self.live.id if self.live else None
            log.info("a client was disconnected because it read too slowly", extra={"table": table})
            self.drop()

    async def _send_rest(self, first: "_StartedCoroutine") -> None:
        try:
            await first
            while self._outbox:
                message = self._outbox.popleft()
                self._outbox_bytes -= len(message)
                await self._send({"type": "websocket.send", "text": message.decode()})
        except (OSError, RuntimeError):
            pass  # the client has gone
        finally:
            self._sending = self._outbox = None
            self._outbox_bytes = 0

    @property
    def is_backed_up(self) -> bool:
        """Whether something waits for the client to read."""
        return self._sending is not None

    async def flushed(self) -> None:
        """When all that was sent is on its way."""
        if self._sending is not None:
            await asyncio.wait([self._sending])

    def mutes(self, person: str) -> bool:
        return person in self.muted

    def listen(self, listener: Callable[["Connection", bytes], bool]) -> None:
        if self.protocol is not None:
            self.protocol.listener = partial(listener, self)

    def stop(self) -> None:
        if self.protocol is not None:
            self.protocol.listener = None
        if self._sending is not None:
            self._sending.cancel()

    def sign_out(self) -> None:
        self.drop(CLOSE_SIGNED_OUT)

    def drop(self, code: int | None = None) -> None:
        """Close the connection with this code; without one at once, even if nothing can be sent any more."""
        self.dropped = True
        if self.protocol is not None:
            if code is None:
                self.protocol.transport.abort()
            else:
                self.protocol.close_with_code(code)
        if self._task is not None:
            self._task.cancel()


class _StartedCoroutine:
    """The rest of something that was begun outside of a task, and had to wait."""

    def __init__(self, step: Generator[Any, Any, None], waits_for: Any) -> None:
        self._step = step
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._waits_for
        yield from self._step
