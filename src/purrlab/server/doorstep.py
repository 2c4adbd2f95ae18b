"""Who stands at the door and says nothing is not let stand there for ever."""

import asyncio
import logging

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

WHOLE_REQUEST = 20  # seconds
BESIDES = 200  # files that a server needs apart from its visitors


class DoorstepProtocol(H11Protocol):
    """A request has to come whole within some seconds."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        is_socket = self.transport.get_protocol() is not self
        if not is_socket and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._relax()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(WHOLE_REQUEST, self.transport.abort)

    def _relax(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


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
