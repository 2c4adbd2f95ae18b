"""A descriptor and some bytes, from one process of this machine to another, and one byte back."""

import asyncio
import os
import socket
from contextlib import suppress
from struct import Struct

from purrlab.server.cluster.frames import MAX_FRAME_BYTES

EXCHANGE_TIMEOUT_SECONDS = 2
READ_BYTES = 65_536
TAKEN, REFUSED = b"+", b"-"
_length = Struct("!I")


async def offer(channel: socket.socket, described: bytes, transport: asyncio.BaseTransport) -> bool:
    """Whether it was taken. Raises whatever happens where nobody can tell."""
    data = _length.pack(len(described)) + described
    try:
        sent = socket.send_fds(channel, [data], [transport.get_extra_info("socket").fileno()])
    except OSError:
        return False
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(EXCHANGE_TIMEOUT_SECONDS):
            await loop.sock_sendall(channel, data[sent:])
            return await loop.sock_recv(channel, len(TAKEN)) == TAKEN
    except ConnectionError:  # it ended before it answered
        return False


def cut_off(transport: asyncio.BaseTransport) -> None:
    """For whoever has it."""
    with suppress(OSError), socket.socket(fileno=os.dup(transport.get_extra_info("socket").fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)


async def receive(channel: socket.socket) -> tuple[bytes, socket.socket]:
    """Raises OSError where it does not come whole."""
    data, descriptors = bytearray(), list[int]()
    try:
        while len(data) < _length.size or len(data) < _length.size + _length.unpack_from(data)[0]:
            await _readable(channel)
            part, found, _, _ = socket.recv_fds(channel, READ_BYTES, 1)
            descriptors += found
            for descriptor in found:
                os.set_inheritable(descriptor, False)  # noqa: FBT003
            if not part or not descriptors or len(data) > MAX_FRAME_BYTES:
                raise ConnectionError("a passed connection did not come whole")
            data += part
        return bytes(data[_length.size :]), socket.socket(fileno=descriptors.pop())
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


async def _readable(channel: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    loop.add_reader(channel.fileno(), _set, ready)
    try:
        await ready
    finally:
        loop.remove_reader(channel.fileno())


def _set(ready: "asyncio.Future[None]") -> None:
    if not ready.done():
        ready.set_result(None)
