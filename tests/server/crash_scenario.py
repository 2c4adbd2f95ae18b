"""Many tables are played over sockets while the server is killed again and again; then the accounts are compared."""

import asyncio
import random
from functools import partial

import sqlalchemy as sa
from clients import Person, Seated, Server, say, until

from purrlab import GAMES
from purrlab.games.registry import BUILT_IN
from purrlab.records import decode, verify

PLAYERS = (2, 2, 2, 3, 2, 2, 4, 2, 2, 5)  # a small table ends sooner, so most are small
BOTS = (0, 0, 1)


def play_through_kills(server: Server, database: str, tables: int, kills: int) -> None:
    """Every acknowledged action is stored with its number, none is stored twice, every game ends and verifies."""
    chance = random.Random(20)
    people = [Person(server, name) for name in ("Ann", "Bo", "Cy", "Dee", "Eve")]
    seated = asyncio.run(_play(server, people, chance, tables, kills))
    stored = _stored_actions(database)
    for each in seated:
        assert each.over
        assert each.acknowledged
        for number, (seq, action) in each.acknowledged.items():
            assert stored[each.table, number] == [(seq, action)]
    assert all(len(found) == 1 for found in stored.values())
    assert sum(each.came_back for each in seated) > 0
    for table in {each.table for each in seated}:
        verify(decode(people[0].http.get(f"/api/tables/{table}/record").content))


async def _play(server: Server, people: list[Person], chance: random.Random, tables: int, kills: int) -> list[Seated]:
    seated: list[Seated] = []
    for number in range(tables):
        seated += await _set_table(people, number, chance)
    games = asyncio.gather(*(each.play() for each in seated))
    played = 0.0
    for _ in range(kills):  # all of them in mid-game, on slow machines and on fast ones
        played += tables * chance.uniform(1, 6)
        await until(partial(_have_played, seated, played))
        await asyncio.sleep(chance.uniform(0, 0.05))
        server.kill()
        await asyncio.to_thread(server.start)
    async with asyncio.timeout(600):
        await games
    return seated


def _have_played(seated: list[Seated], moves: float) -> bool:
    return sum(len(each.acknowledged) for each in seated) > moves


async def _set_table(people: list[Person], number: int, chance: random.Random) -> list[Seated]:
    """A table with people on all seats, or with a bot on the last."""
    game = BUILT_IN[number % 5 == 1]
    players, bots = PLAYERS[number % len(PLAYERS)], BOTS[number % len(BOTS)]
    players = min(players, GAMES[game].seats[-1])
    host, *guests = people[: players - bots]
    table = host.new_table(game=game, players=players, bots=["random"] * bots)["id"]
    for guest in guests:
        await say(guest, table, "sit")
    await say(host, table, "start")
    return [Seated(person, table, random.Random(chance.random())) for person in (host, *guests)]


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
