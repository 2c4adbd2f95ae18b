"""The server itself: whether it is well, and where others reach it."""

import asyncio

from litestar import get
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from purrlab import __version__
from purrlab.server.addresses import address_for_others, is_loopback
from purrlab.server.asgi import client_address
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.error_responses import RESPONSES
from purrlab.server.http.routes.context import ApiRequest, services_of
from purrlab.server.storage import store

DATABASE_TIMEOUT_SECONDS = 2  # that a healthy database takes at most


class Health(Struct, kw_only=True):
    status: str
    version: str
    tables: int  # in memory


class NetworkAddress(Struct, kw_only=True):
    address: str | None  # None: the server listens for its own machine alone


@get("/health", responses=RESPONSES)
async def health(request: ApiRequest) -> Health:
    """Whether the server is well: the database answers, and takes what is stored."""
    services = services_of(request)
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
            await services.writer.run(store.check_writable)
    except (SQLAlchemyError, OSError, TimeoutError):
        raise Refused(ErrorCode.NOT_WELL, "the database cannot be written") from None
    return Health(status="ok", version=__version__, tables=len(services.tables.registry.tables))


@get("/api/network-address", sync_to_thread=False)
def network_address(request: ApiRequest) -> NetworkAddress:
    """Where others find this page, for whoever opened it on the machine that serves it; null for all others."""
    if not (is_loopback(request.url.hostname) and is_loopback(client_address(dict(request.scope)))):
        return NetworkAddress(address=None)
    return NetworkAddress(address=address_for_others(services_of(request).settings.host, request.url.port or 80))


ROUTES = [health, network_address]
