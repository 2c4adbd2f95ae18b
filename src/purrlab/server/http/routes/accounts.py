"""People: their name, login, games and data."""

import logging
from contextlib import suppress
from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.background_tasks import BackgroundTask
from litestar.params import JSONBody
from msgspec import Meta, Struct, structs

from purrlab.server.accounts.accounts import Export
from purrlab.server.accounts.names import checked_name
from purrlab.server.accounts.passwords import check_credentials
from purrlab.server.asgi import client_address, cookie_header
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.error_responses import ERROR_RESPONSES
from purrlab.server.http.routes.context import (
    ApiRequest,
    device_of_request,
    limits_of,
    no_cookies,
    person_of,
    services_of,
    session_cookies,
    visit_of,
)
from purrlab.server.ids import new_id
from purrlab.server.services import Services
from purrlab.server.storage.store import Person
from purrlab.server.tables.terms import Status

log = logging.getLogger(__name__)


class Me(Struct, kw_only=True):
    name: str
    login: str | None  # None: a guest
    created: int


class Visitor(Struct, kw_only=True):
    person: Me | None  # None: somebody new


class Goodbye(Struct, kw_only=True):
    message: str = "goodbye"


class NewName(Struct, kw_only=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)]  # what is wrong with it is told in words


class Credentials(Struct, kw_only=True, forbid_unknown_fields=True):
    login: Annotated[str, Meta(max_length=100)]  # what is wrong with these is told in words
    password: Annotated[str, Meta(max_length=1000)]


class NewPassword(Credentials, kw_only=True, forbid_unknown_fields=True):
    old: Annotated[str, Meta(max_length=1000)] | None = None  # the one that is replaced, where there is one


class OwnTable(Struct, kw_only=True):
    id: str
    game: str
    created: int
    status: Status
    seat: int


def _me(person: Person) -> Me:
    return Me(name=person.name, login=person.login, created=person.created)


def _with_cookie(
    services: Services, person: Person, token: str, background: BackgroundTask | None = None
) -> Response[Me]:
    return Response(_me(person), cookies=session_cookies(services, token), background=background)


@get("/api/me", responses=ERROR_RESPONSES)
async def me(request: ApiRequest) -> Response[Visitor]:
    """Who you are; nobody yet, if you have not said your name here."""
    services, visit = services_of(request), await visit_of(request)
    if visit is None:
        return Response(Visitor(person=None))
    token = await services.sessions.exchange(visit, device_of_request(request))
    return Response(Visitor(person=_me(visit.person)), cookies=session_cookies(services, token))  # it lasts from now on


@put("/api/me", responses=ERROR_RESPONSES)
async def name_me(request: ApiRequest, data: JSONBody[NewName]) -> Response[Me]:
    """Say your name. Whoever is new becomes a guest, known again by a cookie."""
    services, visit, name = services_of(request), await visit_of(request), checked_name(data.name)
    if visit is None:
        services.sessions.check_unambiguous(cookie_header(request.scope))
        limits_of(request).check_new_guest(request.scope)
        session = services.sessions.new(new_id(), device_of_request(request))
        return _with_cookie(services, await services.accounts.create_guest(name, session.row), session.token)
    person = await services.rename(visit.person, name)
    return _with_cookie(services, person, await services.sessions.exchange(visit, device_of_request(request)))


@put("/api/me/password", responses=ERROR_RESPONSES)
async def set_password(request: ApiRequest, data: JSONBody[NewPassword]) -> Response[Me]:
    """Add a login and a password, to be known elsewhere too; whoever has one already names the old one as well.

    All other sessions end: everybody who came in by the old one has to log in again.
    """
    services, person = services_of(request), await person_of(request)
    limits_of(request).check_login(request.scope, person.login)
    check_credentials(data.login, data.password)
    device = device_of_request(request)
    person, token = await services.accounts.set_password(person, data.login, data.password, data.old, device)
    return _with_cookie(services, person, token, BackgroundTask(services.connections.sign_out, person.id))


@post("/api/login", responses=ERROR_RESPONSES, status_code=200)
async def log_in(request: ApiRequest, data: JSONBody[Credentials]) -> Response[Me]:
    """A new session in this browser; the one that it had is over."""
    services = services_of(request)
    limits_of(request).check_login(request.scope, data.login)
    visit, device = await visit_of(request), device_of_request(request)
    replaced = visit.session if visit else None
    try:
        person, token = await services.accounts.log_in(data.login, data.password, device, replaced)
    except Refused as refused:
        if refused.code == ErrorCode.WRONG_PASSWORD:
            log.info("a login was refused", extra={"address": client_address(dict(request.scope))})
        raise
    return _with_cookie(services, person, token)


@post("/api/logout", responses=ERROR_RESPONSES, status_code=200)
async def log_out(request: ApiRequest) -> Response[Goodbye]:
    """This browser is nobody from now on, and its session is over; others stay as they are."""
    services, visit = services_of(request), await visit_of(request)
    if visit is not None:
        with suppress(Refused):  # it has just been ended from elsewhere
            await services.sessions.end(visit.person, visit.session)
    return Response(Goodbye(), cookies=no_cookies(services))


@get("/api/me/tables", responses=ERROR_RESPONSES)
async def my_tables(request: ApiRequest) -> list[OwnTable]:
    """Your games, past and running, newest first."""
    tables = await services_of(request).accounts.tables(await person_of(request))
    return [OwnTable(**structs.asdict(each)) for each in tables]


@get("/api/me/export", responses=ERROR_RESPONSES)
async def export_me(request: ApiRequest) -> Export:
    """Everything that is kept about you."""
    return await services_of(request).accounts.export(await person_of(request))


@delete("/api/me", responses=ERROR_RESPONSES, status_code=200)
async def forget_me(request: ApiRequest) -> Response[Goodbye]:
    """Delete everything that is kept about you. Of your games it stays that somebody played them."""
    services = services_of(request)
    await services.delete(await person_of(request))
    return Response(Goodbye(), cookies=no_cookies(services))


ROUTES = [me, name_me, set_password, log_in, log_out, my_tables, export_me, forget_me]
