"""The REST API: games, tables and people. Playing itself happens over the socket."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar

from litestar import Request, Response, delete, get, post, put
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from msgspec import Meta, Struct
from sqlalchemy.exc import SQLAlchemyError

from purrlab import __version__
from purrlab.bots.registry import BOTS, DEFAULT_LEVEL, LEVELS
from purrlab.games.game import Game
from purrlab.games.options import Kind, Option
from purrlab.games.registry import GAMES
from purrlab.server import store
from purrlab.server.afterwards import Replay, ScoreSheet, record_line, replay, score_sheet
from purrlab.server.house import House
from purrlab.server.identity import check_credentials, checked_name
from purrlab.server.making import NewTable, make_table
from purrlab.server.protocol import TableInfo
from purrlab.server.reach import address_for_others, is_here
from purrlab.server.refusal import Refused
from purrlab.server.security import address, cookies
from purrlab.server.store import Person

log = logging.getLogger(__name__)

T = TypeVar("T")
TableId = Annotated[str, PathParameter(description="The id of a table", max_length=40)]
HEALTH_PATIENCE = 2  # seconds


class Problem(Struct, kw_only=True, omit_defaults=True):
    """Why something was refused: a code for programs, a message for people."""

    code: str
    message: str
    rule: str | None = None
    field: str | None = None


REFUSALS = {
    status: ResponseSpec(Problem, description=description, generate_examples=False)
    for status, description in {
        400: "There is something wrong with what was asked",
        401: "Tell us your name first",
        403: "Not from that page",
        404: "There is no such table",
        409: "Not now",
        413: "Too large",
        429: "Too much at once",
        503: "Not just now",
    }.items()
}


class Health(Struct, kw_only=True):
    status: str
    version: str
    tables: int  # in memory


class Reach(Struct, kw_only=True):
    address: str | None  # None: the server listens for its own machine alone


class OptionInfo(Struct, kw_only=True):
    """Something that can be chosen before a game. What depends on it is by number of players."""

    name: str
    rule: str
    about: str
    kind: Kind
    each_seat: bool  # a list with a value for each seat
    own_file: bool  # what stands in a file of one's own can be given in place of a choice
    choices: dict[int, list[str | int]]
    default: dict[int, str | float | None]  # None: by lot
    lowest: float | None  # of a number, as the two below
    highest: float | None
    decimals: int | None


class GameInfo(Struct, kw_only=True):
    name: str
    title: str
    seats: list[int]  # how many may play
    recommended_players: int
    round_counts: dict[int, int]  # by number of players
    options: list[OptionInfo]
    bots: list[str]
    levels: list[str]  # those of the bots that people choose from, weakest first
    default_bot: str


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


def _house(request: Request[Any, Any, State]) -> House:
    house: House = request.app.state.house
    return house


async def _visitor(request: Request[Any, Any, State]) -> Person | None:
    return await _house(request).people.recognise(cookies(dict(request.scope)))


async def _person(request: Request[Any, Any, State]) -> Person:
    person = await _visitor(request)
    if person is None:
        raise Refused("no-name", "tell us your name first", status=401)
    return person


def _me(person: Person) -> Me:
    return Me(name=person.name, login=person.login, created=person.created)


def _welcomed(house: House, person: Person, background: BackgroundTask | None = None) -> Response[Me]:
    return Response(_me(person), headers={"set-cookie": house.people.cookie(person)}, background=background)


@get("/health", responses=REFUSALS)
async def health(request: Request[Any, Any, State]) -> Health:
    """Whether the server is well: the database answers, and takes what is stored."""
    house = _house(request)
    try:
        async with asyncio.timeout(HEALTH_PATIENCE):
            await house.writer.run(store.touch)
    except (SQLAlchemyError, OSError, TimeoutError):
        raise Refused("not-well", "the database takes nothing", status=503) from None
    return Health(status="ok", version=__version__, tables=len(house.hall.tables))


@get("/api/reach", sync_to_thread=False)
def reach(request: Request[Any, Any, State]) -> Reach:
    """Where others find this page, for whoever opened it on the machine that serves it; null for all others."""
    if not (is_here(request.url.hostname) and is_here(address(dict(request.scope)))):
        return Reach(address=None)
    return Reach(address=address_for_others(_house(request).settings.host, request.url.port or 80))


@get("/api/games", sync_to_thread=False)
def games() -> list[GameInfo]:
    """The games, for how many they are, what can be chosen before one, and the bots that play them."""
    return [_game_info(game) for game in GAMES.values()]


def _game_info(game: Game) -> GameInfo:
    bots = list(BOTS[game.name])
    return GameInfo(
        name=game.name,
        title=game.title,
        seats=list(game.seats),
        recommended_players=game.recommended_players,
        round_counts=dict(game.round_counts),
        options=[_option_info(option, game.seats) for option in game.options],
        bots=bots,
        levels=[level for level in LEVELS if level in bots],
        default_bot=DEFAULT_LEVEL if DEFAULT_LEVEL in bots else bots[0],
    )


def _option_info(option: Option, seats: Iterable[int]) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        rule=option.rule,
        about=option.about,
        kind=option.kind,
        each_seat=option.each_seat,
        own_file=option.own_file,
        choices={players: list(option.choices_for(players)) for players in seats},
        default={players: option.default_for(players) for players in seats},
        lowest=option.lowest,
        highest=option.highest,
        decimals=option.decimals,
    )


# Tables


@get("/api/tables", responses=REFUSALS)
async def lobby(request: Request[Any, Any, State]) -> list[TableInfo]:
    """Tables that wait for players, and those where one may look on."""
    return await _house(request).hall.lobby()


@post("/api/tables", responses=REFUSALS)
async def new_table(request: Request[Any, Any, State], data: NewTable) -> TableInfo:
    """Make a table; whoever makes it is its host."""
    house, person = _house(request), await _person(request)
    if not house.makers.allow(address(dict(request.scope))):
        raise Refused("slow-down", "too many new tables; please wait a minute", status=429)
    await house.people.read(store.must_have_room, person.id, house.settings.tables_per_person)
    return (await make_table(house.hall, person, data)).shown.info


@get("/api/tables/{table_id:str}", responses=REFUSALS)
async def table(request: Request[Any, Any, State], table_id: TableId) -> TableInfo:
    """What everybody may know of a table."""
    house = _house(request)
    if table_id not in house.hall.tables:
        _check_looking_back(house, request)
    return (await house.hall.peek(table_id)).shown.info


@get("/api/tables/{table_id:str}/record", responses=REFUSALS, media_type="application/jsonl")
async def record(request: Request[Any, Any, State], table_id: TableId) -> Response[bytes]:
    """The record as a JSON line. Of a running game it tells what a spectator knows."""
    line = await _look_back(request, table_id, record_line)
    headers = {"content-disposition": f'attachment; filename="purrlab-{table_id}.jsonl"'}
    return Response(line, media_type="application/jsonl", headers=headers)


@get("/api/tables/{table_id:str}/scores", responses=REFUSALS)
async def scores(request: Request[Any, Any, State], table_id: TableId) -> ScoreSheet:
    """The score sheet: a row for each time that somebody scored."""
    return await _look_back(request, table_id, score_sheet)


@get("/api/tables/{table_id:str}/replay", responses=REFUSALS)
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
    house = _house(request)
    _check_looking_back(house, request)
    return await house.hall.take_time(work, await house.hall.peek(table_id), *about)


def _check_looking_back(house: House, request: Request[Any, Any, State]) -> None:
    if not house.lookers.allow(address(dict(request.scope))):
        raise Refused("slow-down", "too many old games at once; please wait a little", status=429)


# People


@get("/api/me", responses=REFUSALS)
async def me(request: Request[Any, Any, State]) -> Response[Visitor]:
    """Who you are; nobody yet, if you have not said your name here."""
    house, person = _house(request), await _visitor(request)
    cookie = {"set-cookie": house.people.cookie(person)} if person else {}  # it lasts a year from the last visit
    return Response(Visitor(person=_me(person) if person else None), headers=cookie)


@put("/api/me", responses=REFUSALS)
async def name_me(request: Request[Any, Any, State], data: NewName) -> Response[Me]:
    """Say your name. Whoever is new becomes a guest, known again by a cookie."""
    house, person, name = _house(request), await _visitor(request), checked_name(data.name)
    if person is None:
        person = await house.people.welcome(name)
    else:
        person = await house.people.rename(person, name)
        house.hall.rename(person.id, name)
        house.live.rename(person.id, name)
    return _welcomed(house, person)


@put("/api/me/password", responses=REFUSALS)
async def set_password(request: Request[Any, Any, State], data: NewPassword) -> Response[Me]:
    """Add a login and a password, to be known elsewhere too; whoever has one already names the old one as well.

    Everybody who came in by the old one has to log in again.
    """
    house, person = _house(request), await _person(request)
    _check_logins(house, request)
    check_credentials(data.login, data.password)
    person = await house.people.set_password(person, data.login, data.password, data.old)
    return _welcomed(house, person, BackgroundTask(house.live.send_off, person.id))


@post("/api/login", responses=REFUSALS, status_code=200)
async def log_in(request: Request[Any, Any, State], data: Credentials) -> Response[Me]:
    house = _house(request)
    _check_logins(house, request)
    try:
        person = await house.people.log_in(data.login, data.password)
    except Refused:
        log.info("a login was refused", extra={"address": address(dict(request.scope))})
        raise
    return _welcomed(house, person)


@post("/api/logout", responses=REFUSALS, status_code=200)
async def log_out(request: Request[Any, Any, State]) -> Response[Bye]:
    """This browser is nobody from now on; others, where the same person is known, come again by themselves."""
    house, person = _house(request), await _visitor(request)
    goodbye = BackgroundTask(house.live.send_off, person.id) if person else None
    return Response(Bye(), headers={"set-cookie": house.cookies.revoke()}, background=goodbye)


@get("/api/me/tables", responses=REFUSALS)
async def my_tables(request: Request[Any, Any, State]) -> list[OwnTable]:
    """Your games, past and running, newest first."""
    return [OwnTable(**row) for row in await _house(request).people.tables(await _person(request))]


@get("/api/me/export", responses=REFUSALS)
async def export_me(request: Request[Any, Any, State]) -> dict[str, Any]:
    """Everything that is kept about you."""
    return await _house(request).people.export(await _person(request))


@delete("/api/me", responses=REFUSALS, status_code=200)
async def forget_me(request: Request[Any, Any, State]) -> Response[Bye]:
    """Delete everything that is kept about you. Of your games it stays that somebody played them."""
    house = _house(request)
    await house.forget(await _person(request))
    return Response(Bye(), headers={"set-cookie": house.cookies.revoke()})


def _check_logins(house: House, request: Request[Any, Any, State]) -> None:
    if not house.logins.allow(address(dict(request.scope))):
        raise Refused("slow-down", "too many attempts; please wait a minute", status=429)


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
