"""nats-py's client, with a shorter way for what servers say to each other.

The library hands each message from the task that reads to one of the subscription, and what is published to one that
writes: for a forwarded move these turns of the event loop take most of the time. Where a later version of the library
has nothing of these names any more, everything goes the ordinary way.
"""

from collections.abc import Callable
from typing import Any

from nats.aio.client import Client


class DirectClient(Client):
    def __init__(self, received: Callable[[bytes], None]) -> None:
        super().__init__()
        self._received = received

    async def _process_msg(self, _sid: int, _subject: bytes, _reply: bytes, data: bytes, _headers: bytes) -> None:
        """A message was read, of whatever subscription."""
        self._received(data)

    async def _flush_pending(self, force_flush: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002  # as the library has it
        """Write what there is at once; who publishes waits while NATS takes no more."""
        transport: Any = self._transport
        if not self.is_connected or not self._pending_data_size:
            return
        pending, self._pending, self._pending_data_size = self._pending, [], 0
        try:
            transport.writelines(pending)
            await transport.drain()
        except OSError as error:
            await self._error_cb(error)
            await self._process_op_err(error)
