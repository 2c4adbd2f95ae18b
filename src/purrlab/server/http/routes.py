"""The REST API: games, tables and people. Playing itself happens over the socket."""

import asyncio
import logging
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from litestar import Request, Response, delete, get, post, put
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import State
from litestar.params import PathParameter, QueryParameter
from msgspec import Meta, Struct
from sqlalchemy.exc import SQLAlchemyError

from purrlab import __version__
from purrlab.bots.registry import BOTS
from purrlab.games.registry import GAMES
from purrlab.server.accounts.auth import check_credentials, checked_name
from purrlab.server.addresses import address_for_others, is_here
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.http.error_responses import RESPONSES
from purrlab.server.http.security import address, cookies
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.protocol import TableInfo
from purrlab.server.services import Services
from purrlab.server.storage import store
from purrlab.server.storage.store import Person
from purrlab.server.tables.history import Replay, ScoreSheet, record_line, replay, score_sheet

log = logging.getLogger(__name__)

T = TypeVar("T")
TableId = Annotated[str, PathParameter(description="The id of a table", max_length=40)]
HEALTH_PATIENCE = 2  # seconds


class Health(Struct, kw_only=True):
    status: str
    version: str
    tables: int  # in memory


class Reach(Struct, kw_only=True):
    address: str | None  # None: the server listens for its own machine alone


class GameInfo(Struct, kw_only=True):
    name: str
    title: str
    seats: list[int]  # how many may play
    bots: list[str]


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


def _services(request: Request[Any, Any, State]) -> Services:
    services: Services = request.app.state.services
    return services


async def _visitor(request: Request[Any, Any, State]) -> Person | None:
    return await _services(request).accounts.recognise(cookies(dict(request.scope)))


async def _person(request: Request[Any, Any, State]) -> Person:
    person = await _visitor(request)
    if person is None:
        raise Refused(ErrorCode.NO_NAME, "tell us your name first")
    return person


def _me(person: Person) -> Me:
    return Me(name=person.name, login=person.login, created=person.created)


def _welcomed(services: Services, person: Person, background: BackgroundTask | None = None) -> Response[Me]:
    return Response(_me(person), headers={"set-cookie": services.accounts.cookie(person)}, background=background)


@get("/health", responses=RESPONSES)
async def health(request: Request[Any, Any, State]) -> Health:
    """Whether the server is well: the database answers, and takes what is stored."""
    services = _services(request)
    try:
        async with asyncio.timeout(HEALTH_PATIENCE):
            await services.writer.run(store.touch)
    except (SQLAlchemyError, OSError, TimeoutError):
        raise Refused(ErrorCode.NOT_WELL, "the database takes nothing") from None
    return Health(status="ok", version=__version__, tables=len(services.registry.tables))


@get("/api/reach", sync_to_thread=False)
def reach(request: Request[Any, Any, State]) -> Reach:
    """Where others find this page, for whoever opened it on the machine that serves it; null for all others."""
    if not (is_here(request.url.hostname) and is_here(address(dict(request.scope)))):
        return Reach(address=None)
    return Reach(address=address_for_others(_services(request).settings.host, request.url.port or 80))


@get("/api/games", sync_to_thread=False)
def games() -> list[GameInfo]:
    """The games, for how many they are, and the bots that play them."""
    return [
        GameInfo(name=game.name, title=game.title, seats=list(game.seats), bots=list(BOTS.get(game.name, {})))
        for game in GAMES.values()
    ]


# Tables


@get("/api/tables", responses=RESPONSES)
async def lobby(request: Request[Any, Any, State]) -> list[TableInfo]:
    """Tables that wait for players, and those where one may look on."""
    return await _services(request).registry.lobby()


@post("/api/tables", responses=RESPONSES)
async def new_table(request: Request[Any, Any, State], data: NewTable) -> TableInfo:
    """Make a table; whoever makes it is its host."""
    services, person = _services(request), await _person(request)
    if not services.makers.allow(address(dict(request.scope))):
        raise Refused(ErrorCode.SLOW_DOWN, "too many new tables; please wait a minute")
    await services.accounts.read(store.must_have_room, person.id, services.settings.tables_per_person)
    return (await make_table(services.registry, person, data)).shown.info


@get("/api/tables/{table_id:str}", responses=RESPONSES)
async def table(request: Request[Any, Any, State], table_id: TableId) -> TableInfo:
    """What everybody may know of a table."""
    services = _services(request)
    if table_id not in services.registry.tables:
        _check_looking_back(services, request)
    return (await services.registry.peek(table_id)).shown.info


@get("/api/tables/{table_id:str}/record", responses=RESPONSES, media_type="application/jsonl")
async def record(request: Request[Any, Any, State], table_id: TableId) -> Response[bytes]:
    """The record as a JSON line. Of a running game it tells what a spectator knows."""
    line = await _look_back(request, table_id, record_line)
    headers = {"content-disposition": f'attachment; filename="purrlab-{table_id}.jsonl"'}
    return Response(line, media_type="application/jsonl", headers=headers)


@get("/api/tables/{table_id:str}/scores", responses=RESPONSES)
async def scores(request: Request[Any, Any, State], table_id: TableId) -> ScoreSheet:
    """The score sheet: a row for each time that somebody scored."""
    return await _look_back(request, table_id, score_sheet)


@get("/api/tables/{table_id:str}/replay", responses=RESPONSES)
async def replay_data(
    request: Request[Any, Any, State],
    table_id: TableId,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15, description="As this seat saw it; else open")] = None,
) -> Replay:
    """A finished game, move by move: with all hands open, or as a seat saw it."""
    person = await _visitor(request)
    return await _look_back(request, table_id, replay, seat, person and person.id)


async def _look_back(request: Request[Any, Any, State], table_id: str, work: Callable[..., T], *about: Any) -> T:
    """Playing a game again costs more than most that can be asked for."""
    services = _services(request)
    _check_looking_back(services, request)
    return await services.registry.take_time(work, await services.registry.peek(table_id), *about)


def _check_looking_back(services: Services, request: Request[Any, Any, State]) -> None:
    if not services.lookers.allow(address(dict(request.scope))):
        raise Refused(ErrorCode.SLOW_DOWN, "too many old games at once; please wait a little")


# Accounts


@get("/api/me", responses=RESPONSES)
async def me(request: Request[Any, Any, State]) -> Response[Visitor]:
    """Who you are; nobody yet, if you have not said your name here."""
    services, person = _services(request), await _visitor(request)
    cookie = {"set-cookie": services.accounts.cookie(person)} if person else {}  # it lasts a year from the last visit
    return Response(Visitor(person=_me(person) if person else None), headers=cookie)


@put("/api/me", responses=RESPONSES)
async def name_me(request: Request[Any, Any, State], data: NewName) -> Response[Me]:
    """Say your name. Whoever is new becomes a guest, known again by a cookie."""
    services, person, name = _services(request), await _visitor(request), checked_name(data.name)
    if person is None:
        person = await services.accounts.welcome(name)
    else:
        person = await services.accounts.rename(person, name)
        services.registry.rename(person.id, name)
        services.live.rename(person.id, name)
    return _welcomed(services, person)


@put("/api/me/password", responses=RESPONSES)
async def set_password(request: Request[Any, Any, State], data: NewPassword) -> Response[Me]:
    """Add a login and a password, to be known elsewhere too; whoever has one already names the old one as well.

    Everybody who came in by the old one has to log in again.
    """
    services, person = _services(request), await _person(request)
    _check_logins(services, request)
    check_credentials(data.login, data.password)
    person = await services.accounts.set_password(person, data.login, data.password, data.old)
    return _welcomed(services, person, BackgroundTask(services.live.send_off, person.id))


@post("/api/login", responses=RESPONSES, status_code=200)
async def log_in(request: Request[Any, Any, State], data: Credentials) -> Response[Me]:
    services = _services(request)
    _check_logins(services, request)
    try:
        person = await services.accounts.log_in(data.login, data.password)
    except Refused:
        log.info("a login was refused", extra={"address": address(dict(request.scope))})
        raise
    return _welcomed(services, person)


@post("/api/logout", responses=RESPONSES, status_code=200)
async def log_out(request: Request[Any, Any, State]) -> Response[Bye]:
    """This browser is nobody from now on; others, where the same person is known, come again by themselves."""
    services, person = _services(request), await _visitor(request)
    goodbye = BackgroundTask(services.live.send_off, person.id) if person else None
    return Response(Bye(), headers={"set-cookie": services.cookies.revoke()}, background=goodbye)


@get("/api/me/tables", responses=RESPONSES)
async def my_tables(request: Request[Any, Any, State]) -> list[OwnTable]:
    """Your games, past and running, newest first."""
    return [OwnTable(**row) for row in await _services(request).accounts.tables(await _person(request))]


@get("/api/me/export", responses=RESPONSES)
async def export_me(request: Request[Any, Any, State]) -> dict[str, Any]:
    """Everything that is kept about you."""
    return await _services(request).accounts.export(await _person(request))


@delete("/api/me", responses=RESPONSES, status_code=200)
async def forget_me(request: Request[Any, Any, State]) -> Response[Bye]:
    """Delete everything that is kept about you. Of your games it stays that somebody played them."""
    services = _services(request)
    await services.forget(await _person(request))
    return Response(Bye(), headers={"set-cookie": services.cookies.revoke()})


def _check_logins(services: Services, request: Request[Any, Any, State]) -> None:
    if not services.logins.allow(address(dict(request.scope))):
        raise Refused(ErrorCode.SLOW_DOWN, "too many attempts; please wait a minute")


ROUTES = [
    health,
    reach,
    games,
    lobby,
    new_table,
    table,
    record,
    scores,
    replay_data,
    me,
    name_me,
    set_password,
    log_in,
    log_out,
    my_tables,
    export_me,
    forget_me,
]
