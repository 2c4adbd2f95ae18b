"""A person who is signed out is disconnected everywhere."""

import asyncio
import random
from collections.abc import MutableMapping
from contextlib import AsyncExitStack, suppress
from types import SimpleNamespace
from typing import Any

from server.clients import Person, Server, SocketClient, open_socket
from websockets.exceptions import ConnectionClosed

from purrlab.server.accounts.sessions import Visit
from purrlab.server.live.open_connections import OpenConnections
from purrlab.server.origins import Origins
from purrlab.server.settings import Settings
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store
from purrlab.server.time_source import SystemTime


def test_whoever_is_sent_off_while_still_talking_harms_nobody(server: Server) -> None:
    """Sockets are closed by the event loop that reads them, and by no other thread."""
    ann, login = Person(server, "Ann"), f"cat-{random.getrandbits(40):x}"

    async def talk(opened: SocketClient) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.gather(*(opened.send("ping") for _ in range(20)))
                for _ in range(20):
                    await opened.next()

    async def change(number: int) -> None:
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(open_socket(server, ann)) for _ in range(20)]
            talks = asyncio.gather(*map(talk, lines))
            passwords = {"password": f"password {number}", "old": f"password {number - 1}"}
            answer = await asyncio.to_thread(ann.http.put, "/api/me/password", json={"login": login} | passwords)
            answer.raise_for_status()
            await talks

    for number in range(4):
        asyncio.run(change(number))
    assert ann.get("/health")["status"] == "ok"


def test_whoever_is_just_coming_in_is_sent_off_too() -> None:
    """Recognised by the old cookie a moment before, they are not among the open sockets yet."""
    ann = store.Person(id="ann", name="Ann", login=None, created=0)

    async def come_in() -> list[str]:
        recognised, signed_out, sent, nothing = asyncio.Event(), asyncio.Event(), [], asyncio.Event()

        async def mutes(_person: store.Person) -> set[str]:
            recognised.set()
            await signed_out.wait()
            return set()

        async def recognise(_cookies: object) -> Visit:
            return Visit(ann, "session")

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message["type"])

        async def receive() -> dict[str, Any]:
            if sent:
                await nothing.wait()
            return {"type": "websocket.connect"}

        tables = SimpleNamespace(
            people=SimpleNamespace(deleted=set(), renamed={}),
            presence=SimpleNamespace(detach=lambda _: None),
            time=SystemTime(),
        )
        services: Any = SimpleNamespace(
            settings=Settings(),
            tables=tables,
            accounts=SimpleNamespace(mutes=mutes),
            sessions=SimpleNamespace(recognise=recognise),
            connections=OpenConnections(SystemTime()),
            share_limit=lambda *_: None,
        )
        endpoint = SocketEndpoint(services, Origins([], secure=False))
        scope = {"type": "websocket", "path": "/live", "headers": [], "client": ("127.0.0.1", 1)}
        coming = asyncio.create_task(endpoint(scope, receive, send))
        await recognised.wait()
        await services.connections.sign_out("ann")
        signed_out.set()
        async with asyncio.timeout(20):
            await coming
        return sent

    assert asyncio.run(come_in()) == ["websocket.accept"]
