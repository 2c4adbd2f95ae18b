"""WebSockets with a shorter way to the table than ASGI's: no queue, no task and no pause for each message.

uvicorn runs this class instead of its own, where it has what this builds on (uvicorn_support.py). Where not, everything
still goes the ordinary way, through ``receive`` and ``send``.
"""

import asyncio
import time
from collections.abc import Callable
from struct import Struct
from typing import Any, Self

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the compiled one, where there is one
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from purrlab.server.asgi import ASGIApp, Message
from purrlab.server.rate_limiter import TokenBucket
from purrlab.server.socket.queues import Gate, MessageQueue

MAX_READ_BYTES = 2_048  # at once, before the limit of messages is checked
FRAMES_PER_MESSAGE = 10  # for each message that a client may send: parts of messages, pings, and what is refused
CLOSE_INVALID_TEXT = 1007  # a WebSocket close code (RFC 6455)
WHOLE_TEXT = 0x81  # the first byte of a text in one frame
MAX_SHORT_BYTES, MEDIUM_LENGTH, MAX_MEDIUM_BYTES, LONG_LENGTH = 125, 126, 0xFFFF, 127
MASKED_HEAD_BYTES = 6  # before a short text from a client: two, and four for the mask
IS_MASKED = 0x80  # in the second byte; the other bits are the length
pack_medium_head, pack_long_head = Struct("!BBH").pack, Struct("!BBQ").pack
BETWEEN_FRAMES = StreamReader.at_eof.__code__  # where the library's parser waits for a frame to begin
CLOSE_TIMEOUT_SECONDS = 5  # in which a client may read why it is sent away


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def head_of_text(length: int) -> bytes:
    """What goes before a whole text from a server (RFC 6455, 5.2); the library takes six times as long to write it.

    No extension ever changes what follows: the server agrees to none (main.py).
    """
    if length <= MAX_SHORT_BYTES:
        return bytes((WHOLE_TEXT, length))
    if length <= MAX_MEDIUM_BYTES:
        return pack_medium_head(WHOLE_TEXT, MEDIUM_LENGTH, length)
    return pack_long_head(WHOLE_TEXT, LONG_LENGTH, length)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Offers each message to a listener first; what that cannot do at once waits in the queue as usual.

    Frames count, whatever is in them: reading them takes time that others want too.
    """

    listener: Callable[[bytes], bool] | None = None
    messages_per_second = 20
    message_burst = 60

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue, self.writable = MessageQueue(), Gate()  # type: ignore[assignment]
        self.writable.set()
        self._frames = TokenBucket(
            FRAMES_PER_MESSAGE * self.messages_per_second, FRAMES_PER_MESSAGE * self.message_burst, time.monotonic()
        )

    def data_received(self, data: bytes) -> None:
        """The request comes first, and whole: if it is not understood then, it never will be, and nobody waits."""
        if self._take_short_text(data):
            return
        if len(data) <= MAX_READ_BYTES:
            super().data_received(data)
        else:
            self._receive_in_parts(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self._abort_soon()

    def _take_short_text(self, data: bytes) -> bool:
        """A whole short text in one frame, as nearly every message comes, and that can be handled at once.

        The library takes four times as long to read it. False: it is for the library, as is whatever is unusual.
        """
        length = len(data) - MASKED_HEAD_BYTES
        listener = self.listener
        if (
            listener is None
            or not 0 <= length <= MAX_SHORT_BYTES
            or data[0] != WHOLE_TEXT
            or data[1] != IS_MASKED | length
            or not self._is_between_messages
            or self.is_ending
            or not self.queue.empty()
            or not listener(apply_mask(data[MASKED_HEAD_BYTES:], data[2:MASKED_HEAD_BYTES]))
        ):
            return False
        self._count_frames(1)
        return True

    @property
    def _is_between_messages(self) -> bool:
        """Whether the library has read all that came, and waits for neither the rest of a frame nor of a message."""
        parser: Any = self.conn.parser  # a generator: typing has fewer of its attributes
        waits_in = parser.gi_yieldfrom
        waits_in = waits_in and waits_in.gi_yieldfrom  # the server's parser waits for that of both sides
        return waits_in is not None and waits_in.gi_code is BETWEEN_FRAMES and not self.frames

    def _receive_in_parts(self, data: bytes) -> None:
        for start in range(0, len(data), MAX_READ_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + MAX_READ_BYTES])

    def handle_events(self) -> None:
        count = len(self.conn.events)
        super().handle_events()
        self._count_frames(count)

    def _count_frames(self, count: int) -> None:
        self._frames.charge(count)
        if self._frames.is_empty and not self._frames.take(time.monotonic()):
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        data = bytes(self.frames[0] if len(self.frames) == 1 else b"".join(self.frames))
        if self.listener is not None and self.queue.empty() and not self.close_sent and self.listener(data):
            self.frames = []
        elif self.curr_msg_data_type == "text" and not _is_utf8(data):
            self.frames = []
            self.close_with_code(CLOSE_INVALID_TEXT)  # uvicorn would log it as an error of ours
        else:
            super().send_receive_event_to_app()

    @property
    def is_ending(self) -> bool:
        """Whoever closes its half, here or there, is answered by a close frame or a closed transport at once."""
        return self.close_sent or self.transport.is_closing()

    def write_text(self, message: bytes) -> bool:
        """Send a message now; False where it would have to wait. A connection that is ending needs none."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return True  # as is_ending says; to ask it would take as long as all of this
        if not self.writable.is_open:  # type: ignore[attr-defined]  # it is a Gate
            return False
        length = len(message)
        if MAX_SHORT_BYTES < length <= MAX_MEDIUM_BYTES:
            transport.write(pack_medium_head(WHOLE_TEXT, MEDIUM_LENGTH, length) + message)
        else:
            transport.write(head_of_text(length) + message)
        return True

    def close_with_code(self, code: int) -> None:
        """Send a close frame with this code, and close the connection."""
        self.listener = None
        if not self.is_ending:
            self.close_sent = True
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def start_keepalive(self) -> None:
        """The handshake is over: what was said in it would take kilobytes for as long as the connection lives."""
        self.request.headers.clear()  # the library's parser keeps the request itself
        self.response.headers.clear()
        self.scope.clear()  # type: ignore[attr-defined]  # it is a dict, whatever its type says
        del self.request, self.response
        super().start_keepalive()

    # A connection that another process of this machine takes over (cluster/passing.py)

    @property
    def can_be_passed(self) -> bool:
        """Whether nothing is begun: no frame is half read, and nothing waits to be written."""
        return not (self.is_ending or self.transport.get_write_buffer_size()) and self._is_between_messages

    def hold(self) -> list[Message]:
        """Read nothing more. Gives what was read, and has not been taken from here."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return self.queue.take_all()  # type: ignore[attr-defined, no-any-return]  # it is ours

    def go_on(self, waiting: list[Message]) -> None:
        """As before ``hold``, which gave this."""
        for message in waiting:
            self.queue.put_nowait(message)  # type: ignore[arg-type]
        if not waiting and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def spent_frames(self) -> float:
        return self._frames.spent(time.monotonic())

    def let_go(self) -> None:
        """Somebody else has the connection: here it ends, of which its client notices nothing."""
        self.listener = None
        self.disconnected = True
        self.transport.abort()

    @classmethod
    def taken_over(cls, config: Any, server_state: Any, waiting: list[Message], spent_frames: float) -> Self:
        """A connection whose handshake was somewhere else, and of which this much was read there."""
        protocol = cls(config, server_state, {})
        protocol.conn = ServerProtocol(state=OPEN, max_size=config.ws_max_size, logger=protocol.logger)
        protocol.handshake_initiated = protocol.handshake_complete = True
        protocol._frames.charge(spent_frames)
        for message in waiting:
            protocol.queue.put_nowait(message)  # type: ignore[arg-type]
        return protocol

    def begin(self, app: ASGIApp) -> None:
        """Once it is connected: as uvicorn does it after a handshake."""
        self.app, self.scope = app, {}  # type: ignore[typeddict-item]
        super().start_keepalive()
        task = self.loop.create_task(self.run_asgi())
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._abort_soon()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._abort_soon()

    def _abort_soon(self) -> None:
        """Soon, even if what was written is never read."""
        self.loop.call_later(CLOSE_TIMEOUT_SECONDS, self.transport.abort)
