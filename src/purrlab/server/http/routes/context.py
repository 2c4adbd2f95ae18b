"""What every route needs: the services behind it, and who asks."""

from typing import Any

from litestar import Request
from litestar.datastructures import State

from purrlab.server.asgi import cookie_header
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.rate_limits import RateLimits
from purrlab.server.services import Services
from purrlab.server.storage.store import Person

ApiRequest = Request[Any, Any, State]


def services_of(request: ApiRequest) -> Services:
    services: Services = request.app.state.services
    return services


def limits_of(request: ApiRequest) -> RateLimits:
    limits: RateLimits = request.app.state.limits
    return limits


async def visitor(request: ApiRequest) -> Person | None:
    return await services_of(request).accounts.recognise(cookie_header(dict(request.scope)))


async def person_of(request: ApiRequest) -> Person:
    person = await visitor(request)
    if person is None:
        raise Refused(ErrorCode.NO_NAME, "tell us your name first")
    return person
