"""Frames are read the short way where that is possible; whatever way they come, the same messages are heard."""

import asyncio
from itertools import accumulate, chain, pairwise
from typing import Any
from unittest.mock import MagicMock

import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from purrlab.server.socket.websocket_protocol import WebSocketProtocol

HANDSHAKE = (
    b"GET /live HTTP/1.1\r\nHost: cats\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

texts = st.text(max_size=60) | st.text("ab", min_size=120, max_size=140)
frames = texts.map(lambda text: [Frame(Opcode.TEXT, text.encode())])
in_parts = st.tuples(texts, texts).map(
    lambda parts: [Frame(Opcode.TEXT, parts[0].encode(), fin=False), Frame(Opcode.CONT, parts[1].encode())]
)
pings = st.just([Frame(Opcode.PING, b"?")])


@given(
    st.lists(frames | in_parts | pings, max_size=6).map(lambda lists: list(chain.from_iterable(lists))),
    st.lists(st.integers(1, 40)),
)
@settings(max_examples=60)
def test_the_same_is_heard_wherever_the_stream_is_cut(sent: list[Frame], cuts: list[int]) -> None:
    stream = b"".join(frame.serialize(mask=True) for frame in sent)
    places = [place for place in accumulate(cuts) if place < len(stream)]
    pieces = [stream[start:end] for start, end in pairwise([0, *places, len(stream)])]
    assert _heard(pieces) == _said(sent)
    assert _heard([frame.serialize(mask=True) for frame in sent]) == _said(sent)


def test_what_is_no_whole_short_text_is_left_to_the_library() -> None:
    unmasked = Frame(Opcode.TEXT, b"hello?").serialize(mask=False)
    protocol = _protocol()
    protocol.listener = MagicMock()
    protocol.data_received(unmasked)
    protocol.listener.assert_not_called()
    assert protocol.is_ending  # as for every client that does not mask


def test_after_a_close_nothing_is_heard() -> None:
    close, text = Frame(Opcode.CLOSE, b"").serialize(mask=True), Frame(Opcode.TEXT, b"more").serialize(mask=True)
    assert _heard([close, text]) == []


def _said(sent: list[Frame]) -> list[bytes]:
    """The messages that these frames make up."""
    messages: list[bytes] = []
    for frame in sent:
        if frame.opcode is Opcode.TEXT:
            messages.append(bytes(frame.data))
        elif frame.opcode is Opcode.CONT:
            messages[-1] += bytes(frame.data)
    return messages


def _heard(pieces: list[bytes]) -> list[bytes]:
    heard: list[bytes] = []

    def listen(message: bytes) -> bool:
        heard.append(bytes(message))
        return True

    protocol = _protocol()
    protocol.listener = listen
    for piece in pieces:
        protocol.data_received(piece)
    return heard


def _protocol() -> WebSocketProtocol:
    """One whose handshake is over."""

    async def accept(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await asyncio.Event().wait()

    async def connect() -> WebSocketProtocol:
        config = uvicorn.Config(accept, ws_per_message_deflate=False, ws_ping_interval=None, log_config=None)
        config.load()
        protocol = WebSocketProtocol(config, ServerState(), {})
        transport = MagicMock()
        transport.is_closing.return_value = False
        transport.get_extra_info.return_value = None
        protocol.connection_made(transport)
        protocol.data_received(HANDSHAKE)
        protocol.queue.get_nowait()  # it is connected
        await asyncio.sleep(0)
        return protocol

    return asyncio.run(connect())
