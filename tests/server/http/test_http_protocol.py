"""Connections on which a request never comes, or whose answer is never read, are closed."""

import asyncio
from contextlib import suppress

import pytest
import uvicorn
from server.clients import wait_until
from uvicorn.server import ServerState

from purrlab.server.asgi import Receive, Scope, Send
from purrlab.server.http import http_protocol


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b""),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", b""),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 200 OK"),
    ],
    ids=["nothing", "half a request", "half a body", "a whole request"],
)
def test_a_request_has_to_come_whole(monkeypatch: pytest.MonkeyPatch, said: bytes, answer: bytes) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_TIMEOUT_SECONDS", 0.2)

    async def stand_there() -> bytes:
        asked, may_answer = asyncio.Event(), asyncio.Event()

        async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
            asked.set()
            await may_answer.wait()
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
            await send({"type": "http.response.body", "body": b"ok"})

        config = uvicorn.Config(app, log_config=None, timeout_keep_alive=1)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: http_protocol.HttpProtocol(config, state, {}), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(said)
        if answer:  # which may take longer than a request: until after somebody who came later was cut off
            await asked.wait()
            later, silent = await asyncio.open_connection(*server.sockets[0].getsockname())
            with suppress(ConnectionResetError):
                assert await asyncio.wait_for(later.read(1), 30) == b""
            silent.close()
            may_answer.set()
        try:
            return await asyncio.wait_for(reader.read(len(answer) or 1), 30)
        except ConnectionResetError:
            return b""
        finally:
            writer.close()
            server.close()

    assert asyncio.run(stand_there()) == answer


def test_an_answer_has_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_TIMEOUT_SECONDS", 0.2)

    async def much(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(200):
            await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})

    async def ask() -> None:
        config = uvicorn.Config(much, log_config=None)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: http_protocol.HttpProtocol(config, state, {}), "127.0.0.1", 0)
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname(), limit=1_000)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await wait_until(lambda: bool(state.connections))
        await wait_until(lambda: not state.connections)
        writer.close()
        server.close()

    asyncio.run(ask())
