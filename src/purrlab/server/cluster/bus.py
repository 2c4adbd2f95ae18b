"""The bus between servers: NATS. It delivers at most once, in order, and forgets; whatever must not be lost is stored.

When the connection breaks, nothing that was said before is sent afterwards: the two sides begin anew.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from random import sample
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from purrlab.server.cluster.frames import AnyFrame, decode_batch, encode_batches
from purrlab.server.errors import CannotServe

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

log = logging.getLogger(__name__)

BUS_CONNECT_TIMEOUT_SECONDS = 2
BUS_RECONNECT_SECONDS = 0.2
BUS_PING_SECONDS = 2  # between two checks that NATS is still there
SEND_INTERVAL_SECONDS = 0.005  # between batches where much is said: each takes as long as several frames
ALL_SERVERS = "all"

Receive = Callable[[str, AnyFrame], None]  # from whom, and what


class BusHandlers(NamedTuple):
    receive: Receive = lambda _sender, _frame: None
    lost: Callable[[], None] = lambda: None  # the connection went
    found: Callable[[], None] = lambda: None  # and came again
    heard: Callable[[str], None] = lambda _sender: None  # of somebody, before all that they say in one moment


class Bus:
    def __init__(self, url: str, member: str) -> None:
        self._urls = url.split(",")
        self._member = member
        self._prefix = "purrlab"
        self._client: Client | None = None  # None: nothing can be said now
        self._opened: Client | None = None  # the last one, which may have failed
        self._outbox: dict[str, list[AnyFrame]] = {}
        self._filled = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._ended = asyncio.Event()
        self._handlers = BusHandlers()
        self.sent_batches = self.received_batches = 0

    @property
    def connected(self) -> bool:
        return self._client is not None

    async def open(self, name: str, handlers: BusHandlers) -> None:
        """Servers on the same database have the same name for their bus, so that others may use it too."""
        self._prefix = f"purrlab.{name}"
        self._handlers = handlers
        if find_spec("nats") is None:
            raise CannotServe("bus: the package nats-py is not installed (pip install 'purrlab[cluster]')")
        try:
            await self._connect()
        except Exception as error:
            shown = ", ".join(map(_shown, self._urls))
            raise CannotServe(f"bus: NATS does not answer at {shown}: {_reason(error)}") from error
        self._tasks = [asyncio.create_task(self._keep_connected()), asyncio.create_task(self._send_all())]

    def post(self, to: str, frame: AnyFrame) -> None:
        """Say something soon, with all else that is said to the same member until then."""
        if self._client is not None:
            if not self._outbox:
                self._filled.set()
            self._outbox.setdefault(to, []).append(frame)

    async def close(self) -> None:
        """Whatever was said is sent first."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if (client := self._client) is not None:
            self._client = None
            with suppress(Exception):
                await self._send(client)
                await client.drain()

    async def _connect(self) -> None:
        """To any server of NATS that answers, so that not all come to the same."""
        urls = sample(self._urls, len(self._urls))
        for url in urls[:-1]:
            with suppress(Exception):
                await self._connect_to(url)
                return
        await self._connect_to(urls[-1])

    async def _connect_to(self, url: str) -> None:
        from purrlab.server.cluster.nats_client import DirectClient  # noqa: PLC0415  # nats-py comes with an extra

        def read(data: bytes) -> None:
            if self._client is client:
                self._read(data)

        async def received(message: "Msg") -> None:
            read(message.data)

        client = DirectClient(read)

        async def closed() -> None:
            self._give_up(client)

        async def failed(error: Exception) -> None:
            """Whatever it is (a slow reader, for one), messages may be missing: begin anew."""
            if self._client is client:
                log.warning("NATS reported an error", extra={"error": _reason(error)})
                self._give_up(client)

        try:
            async with asyncio.timeout(BUS_CONNECT_TIMEOUT_SECONDS):
                await client.connect(
                    url,
                    name=f"purrlab {self._member}",
                    allow_reconnect=False,
                    connect_timeout=BUS_CONNECT_TIMEOUT_SECONDS,
                    ping_interval=BUS_PING_SECONDS,
                    no_echo=True,
                    error_cb=failed,
                    closed_cb=closed,
                )
                for to in (ALL_SERVERS, self._member):
                    await client.subscribe(f"{self._prefix}.{to}", cb=received)
                for _ in range(2):  # the first ping overtakes what was subscribed to, the second does not
                    await client.flush(BUS_CONNECT_TIMEOUT_SECONDS)
        except BaseException:
            await _end(client)
            raise
        self._client = self._opened = client

    def _give_up(self, client: "Client") -> None:
        """Nothing more is said or heard here, or something would be missing in between."""
        if self._client is client:
            self._client = None
            self._outbox.clear()
            self._ended.set()

    async def _keep_connected(self) -> None:
        while True:
            await self._ended.wait()
            self._ended.clear()
            log.warning("the connection to NATS was lost; tables of other servers cannot be reached")
            self._handlers.lost()
            await _end(self._opened)
            while self._client is None:
                await asyncio.sleep(BUS_RECONNECT_SECONDS)
                with suppress(Exception):
                    await self._connect()
            log.info("the connection to NATS was made again")
            self._handlers.found()

    def _read(self, data: bytes) -> None:
        self.received_batches += 1
        try:
            batch, unknown = decode_batch(data)
        except msgspec.MsgspecError:
            log.warning("frames from another server could not be decoded")
            return
        if unknown:
            log.warning("a server of another version says what this one does not know", extra={"frames": unknown})
        receive, _, _, heard = self._handlers
        heard(batch.sender)
        for frame in batch.frames:
            try:
                receive(batch.sender, frame)
            except Exception:  # the others are for other people
                log.exception("a frame from another server could not be handled", extra={"frame": type(frame).__name__})

    async def _send_all(self) -> None:
        """At once, but not much more often than people could notice."""
        loop, sent_at = asyncio.get_running_loop(), 0.0
        while True:
            await self._filled.wait()
            await asyncio.sleep(sent_at + SEND_INTERVAL_SECONDS - loop.time())
            self._filled.clear()
            sent_at = loop.time()
            if (client := self._client) is not None:
                try:
                    await self._send(client)
                except Exception as error:  # noqa: BLE001  # whatever it is, what should have been said is missing
                    log.warning("frames for other servers could not be sent", extra={"error": _reason(error)})
                    self._give_up(client)

    async def _send(self, client: Any) -> None:
        outbox, self._outbox = self._outbox, {}
        for to, frames in outbox.items():
            for batch in encode_batches(self._member, frames):
                self.sent_batches += 1
                await client.publish(f"{self._prefix}.{to}", batch)


async def _end(client: "Client | None") -> None:
    """A connection that lived on beside the next one would hear everything a second time."""
    if client is not None:
        with suppress(Exception):
            async with asyncio.timeout(BUS_CONNECT_TIMEOUT_SECONDS):
                await client.close()


def _shown(url: str) -> str:
    """Without the password."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
