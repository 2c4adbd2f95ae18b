"""A shorter way between socket and table than ASGI's: no queue, no task and no pause for each message.

uvicorn runs this class instead of its own. Where it is not there, or uvicorn has changed, everything still goes the
long way, through ``receive`` and ``send``.
"""

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from purrlab.server.asgi import Send


class ExpressProtocol(WebSocketsSansIOProtocol):
    """Offers each message to a listener first; what that cannot do at once waits in the queue as usual."""

    listener: Callable[[bytes], bool] | None = None

    def send_receive_event_to_app(self) -> None:
        if self.listener is not None and self.queue.empty() and not self.close_sent:
            data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
            if self.listener(bytes(data)):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def write_text(self, message: bytes) -> bool:
        """Send a message now; False where it would have to wait, or the connection is about to end."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def express(send: Send) -> ExpressProtocol | None:
    """The connection behind an ASGI ``send``, where it is one of ours."""
    protocol = getattr(send, "__self__", None)
    return protocol if isinstance(protocol, ExpressProtocol) else None
