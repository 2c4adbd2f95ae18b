"""A WebSocket client that sends any bytes it is told to, many at once, and reads what comes back."""

import asyncio
from typing import Any

import msgspec
from server.clients import ANSWER_TIMEOUT_SECONDS

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0
NO_MASK = bytes(4)  # a mask that changes nothing: the server cannot know
READ_BYTES = 1 << 16

_decode = msgspec.json.Decoder(dict[str, Any]).decode


def frame(opcode: int, payload: bytes, *, final: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """One frame of a client; its length is as RFC 6455 has it."""
    size, mask_bit = len(payload), 0x80 if masked else 0
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    if size < 126:
        head += bytes([mask_bit | size])
    elif size < 1 << 16:
        head += bytes([mask_bit | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([mask_bit | 127]) + size.to_bytes(8, "big")
    return head + (NO_MASK if masked else b"") + payload


class RawSocket:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._buffer = b""
        self.close_code: int | None = None
        self.close_reason = b""

    @classmethod
    async def open(cls, port: int, cookie: str | None = None) -> "RawSocket":
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        head += f"Cookie: {cookie}\r\n\r\n" if cookie else "\r\n"
        writer.write(head.encode())
        async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
            answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        return cls(reader, writer)

    def write(self, data: bytes) -> None:
        self._writer.write(data)

    async def messages(self) -> list[dict[str, Any]] | None:
        """What has come, at least one message; None when the connection is over."""
        while True:
            told = list(self._take_frames())
            if told:
                return told
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                try:
                    read = await self._reader.read(READ_BYTES)
                except ConnectionError:
                    read = b""
            if not read:
                return None
            self._buffer += read

    def _take_frames(self) -> Any:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            opcode, payload = buffer[at] & 0xF, buffer[start : start + size]
            at = start + size
            if opcode == TEXT:
                yield _decode(payload)
            elif opcode == PING:
                self.write(frame(PONG, payload))
            elif opcode == CLOSE:
                self.close_code, self.close_reason = int.from_bytes(payload[:2], "big"), payload[2:]
        self._buffer = buffer[at:]

    async def until_closed(self) -> int | None:
        """The code with which the server closes it; None where it says nothing."""
        while await self.messages() is not None:
            pass
        return self.close_code

    def close(self) -> None:
        self._writer.close()
