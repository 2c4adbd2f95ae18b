"""The server itself: whether it is well, and where others reach it."""

import asyncio

from litestar import get, put
from litestar.params import JSONBody
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from purrlab import __version__
from purrlab.server.addresses import address_for_others
from purrlab.server.asgi import header, is_from_this_machine
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.error_responses import ERROR_RESPONSES
from purrlab.server.http.routes.context import ApiRequest, network_of, services_of
from purrlab.server.storage import store

DATABASE_TIMEOUT_SECONDS = 2  # that a healthy database takes at most


class Health(Struct, kw_only=True):
    status: str
    version: str
    tables: int  # in memory


class Status(Struct, kw_only=True):
    status: str


class NetworkAddress(Struct, kw_only=True):
    address: str | None  # None: the server listens for its own machine alone
    switch: bool  # whether whoever asks may let the local network in, and out again


class NetworkSwitch(Struct, kw_only=True, forbid_unknown_fields=True):
    open: bool


@get("/health", responses=ERROR_RESPONSES)
async def health(request: ApiRequest) -> Health:
    """Whether the server is well: the database answers, and takes what is stored."""
    services = services_of(request)
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
            await services.writer.run(store.check_writable)
    except (SQLAlchemyError, OSError, TimeoutError):
        raise Refused(ErrorCode.NOT_WELL, "the database cannot be written") from None
    return Health(status="ok", version=__version__, tables=len(services.tables.registry.tables))


@get("/health/live", sync_to_thread=False)
def live() -> Status:
    """That the process answers. It need not be started again because a database is away."""
    return Status(status="ok")


@get("/health/ready", responses=ERROR_RESPONSES, sync_to_thread=False)
def ready(request: ApiRequest) -> Status:
    """Whether people should come to this server of several. What all of them miss is no reason to go elsewhere."""
    if not services_of(request).is_ready():
        raise Refused(ErrorCode.NOT_WELL, "the other servers cannot be reached from here")
    return Status(status="ok")


@get("/api/network-address", sync_to_thread=False)
def network_address(request: ApiRequest) -> NetworkAddress:
    """Where others find this page, for whoever opened it on the machine that serves it; null for all others."""
    if not is_from_this_machine(dict(request.scope)):
        return NetworkAddress(address=None, switch=False)
    if (network := network_of(request)) is not None:
        return NetworkAddress(address=network.address, switch=True)
    host = services_of(request).settings.host
    return NetworkAddress(address=address_for_others(host, request.url.port or 80), switch=False)


@put("/api/network-address", responses=ERROR_RESPONSES)
async def switch_network(request: ApiRequest, data: JSONBody[NetworkSwitch]) -> NetworkAddress:
    """Let the local network in, or no longer. Only a page that was opened on the machine of the server may ask."""
    network, scope = network_of(request), dict(request.scope)
    if network is None or not is_from_this_machine(scope) or header(scope, b"origin") is None:
        raise Refused(ErrorCode.NOT_THIS_MACHINE, "only the page on the machine of the server can do this")
    await (network.open() if data.open else network.close())
    return NetworkAddress(address=network.address, switch=True)


ROUTES = [health, live, ready, network_address, switch_network]
