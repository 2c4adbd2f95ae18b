"""The bus between servers: NATS. It delivers at most once, in order, and forgets; whatever must not be lost is stored.

When the connection breaks, nothing that was said before is sent afterwards: the two sides begin anew.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from purrlab.server.cluster.frames import AnyFrame, Parcel, decode_parcel, encode_parcel
from purrlab.server.errors import CannotServe

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

log = logging.getLogger(__name__)

CONNECT_TIMEOUT_SECONDS = 2
RECONNECT_SECONDS = 0.2
PING_SECONDS = 2  # between two looks whether the other end is still there
EVERYBODY = "all"
MAX_PARCEL_BYTES = 256_000  # NATS takes a million at most

Receive = Callable[[str, AnyFrame], None]  # from whom, and what


class Bus:
    """``receive`` is called with what others say; ``lost`` and ``found`` when the connection went and came again."""

    def __init__(self, url: str, member: str) -> None:
        self._url = url
        self._member = member
        self._prefix = "purrlab"
        self._client: Client | None = None
        self._outbox: dict[str, list[AnyFrame]] = {}
        self._outbox_bytes = 0
        self._filled = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._ended = asyncio.Event()
        self.receive: Receive = lambda _sender, _frame: None
        self.lost: Callable[[], None] = lambda: None
        self.found: Callable[[], None] = lambda: None
        self.sent_parcels = self.received_parcels = 0

    @property
    def connected(self) -> bool:
        return self._client is not None

    async def open(self, name: str) -> None:
        """Servers on the same database have the same name for their bus, so that others may use it too."""
        self._prefix = f"purrlab.{name}"
        try:
            await self._connect()
        except Exception as error:
            raise CannotServe(f"bus: NATS does not answer at {_shown(self._url)}: {_reason(error)}") from error
        self._tasks = [asyncio.create_task(self._keep_connected()), asyncio.create_task(self._send_all())]

    def post(self, to: str, frame: AnyFrame) -> None:
        """Say something soon, with all else that is said to the same member until then."""
        if self._client is not None:
            self._outbox.setdefault(to, []).append(frame)
            self._filled.set()

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
        try:
            from nats.aio.client import Client  # noqa: PLC0415  # it comes with an extra
        except ModuleNotFoundError:
            raise CannotServe("the package nats-py is not installed (pip install 'purrlab[cluster]')") from None
        client, self._ended = Client(), asyncio.Event()
        async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
            await client.connect(
                self._url,
                name=f"purrlab {self._member}",
                allow_reconnect=False,
                connect_timeout=CONNECT_TIMEOUT_SECONDS,
                ping_interval=PING_SECONDS,
                no_echo=True,
                error_cb=self._failed,
                closed_cb=self._closed,
            )
            for to in (EVERYBODY, self._member):
                await client.subscribe(f"{self._prefix}.{to}", cb=self._received)
            await client.flush(CONNECT_TIMEOUT_SECONDS)
        self._client = client

    async def _keep_connected(self) -> None:
        while True:
            await self._ended.wait()
            self._client = None
            self._outbox.clear()
            log.warning("the bus is gone; tables of other servers cannot be reached")
            self.lost()
            while self._client is None:
                await asyncio.sleep(RECONNECT_SECONDS)
                with suppress(Exception):
                    await self._connect()
            log.info("the bus is back")
            self.found()

    async def _closed(self) -> None:
        self._ended.set()

    async def _failed(self, error: Exception) -> None:
        """Whatever it is (a slow reader, for one), messages may be missing: begin anew."""
        if (client := self._client) is not None:
            log.warning("the bus failed", extra={"error": _reason(error)})
            await client.close()

    async def _received(self, message: "Msg") -> None:
        self.received_parcels += 1
        try:
            parcel = decode_parcel(message.data)
        except msgspec.MsgspecError:  # of another version, which says more than this one knows
            log.warning("something on the bus was not understood")
            return
        for frame in parcel.frames:
            try:
                self.receive(parcel.sender, frame)
            except Exception:  # the others are for other people
                log.exception("what came over the bus failed", extra={"frame": type(frame).__name__})

    async def _send_all(self) -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            if self._client is not None:
                try:
                    await self._send(self._client)
                except Exception as error:  # noqa: BLE001  # the connection is broken, which its callback tells too
                    log.warning("the bus takes nothing", extra={"error": _reason(error)})
                    self._ended.set()

    async def _send(self, client: Any) -> None:
        outbox, self._outbox = self._outbox, {}
        for to, frames in outbox.items():
            for part in _parts(frames):
                self.sent_parcels += 1
                await client.publish(f"{self._prefix}.{to}", encode_parcel(Parcel(self._member, part)))


def _parts(frames: list[AnyFrame]) -> list[list[AnyFrame]]:
    """So that each is small enough for NATS."""
    parts: list[list[AnyFrame]] = [[]]
    size = 0
    for frame in frames:
        size += len(getattr(frame, "message", b""))
        if size > MAX_PARCEL_BYTES and parts[-1]:
            parts.append([])
            size = len(getattr(frame, "message", b""))
        parts[-1].append(frame)
    return parts


def _shown(url: str) -> str:
    """Without the password."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
