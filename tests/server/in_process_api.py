"""The REST API in front of an in-process server: requests and answers without a network."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from litestar import Litestar
from server.in_process import InProcessServer

from purrlab.server.asgi import ASGIApp, Message
from purrlab.server.http.api import make_api
from purrlab.server.origins import Origins

HOST = "purrlab.test"


class ApiAnswer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    def as_bytes(self) -> bytes:
        """All of it, as it would be on the wire."""
        head = b"".join(name + b": " + value + b"\r\n" for name, value in self.headers)
        return b"%d\r\n%b\r\n%b" % (self.status, head, self.body)


class InProcessApi:
    def __init__(self, app: ASGIApp, cookies: Mapping[str, str]) -> None:
        self._app = app
        self._cookies = cookies

    async def request(
        self,
        method: str,
        path: str,
        *,
        person: str | None = None,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        query: str = "",
    ) -> ApiAnswer:
        """What somebody is answered; ``path`` as it is after decoding."""
        sent = {"host": HOST, "content-length": str(len(body)), "content-type": "application/json", **(headers or {})}
        if person is not None:
            sent["cookie"] = self._cookies[person]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in sent.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        answer: list[Message] = []
        parts = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            return parts.pop() if parts else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            answer.append(message)

        await self._app(scope, receive, send)
        start, *rest = answer
        return ApiAnswer(start["status"], list(start["headers"]), b"".join(part.get("body", b"") for part in rest))


async def open_api(server: InProcessServer) -> InProcessApi:
    @asynccontextmanager
    async def lifespan(api: Litestar) -> AsyncIterator[None]:
        api.state.services = server.services
        yield

    app = make_api(server.services.settings, Origins([], secure=False), lifespan)
    await _run_lifespan(app)
    return InProcessApi(app, server.cookies)


async def _run_lifespan(app: ASGIApp) -> None:
    """Start and stop at once: nothing of the services ends with it, and no task is left that a test would wait for."""
    steps: asyncio.Queue[Message] = asyncio.Queue()
    told: list[Any] = []
    for step in ("lifespan.startup", "lifespan.shutdown"):
        steps.put_nowait({"type": step})

    async def send(message: Message) -> None:
        told.append(message["type"])

    await app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}, "path": ""}, steps.get, send)
    assert told == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
