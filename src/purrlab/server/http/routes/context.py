"""What every route needs: the services behind it, and who asks."""

from collections.abc import Mapping
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie, State

from purrlab.server.accounts.cookie_header import PLAIN_COOKIE_NAME
from purrlab.server.accounts.devices import Device, device_of
from purrlab.server.accounts.sessions import Visit
from purrlab.server.asgi import client_network, cookie_header, header
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.request_limits import RequestLimits
from purrlab.server.network_listener import NetworkListener
from purrlab.server.protocol import TableInfo
from purrlab.server.services import Services
from purrlab.server.storage.store import Person

ApiRequest = Request[Any, Any, State]


def services_of(request: ApiRequest) -> Services:
    services: Services = request.app.state.services
    return services


def network_of(request: ApiRequest) -> NetworkListener | None:
    network: NetworkListener | None = request.app.state.network
    return network


def limits_of(request: ApiRequest) -> RequestLimits:
    limits: RequestLimits = request.app.state.limits
    return limits


async def table_info(services: Services, limits: RequestLimits, scope: Mapping[str, Any], table_id: str) -> TableInfo:
    """What everybody may know of a table; one that is not in memory counts as a past game."""
    if table_id not in services.tables.registry.tables:
        limits.check_past_game(scope)
    return (await services.tables.registry.peek(table_id, client_network(scope))).published.info


async def visit_of(request: ApiRequest) -> Visit | None:
    return await services_of(request).sessions.recognise(cookie_header(dict(request.scope)))


async def visitor(request: ApiRequest) -> Person | None:
    visit = await visit_of(request)
    return visit.person if visit else None


async def known_visit(request: ApiRequest) -> Visit:
    visit = await visit_of(request)
    if visit is None:
        raise Refused(ErrorCode.NO_NAME, "tell us your name first")
    return visit


async def person_of(request: ApiRequest) -> Person:
    return (await known_visit(request)).person


def device_of_request(request: ApiRequest) -> Device:
    return device_of(header(request.scope, b"user-agent"))


def session_cookies(services: Services, token: str) -> list[Cookie]:
    """That make a browser known again; the cookie of an earlier version goes."""
    sessions = services.sessions
    cookie = _cookie(sessions.cookie_name, token, sessions.lifetime_seconds, secure=sessions.secure)
    return [cookie, _cookie(PLAIN_COOKIE_NAME, "", 0, secure=True)] if sessions.secure else [cookie]


def no_cookies(services: Services) -> list[Cookie]:
    """That make a browser nobody."""
    names = {services.sessions.cookie_name, PLAIN_COOKIE_NAME}
    return [_cookie(name, "", 0, secure=services.sessions.secure) for name in sorted(names)]


def _cookie(name: str, value: str, seconds: int, *, secure: bool) -> Cookie:
    return Cookie(name, value=value, path="/", max_age=seconds, httponly=True, samesite="lax", secure=secure)
