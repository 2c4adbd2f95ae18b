"""The whole server as one ASGI app."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy.exc import SQLAlchemyError

from purrlab import __version__
from purrlab.server.asgi import ASGIApp, Receive, Scope, Send
from purrlab.server.errors import CannotServe, Refused, in_words
from purrlab.server.http.routes import ROUTES
from purrlab.server.http.security import Gate, Origins, SecurityHeaders
from purrlab.server.http.static_files import StaticFiles
from purrlab.server.logs import why
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings

log = logging.getLogger(__name__)

REQUEST_BYTES = 16_384
PLAIN = {
    "not-found": "there is nothing here",
    "wrong-method": "this cannot be done here",
    "too-large": "this is too large",
}


class App:
    """Sockets go to live play, past all that HTTP needs; the rest goes to the API."""

    def __init__(self, settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
        self._services: Services | None = None
        self.failure: CannotServe | None = None
        origins = Origins(settings.origins, secure=settings.secure)

        @asynccontextmanager
        async def lifespan(api: Litestar) -> AsyncIterator[None]:
            try:
                async with open_services(settings, origins) as services:
                    self._services = api.state.services = services
                    log.info("the table is set", extra={"version": __version__})
                    ready()
                    yield
            except CannotServe as failure:
                self.failure = failure
                raise
            log.info("the table is cleared")

        rates = RateLimiter(settings.requests_per_second, settings.request_burst)
        api = Litestar(
            ROUTES,
            lifespan=[lifespan],
            exception_handlers={
                Refused: _refused,
                HTTPException: _http_error,
                RecursionError: _too_deep,
                SQLAlchemyError: _no_database,
                Exception: _server_error,
            },
            openapi_config=OpenAPIConfig(
                "Purrlab", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
            ),
            request_max_body_size=REQUEST_BYTES,
            logging_config=None,
        )
        guarded = Gate(cast("ASGIApp", api), origins, rates)  # the files of the page cost nothing and are for everybody
        self._http: ASGIApp = SecurityHeaders(StaticFiles(guarded), secure=settings.secure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and self._services is not None:
            await self._services.live(scope, receive, send)
        else:
            await self._http(scope, receive, send)


def _answer(status: int, code: str, message: str, **more: str | None) -> Response[bytes]:
    body = {"code": code, "message": message} | {name: value for name, value in more.items() if value is not None}
    return Response(msgspec.json.encode(body), status_code=status, media_type="application/json")


def _refused(_request: Request[Any, Any, Any], refused: Refused) -> Response[bytes]:
    return _answer(refused.status, refused.code, refused.message, rule=refused.rule, field=refused.field)


def _http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    message, field = in_words(error.detail), None
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        field = error.extra[0].get("key")
        field = None if field == "data" else field  # that is all of it
        message = "; ".join(in_words(each.get("message", "")) for each in error.extra)
        message = f"{field}: {message}" if field else message
    code = {400: "bad-request", 404: "not-found", 405: "wrong-method", 413: "too-large"}.get(
        error.status_code, "refused"
    )
    return _answer(error.status_code, code, PLAIN.get(code, message), field=field)


def _too_deep(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[bytes]:
    return _answer(400, "bad-request", "this is nested too deeply")


def _no_database(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[bytes]:
    log.error("the database has failed", extra={"path": request.url.path, "error": why(error)})
    return _answer(503, "not-stored", "the database does not answer just now, so nothing has changed; please try again")


def _server_error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("a request has failed", exc_info=error, extra={"path": request.url.path})
    return _answer(500, "server-error", "something went wrong here; nothing has changed")
