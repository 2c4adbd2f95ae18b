"""What stands before every HTTP request: origin, limits, and the headers of each answer."""

from collections.abc import Iterable

import msgspec

from purrlab.server.asgi import (
    CLOSE_POLICY_VIOLATION,
    PORT_SUFFIX,
    ASGIApp,
    Message,
    Receive,
    Scope,
    Send,
    client_network,
    header,
)
from purrlab.server.errors import ErrorCode
from purrlab.server.http.error_responses import Problem, status_of
from purrlab.server.network_listener import NetworkListener
from purrlab.server.origins import Origins
from purrlab.server.rate_limiter import RateLimiter

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

SECURITY_HEADERS = [
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
NO_STORE = (b"cache-control", b"no-store")  # what is told to one person is for nobody else
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")


class SecurityHeaders:
    """Every answer gets the headers."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        self._headers = [*SECURITY_HEADERS, STRICT_TRANSPORT] if secure else SECURITY_HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = any(name == b"cache-control" for name, _ in message["headers"])  # the route says for how long
                message["headers"] = [*message["headers"], *self._headers]
                if scope["path"].startswith("/api") and not kept:
                    message["headers"].append(NO_STORE)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class HeaderGuard:
    """Refuses a Host that is not allowed, and requests whose end a proxy might see elsewhere (request smuggling)."""

    def __init__(self, app: ASGIApp, allowed_hosts: Iterable[str], network: NetworkListener | None = None) -> None:
        self._app = app
        self._allowed_hosts = {host.lower() for host in allowed_hosts}
        self._network = network

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self._problem(scope) if scope["type"] in ("http", "websocket") else None
        if problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_POLICY_VIOLATION, "reason": ""})
        else:
            await refuse(send, ErrorCode.BAD_REQUEST, problem, close=True)

    def _problem(self, scope: Scope) -> str | None:
        if {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}:
            return "a request must not have both Content-Length and Transfer-Encoding"
        if self._allowed_hosts and not self._allows(_without_port(header(scope, b"host") or "")):
            return "this server does not serve this host name"
        return None

    def _allows(self, host: str) -> bool:
        return host in self._allowed_hosts or (self._network is not None and host == self._network.host)


def _without_port(host: str) -> str:
    return PORT_SUFFIX.sub("", host.lower())


class RequestGuard:
    """The app behind it gets only requests that may come in."""

    def __init__(self, app: ASGIApp, origins: Origins, rates: RateLimiter) -> None:
        self._app = app
        self._origins = origins
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif not self._rates.allow(client_network(scope)):
            retry = self._rates.retry_seconds
            await refuse(send, ErrorCode.SLOW_DOWN, "too many requests; please wait a little", retry_seconds=retry)
        elif scope["method"] not in SAFE_METHODS and not self._origins.allow(
            header(scope, b"origin"), header(scope, b"host"), header(scope, b"sec-fetch-site")
        ):
            await refuse(send, ErrorCode.FOREIGN_ORIGIN, "pages of other origins may not use this server")
        elif scope["method"] == "HEAD":
            await self._app({**scope, "method": "GET"}, receive, _without_body(send))
        else:
            await self._app(scope, receive, send)


def _without_body(send: Send) -> Send:
    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_head


async def refuse(
    send: Send, code: ErrorCode, message: str, *, close: bool = False, retry_seconds: int | None = None
) -> None:
    """Answer without the API: nothing of the request is read; and nothing that may follow it, on ``close``."""
    body = msgspec.json.encode(Problem(code=code, message=message))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if retry_seconds is not None:
        headers.append((b"retry-after", str(retry_seconds).encode()))
    if close:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status_of(code), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
