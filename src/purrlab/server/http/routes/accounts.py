"""People: their name, login, games and data."""

import logging
from typing import Annotated, Any

from litestar import Response, delete, get, post, put
from litestar.background_tasks import BackgroundTask
from msgspec import Meta, Struct

from purrlab.server.accounts.names import checked_name
from purrlab.server.accounts.passwords import check_credentials
from purrlab.server.asgi import client_address
from purrlab.server.errors import Refused
from purrlab.server.http.error_responses import RESPONSES
from purrlab.server.http.routes.context import ApiRequest, limits_of, person_of, services_of, visitor
from purrlab.server.services import Services
from purrlab.server.storage.store import Person

log = logging.getLogger(__name__)


class Me(Struct, kw_only=True):
    name: str
    login: str | None  # None: a guest
    created: int


class Visitor(Struct, kw_only=True):
    person: Me | None  # None: somebody new


class Bye(Struct, kw_only=True):
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
    status: str
    seat: int


def _me(person: Person) -> Me:
    return Me(name=person.name, login=person.login, created=person.created)


def _with_cookie(services: Services, person: Person, background: BackgroundTask | None = None) -> Response[Me]:
    return Response(_me(person), headers={"set-cookie": services.accounts.cookie(person)}, background=background)


@get("/api/me", responses=RESPONSES)
async def me(request: ApiRequest) -> Response[Visitor]:
    """Who you are; nobody yet, if you have not said your name here."""
    services, person = services_of(request), await visitor(request)
    cookie = {"set-cookie": services.accounts.cookie(person)} if person else {}  # it lasts a year from the last visit
    return Response(Visitor(person=_me(person) if person else None), headers=cookie)


@put("/api/me", responses=RESPONSES)
async def name_me(request: ApiRequest, data: NewName) -> Response[Me]:
    """Say your name. Whoever is new becomes a guest, known again by a cookie."""
    services, person, name = services_of(request), await visitor(request), checked_name(data.name)
    if person is None:
        person = await services.accounts.create_guest(name)
    else:
        person = await services.accounts.rename(person, name)
        services.rename(person)
    return _with_cookie(services, person)


@put("/api/me/password", responses=RESPONSES)
async def set_password(request: ApiRequest, data: NewPassword) -> Response[Me]:
    """Add a login and a password, to be known elsewhere too; whoever has one already names the old one as well.

    Everybody who came in by the old one has to log in again.
    """
    services, person = services_of(request), await person_of(request)
    limits_of(request).check_login(request)
    check_credentials(data.login, data.password)
    person = await services.accounts.set_password(person, data.login, data.password, data.old)
    return _with_cookie(services, person, BackgroundTask(services.connections.sign_out, person.id))


@post("/api/login", responses=RESPONSES, status_code=200)
async def log_in(request: ApiRequest, data: Credentials) -> Response[Me]:
    services = services_of(request)
    limits_of(request).check_login(request)
    try:
        person = await services.accounts.log_in(data.login, data.password)
    except Refused:
        log.info("a login was refused", extra={"address": client_address(dict(request.scope))})
        raise
    return _with_cookie(services, person)


@post("/api/logout", responses=RESPONSES, status_code=200)
async def log_out(request: ApiRequest) -> Response[Bye]:
    """This browser is nobody from now on; others, where the same person is known, come again by themselves."""
    services, person = services_of(request), await visitor(request)
    goodbye = BackgroundTask(services.connections.sign_out, person.id) if person else None
    return Response(Bye(), headers={"set-cookie": services.cookies.revoke()}, background=goodbye)


@get("/api/me/tables", responses=RESPONSES)
async def my_tables(request: ApiRequest) -> list[OwnTable]:
    """Your games, past and running, newest first."""
    return [OwnTable(**row) for row in await services_of(request).accounts.tables(await person_of(request))]


@get("/api/me/export", responses=RESPONSES)
async def export_me(request: ApiRequest) -> dict[str, Any]:
    """Everything that is kept about you."""
    return await services_of(request).accounts.export(await person_of(request))


@delete("/api/me", responses=RESPONSES, status_code=200)
async def forget_me(request: ApiRequest) -> Response[Bye]:
    """Delete everything that is kept about you. Of your games it stays that somebody played them."""
    services = services_of(request)
    await services.delete(await person_of(request))
    return Response(Bye(), headers={"set-cookie": services.cookies.revoke()})


ROUTES = [me, name_me, set_password, log_in, log_out, my_tables, export_me, forget_me]
