"""HTTP connections: a request has to come whole in time, its answer has to be read, and there are only so many."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from purrlab.server.asgi import network_of
from purrlab.server.http.strict_heads import StrictReceiveBuffer
from purrlab.server.rate_limiter import ConnectionLimiter, RateLimiter

log = logging.getLogger(__name__)

REQUEST_TIMEOUT_SECONDS = 20  # for a whole request, and for its answer to be read


class Deadline:
    """From its start on there are some seconds, then it is missed; unless it is stopped before."""

    def __init__(self, loop: asyncio.AbstractEventLoop, missed: Callable[[], None]) -> None:
        self._loop = loop
        self._missed = missed
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(REQUEST_TIMEOUT_SECONDS, self._missed)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpProtocol(H11Protocol):
    """A request has to come whole within some seconds, and its answer has to be read."""

    limiter: ConnectionLimiter | None = None  # None: a proxy knows the addresses, and we do not
    malformed: RateLimiter | None = None  # requests of which no other limit knows; None: the same
    _request_deadline: Deadline
    _answer_deadline: Deadline
    _address: str | None = None  # that counts as connected
    _network = "unknown"
    _is_socket = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn._receive_buffer = StrictReceiveBuffer()  # noqa: SLF001  # uvicorn_support.py sees to it that it is there

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._request_deadline, self._answer_deadline = (
            Deadline(self.loop, transport.abort),
            Deadline(self.loop, transport.abort),
        )
        super().connection_made(transport)
        self._request_deadline.start()
        self._network = network_of(str((transport.get_extra_info("peername") or ("unknown",))[0]))
        if self.malformed is not None and self.malformed.is_spent(self._network):
            transport.abort()
        elif self.limiter is not None:
            if self.limiter.enter(self._network):
                self._address = self._network
            else:
                log.info("a connection was refused: too many from its address", extra={"address": self._network})
                transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._is_socket and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._request_deadline.start()
        else:
            self._request_deadline.stop()

    def send_400_response(self, msg: str) -> None:
        """The rest of a request makes no sense. Who is answering its beginning already has nobody to answer to."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if not self._admit_malformed():
            self.transport.abort()
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if has_body(event):  # nobody would read it, and the handshake would wait for it for ever
            self.send_400_response("a request for a WebSocket has no body")
            return
        self._is_socket = True  # others look after those
        self._release()
        super().handle_websocket_upgrade(event)
        if self.transport.is_closing():  # nobody understood it
            self._admit_malformed()

    def _admit_malformed(self) -> bool:
        """Whether it is answered: the address has sent few such requests."""
        log.info("a malformed request was refused", extra={"address": self._network})
        return self.malformed is None or self.malformed.allow(self._network)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._answer_deadline.start()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._answer_deadline.start()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._answer_deadline.start()

    def resume_writing(self) -> None:
        self._answer_deadline.stop()
        super().resume_writing()

    def _release(self) -> None:
        self._request_deadline.stop()
        self._answer_deadline.stop()
        if self.limiter is not None and self._address is not None:
            self.limiter.leave(self._address)
            self._address = None


def has_body(request: h11.Request) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip() != b"0")
        for name, value in request.headers
    )
