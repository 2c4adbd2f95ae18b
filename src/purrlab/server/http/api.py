"""The REST API, and what stands before it: limits, origins, headers, and the files of the page."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import cast

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from purrlab import __version__
from purrlab.server.asgi import ASGIApp, Scope, client_network
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.error_responses import EXCEPTION_HANDLERS
from purrlab.server.http.link_previews import LinkPreviews
from purrlab.server.http.request_limits import RequestLimits
from purrlab.server.http.routes import ROUTES
from purrlab.server.http.routes.context import table_info
from purrlab.server.http.security import HeaderGuard, RequestGuard, SecurityHeaders
from purrlab.server.http.static_files import StaticFiles, load_files
from purrlab.server.network_listener import NetworkListener
from purrlab.server.origins import Origins
from purrlab.server.protocol import TableInfo
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.settings import Settings

MAX_REQUEST_BYTES = 16_384

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def make_api(
    settings: Settings, origins: Origins, lifespan: Lifespan, network: NetworkListener | None = None
) -> ASGIApp:
    """The lifespan puts the services into ``api.state``."""
    api = Litestar(
        ROUTES,
        lifespan=[lifespan],
        exception_handlers=EXCEPTION_HANDLERS,
        openapi_config=OpenAPIConfig("Purrlab", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=MAX_REQUEST_BYTES,
        logging_config=None,
    )
    api.state.network = network
    limits = api.state.limits = RequestLimits(settings)
    requests = RateLimiter(settings.requests_per_second, settings.request_burst)
    guarded = RequestGuard(cast("ASGIApp", api), origins, requests)
    files = load_files()

    async def find_table(scope: Scope, table_id: str) -> TableInfo:
        if not requests.allow(client_network(scope)):
            raise Refused(
                ErrorCode.SLOW_DOWN, "too many requests; please wait a little", retry_seconds=requests.retry_seconds
            )
        return await table_info(api.state.services, limits, scope, table_id)

    previews = LinkPreviews(files, find_table, secure=settings.secure)
    page = StaticFiles(guarded, files, previews)  # files cost nothing and are for everybody; previews count
    return SecurityHeaders(HeaderGuard(page, settings.allowed_hosts, network), secure=settings.secure)
