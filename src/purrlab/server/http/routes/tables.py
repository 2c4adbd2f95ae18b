"""Tables and their games: the lobby, new tables, and past games. Playing itself happens over the socket."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from purrlab.games.seats import MAX_PLAYERS
from purrlab.server.asgi import client_network
from purrlab.server.http.error_responses import ERROR_RESPONSES
from purrlab.server.http.past_games import replay, score_sheet
from purrlab.server.http.routes.context import ApiRequest, limits_of, person_of, services_of, table_info, visitor
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.protocol import Replay, ScoreSheet, TableInfo
from purrlab.server.storage import store
from purrlab.server.tables.history import record_line

T = TypeVar("T")
PICTURE_CACHE_SECONDS = 300  # names may change, and go
TableId = Annotated[str, PathParameter(description="The id of a table", max_length=40)]


@get("/api/tables", responses=ERROR_RESPONSES)
async def lobby(request: ApiRequest) -> list[TableInfo]:
    """Tables that wait for players, and those where one may look on."""
    return await services_of(request).tables.lobby.tables()


@post("/api/tables", responses=ERROR_RESPONSES)
async def new_table(request: ApiRequest, data: JSONBody[NewTable]) -> TableInfo:
    """Make a table; whoever makes it is its host."""
    services, person = services_of(request), await person_of(request)
    limits_of(request).check_new_table(request.scope)
    await services.accounts.read(store.check_open_tables, person.id, services.settings.tables_per_person)
    return (await make_table(services.tables, person, data, client_network(dict(request.scope)))).published.info


@get("/api/tables/{table_id:str}", responses=ERROR_RESPONSES)
async def table(request: ApiRequest, table_id: TableId) -> TableInfo:
    """What everybody may know of a table."""
    return await table_info(services_of(request), limits_of(request), request.scope, table_id)


@get("/api/tables/{table_id:str}/record", responses=ERROR_RESPONSES, media_type="application/jsonl")
async def record(request: ApiRequest, table_id: TableId) -> Response[bytes]:
    """The record as a JSON line. Of a running game it tells what a spectator knows."""
    line = await _past_game(request, table_id, record_line)
    headers = {"content-disposition": f'attachment; filename="purrlab-{table_id}.jsonl"'}
    return Response(line, media_type="application/jsonl", headers=headers)


@get("/api/tables/{table_id:str}/scores", responses=ERROR_RESPONSES)
async def scores(request: ApiRequest, table_id: TableId) -> ScoreSheet:
    """The score sheet: a row for each time that somebody scored."""
    return await _past_game(request, table_id, score_sheet)


@get("/api/tables/{table_id:str}/replay", responses=ERROR_RESPONSES)
async def replay_data(
    request: ApiRequest,
    table_id: TableId,
    seat: Annotated[
        int | None, QueryParameter(ge=0, le=MAX_PLAYERS - 1, description="As this seat saw it; else open")
    ] = None,
) -> Replay:
    """A finished game, move by move: with all hands open, or as a seat saw it."""
    person = await visitor(request)
    return await _past_game(request, table_id, replay, seat, person and person.id)


@get("/api/tables/{table_id:str}/picture.png", responses=ERROR_RESPONSES, media_type="image/png")
async def picture(request: ApiRequest, table_id: TableId) -> Response[bytes]:
    """The table as anybody may see it: the names, and once the game is over the board and the points."""
    tables = services_of(request).tables
    limits_of(request).check_past_game(request.scope)
    address = client_network(dict(request.scope))
    png = await tables.pictures.png(await tables.registry.peek(table_id, address), address)
    headers = {"cache-control": f"public, max-age={PICTURE_CACHE_SECONDS}"}
    return Response(png, media_type="image/png", headers=headers)


async def _past_game(request: ApiRequest, table_id: str, work: Callable[..., T], *about: Any) -> T:
    """Playing a game again costs more than most that can be asked for."""
    tables = services_of(request).tables
    limits_of(request).check_past_game(request.scope)
    address = client_network(dict(request.scope))
    live = await tables.registry.peek(table_id, address)
    return await tables.slow_work.run(address, work, live.past(), *about)


ROUTES = [lobby, new_table, table, record, scores, replay_data, picture]
