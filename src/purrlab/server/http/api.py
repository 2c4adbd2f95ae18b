"""The REST API, and what stands before it: limits, origins, headers, and the files of the page."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import cast

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from purrlab import __version__
from purrlab.server.asgi import ASGIApp
from purrlab.server.http.error_responses import EXCEPTION_HANDLERS
from purrlab.server.http.rate_limits import RateLimits
from purrlab.server.http.routes import ROUTES
from purrlab.server.http.security import HeaderGuard, RequestGuard, SecurityHeaders
from purrlab.server.http.static_files import StaticFiles
from purrlab.server.origins import Origins
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.settings import Settings

MAX_REQUEST_BYTES = 16_384

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def make_api(settings: Settings, origins: Origins, lifespan: Lifespan) -> ASGIApp:
    """The lifespan puts the services into ``api.state``."""
    api = Litestar(
        ROUTES,
        lifespan=[lifespan],
        exception_handlers=EXCEPTION_HANDLERS,
        openapi_config=OpenAPIConfig("Purrlab", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=MAX_REQUEST_BYTES,
        logging_config=None,
    )
    api.state.limits = RateLimits(settings)
    requests = RateLimiter(settings.requests_per_second, settings.request_burst)
    guarded = RequestGuard(cast("ASGIApp", api), origins, requests)
    files = StaticFiles(guarded)  # they cost nothing and are for everybody
    return SecurityHeaders(HeaderGuard(files, settings.allowed_hosts), secure=settings.secure)
