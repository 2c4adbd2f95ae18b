"""Making tables: new ones, and the next one for the same people."""

import secrets
from collections.abc import Callable
from typing import Annotated, Any

import sqlalchemy as sa
from msgspec import Meta, Struct
from msgspec.structs import replace

from purrlab.games.game import GameError, InvalidSetup
from purrlab.games.readable import hides_something
from purrlab.games.registry import UnknownGame, find_game
from purrlab.games.seats import MAX_PLAYERS
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.live_table import UNKNOWN_ADDRESS, LiveTable
from purrlab.server.live.table_service import TableService
from purrlab.server.protocol import BotName, Pace
from purrlab.server.storage.store import Person
from purrlab.server.tables import commands
from purrlab.server.tables.host import rematch_host
from purrlab.server.tables.table import Table
from purrlab.server.tables.terms import Relaxed, Speed, Terms


class NewTable(Struct, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to play, and how."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=MAX_PLAYERS)]
    options: dict[str, Any] = {}
    speed: Speed = Relaxed()
    listed: bool = True  # in the lobby; otherwise only who knows the link finds it
    coach: bool = False  # everybody may ask the coach; who plays against bots alone may do so anyway
    pace: Pace = 1.0
    bots: Annotated[list[BotName], Meta(max_length=MAX_PLAYERS)] = []  # on the last seats
    sit: bool = True  # take the first seat
    start: bool = False  # at once


async def make_table(
    service: TableService, host: Person, wanted: NewTable, address: str = UNKNOWN_ADDRESS
) -> LiveTable:
    terms = Terms(
        game=wanted.game,
        players=wanted.players,
        options=wanted.options,
        speed=wanted.speed,
        listed=wanted.listed,
        coach=wanted.coach,
        pace=wanted.pace,
        host=host.id,
        **_fresh(service),
    )
    await _check(service, terms, address)
    table = Table(terms)
    _seat_everybody(table, wanted, host.id)
    return await service.create(table, {host.id: host.name}, address, service.settings.tables_per_person)


async def _check(service: TableService, terms: Terms, address: str) -> None:
    """The game says now what it would say at the start. To look at somebody's own rooms takes its time."""
    own = any(isinstance(value, dict | list) for value in terms.options.values())
    try:
        _check_names(terms)
        if own:
            await service.slow_work.run(address, _try, terms)
        else:
            _try(terms)
    except UnknownGame as error:
        raise Refused(ErrorCode.UNKNOWN_GAME, str(error), field="game") from None
    except InvalidSetup as error:
        raise Refused(ErrorCode.INVALID_SETUP, error.message, field=error.field) from None
    except GameError as error:
        raise Refused(ErrorCode.INVALID_SETUP, str(error)) from None


def _check_names(terms: Terms) -> None:
    """Of somebody's own rooms, which others read too. Tables of earlier versions may have worse ones, and go on."""
    for option, value in terms.options.items():
        for own in value if isinstance(value, list) else [value]:
            name = own.get("name") if isinstance(own, dict) else None
            if isinstance(name, str) and hides_something(name):
                raise InvalidSetup(f"options.{option}", "a name must have no invisible characters, nor piles of marks")


def _try(terms: Terms) -> None:
    find_game(terms.game).new(terms.players, "any", terms.options)


def _seat_everybody(table: Table, wanted: NewTable, host: str) -> None:
    now = table.terms.created
    if wanted.sit:
        table.apply(commands.sit(table, host, None, now))
    if len(wanted.bots) > len(table.free_seats()):
        raise Refused(ErrorCode.INVALID_SETUP, f"there is no room for {len(wanted.bots)} bots", field="bots")
    first = wanted.players - len(wanted.bots)
    for seat, bot in enumerate(wanted.bots, start=first):
        table.apply(commands.seat_bot(table, host, seat, bot, now))
    if wanted.start:
        table.apply(commands.start(table, host, now))


async def make_successor(
    service: TableService, live: LiveTable, here: dict[str, str], check: Callable[[sa.Connection, str], None]
) -> str:
    """The table of a rematch: the same terms, and those who are still here, with their names, on their old seats."""
    old = live.table
    host = rematch_host(old.host, old.seat_by_person, here)
    table = Table(replace(old.terms, listed=False, pace=old.pace, host=host, **_fresh(service)))
    now = table.terms.created
    for number, seat in enumerate(old.seats):
        if seat.person in here:
            table.apply(commands.sit(table, seat.person, number, now))
        elif seat.person is None and seat.bot is not None:
            table.apply(commands.seat_bot(table, host, number, seat.bot, now))
    await service.create(
        table, here, live.address, check=lambda connection: check(connection, table.terms.id), is_awaited=True
    )
    return table.terms.id


def _fresh(service: TableService) -> dict[str, Any]:
    """What no two tables have in common."""
    new_id, now = service.ownership.new_table_id(), service.time.now_ms()
    return {"id": new_id, "server_seed": secrets.token_hex(32), "created": now}
