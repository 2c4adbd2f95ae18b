"""The whole server as one ASGI app."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import cast

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from purrlab import __version__
from purrlab.server.asgi import ASGIApp, Receive, Scope, Send
from purrlab.server.errors import CannotServe
from purrlab.server.http.error_responses import EXCEPTION_HANDLERS
from purrlab.server.http.routes import ROUTES
from purrlab.server.http.security import Gate, Origins, SecurityHeaders
from purrlab.server.http.static_files import StaticFiles
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings

log = logging.getLogger(__name__)

REQUEST_BYTES = 16_384


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
            exception_handlers=EXCEPTION_HANDLERS,
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
