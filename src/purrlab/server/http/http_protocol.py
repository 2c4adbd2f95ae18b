"""Who stands at the door and says nothing is not let stand there for ever."""

import asyncio
import logging
from collections.abc import Callable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from purrlab.server.rate_limiter import Connections

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

WHOLE_REQUEST = 20  # seconds
BESIDES = 200  # files that a server needs apart from its visitors


class Deadline:
    """From its start on there are some seconds, then it is missed; unless it is stopped before."""

    def __init__(self, loop: asyncio.AbstractEventLoop, missed: Callable[[], None]) -> None:
        self._loop = loop
        self._missed = missed
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(WHOLE_REQUEST, self._missed)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpProtocol(H11Protocol):
    """A request has to come whole within some seconds, and its answer has to be read."""

    visitors: Connections | None = None  # None: a proxy knows them, and we do not
    _to_ask: Deadline
    _to_read: Deadline
    _address: str | None = None
    _is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._to_ask, self._to_read = Deadline(self.loop, transport.abort), Deadline(self.loop, transport.abort)
        super().connection_made(transport)
        self._to_ask.start()
        if self.visitors is not None:
            address = str((transport.get_extra_info("peername") or ("unknown",))[0])
            if self.visitors.enter(address):
                self._address = address
            else:
                log.info("too many connections from one address", extra={"address": address})
                transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._is_socket and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._to_ask.start()
        else:
            self._to_ask.stop()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_socket = True  # others look after those
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._to_read.start()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._to_read.start()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._to_read.start()

    def resume_writing(self) -> None:
        self._to_read.stop()
        super().resume_writing()

    def _leave(self) -> None:
        self._to_ask.stop()
        self._to_read.stop()
        if self.visitors is not None and self._address is not None:
            self.visitors.leave(self._address)
            self._address = None


def make_room(connections: int) -> None:
    """For so many visitors, as far as the system allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + BESIDES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    if most < wanted:
        log.warning("the system allows fewer open files than connections", extra={"files": most, "wanted": wanted})
