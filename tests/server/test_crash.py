"""Nothing acknowledged is lost, nothing is applied twice: the server is killed again and again in mid-game."""

import asyncio
import random
import sqlite3
from pathlib import Path

from tableside import Person, Seated, Server, line

from purrlab.records import decode, verify

TABLES = 200
KILLS = 5
PLAYERS = (2, 2, 2, 3, 2, 2, 4, 2, 2, 5)  # a small table ends sooner, so most are small
BOTS = (0, 0, 1)


def test_no_acknowledged_action_is_lost_or_applied_twice_when_the_server_is_killed(tmp_path: Path) -> None:
    chance = random.Random(20)
    with Server(tmp_path, absence="600") as server:
        people = [Person(server, name) for name in ("Ann", "Bo", "Cy", "Dee", "Eve")]
        seated = asyncio.run(_play_through_kills(server, people, chance))
        stored = _stored_actions(server)
        for each in seated:
            assert each.over
            assert each.acknowledged
            for number, (seq, action) in each.acknowledged.items():
                assert stored[each.table, number] == [(seq, action)]
        assert all(len(found) == 1 for found in stored.values())
        assert sum(each.came_back for each in seated) > 0
        for table in {each.table for each in seated}:
            verify(decode(people[0].http.get(f"/api/tables/{table}/record").content))


async def _play_through_kills(server: Server, people: list[Person], chance: random.Random) -> list[Seated]:
    seated: list[Seated] = []
    for number in range(TABLES):
        seated += await _set_table(people, number, chance)
    games = asyncio.gather(*(each.play() for each in seated))
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.5, 2.5))
        server.kill()
        await asyncio.to_thread(server.start)
    await asyncio.wait_for(games, 150)
    return seated


async def _set_table(people: list[Person], number: int, chance: random.Random) -> list[Seated]:
    """A table with people on all seats, or with a bot on the last."""
    players, bots = PLAYERS[number % len(PLAYERS)], BOTS[number % len(BOTS)]
    host, *guests = people[: players - bots]
    table = host.new_table(players=players, bots=["random"] * bots)["id"]
    for guest in guests:
        await _say(guest, table, "sit")
    await _say(host, table, "start")
    return [Seated(person, table, random.Random(chance.random())) for person in (host, *guests)]


async def _say(person: Person, table: str, kind: str) -> None:
    async with line(person.server, person) as opened:
        await opened.ask("watch", table=table)
        answer = await opened.ask(kind)
        assert answer["type"] == "done", answer


def _stored_actions(server: Server) -> dict[tuple[str, str], list[tuple[int, str]]]:
    """What the database has of every action that a person sent."""
    stored: dict[tuple[str, str], list[tuple[int, str]]] = {}
    query = "select table_id, key, seq, text from events where kind = 'acted' and key is not null"
    with sqlite3.connect(server.data / "purrlab.sqlite") as connection:
        for table, key, seq, text in connection.execute(query):
            stored.setdefault((table, key), []).append((seq, text))
    connection.close()
    return stored
