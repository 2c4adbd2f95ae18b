"""Many tables are played over sockets while the server is killed again and again; then the accounts are compared."""

import asyncio
import random
import time
from collections.abc import Callable

import sqlalchemy as sa
from server.clients import Person, RandomPlayer, Server, send_command

from purrlab import GAMES
from purrlab.games.registry import BUILT_IN
from purrlab.records import decode, verify

PLAYERS_BY_TABLE = (2, 2, 2, 3, 2, 2, 4, 2, 2, 5)  # a small table ends sooner, so most are small
BOTS_BY_TABLE = (0, 0, 1)
STALL_SECONDS = 120  # without a single move at any table, which is no slow machine any more


def play_through_kills(server: Server, database: str, tables: int, kills: int, seed: int) -> None:
    """Every acknowledged action is stored with its number, none is stored twice, every game ends and verifies."""
    chance = random.Random(seed)
    people = [Person(server, name) for name in ("Ann", "Bo", "Cy", "Dee", "Eve")]
    seated = asyncio.run(_play(server, people, chance, tables, kills))
    stored = _stored_actions(database)
    for each in seated:
        assert each.over
        assert each.acknowledged
        for number, (seq, action) in each.acknowledged.items():
            assert stored[each.table, number] == [(seq, action)]
    assert all(len(found) == 1 for found in stored.values())
    assert sum(each.reconnects for each in seated) > 0
    for table in {each.table for each in seated}:
        verify(decode(people[0].http.get(f"/api/tables/{table}/record").content))


async def _play(
    server: Server, people: list[Person], chance: random.Random, tables: int, kills: int
) -> list[RandomPlayer]:
    seated: list[RandomPlayer] = []
    for number in range(tables):
        seated += await _set_table(people, number, chance)
    games = asyncio.gather(*(each.play() for each in seated))
    wanted, killed = 0.0, 0
    while killed < kills and not games.done():  # in mid-game, on slow machines and on fast ones
        wanted += min(6, 20 / kills) * tables * chance.random()
        await _play_until(seated, lambda moves, wanted=wanted: games.done() or moves > wanted)  # type: ignore[misc]
        await asyncio.sleep(chance.uniform(0, 0.05))  # anywhere in what a move is made of
        server.kill()
        killed += 1
        await asyncio.to_thread(server.start)
    await _play_until(seated, lambda _moves: games.done())
    await games
    assert killed > kills / 2
    return seated


async def _play_until(seated: list[RandomPlayer], holds: Callable[[int], bool]) -> None:
    """However slow the machine is, as long as there are moves."""
    seen, since = -1, 0.0
    while not holds(moves := sum(len(each.acknowledged) + each.over for each in seated)):
        if moves != seen:
            seen, since = moves, time.monotonic()
        assert time.monotonic() - since < STALL_SECONDS, f"nobody has moved for long; {moves} moves were made"
        await asyncio.sleep(0.01)


async def _set_table(people: list[Person], number: int, chance: random.Random) -> list[RandomPlayer]:
    """A table with people on all seats, or with a bot on the last."""
    game = BUILT_IN[number % 5 == 1]
    players, bots = PLAYERS_BY_TABLE[number % len(PLAYERS_BY_TABLE)], BOTS_BY_TABLE[number % len(BOTS_BY_TABLE)]
    players = min(players, GAMES[game].seats[-1])
    host, *guests = people[: players - bots]
    table = host.new_table(game=game, players=players, bots=["random"] * bots)["id"]
    for guest in guests:
        await send_command(guest, table, "sit")
    await send_command(host, table, "start")
    return [RandomPlayer(person, table, random.Random(chance.random())) for person in (host, *guests)]


def _stored_actions(database: str) -> dict[tuple[str, str], list[tuple[int, str]]]:
    """What the database has of every action that a person sent."""
    stored: dict[tuple[str, str], list[tuple[int, str]]] = {}
    query = "select table_id, key, seq, text from events where kind = 'acted' and key is not null"
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        for table, key, seq, text in connection.execute(sa.text(query)):
            stored.setdefault((table, key), []).append((seq, text))
    engine.dispose()
    return stored
