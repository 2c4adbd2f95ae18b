"""A database of an earlier version opens and plays on.

``databases/0002.sql`` was written by the version before events had types of their own. It has tables that wait, are
played, are over and closed, both games, an own room, clocks, chat and somebody deleted. ``0002.json`` is what that
version told of them.
"""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from server.clients import Person, RandomPlayer, Server, open_socket, send_command
from server.old_databases import BACK_TO_0001, old_database_sql, told_by_earlier_version
from server.server_process import PROGRAM

from purrlab.records import decode, verify

EXPECTED_BY_EARLIER_VERSION = told_by_earlier_version()
TABLES: dict[str, Any] = EXPECTED_BY_EARLIER_VERSION["tables"]


@pytest.fixture(scope="module", params=["0001", "0002"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this version on the data of an earlier one."""
    upgraded = Server(tmp_path_factory.mktemp("old"), program=PROGRAM)  # which hashes passwords as the earlier one did
    upgraded.data.mkdir()
    (upgraded.data / "secret").write_bytes(bytes.fromhex(EXPECTED_BY_EARLIER_VERSION["secret"]))
    database = sqlite3.connect(upgraded.data / "purrlab.sqlite")
    database.executescript(old_database_sql())
    if request.param == "0001":
        database.executescript(BACK_TO_0001)
    database.close()
    with upgraded:
        yield upgraded


def known(server: Server, name: str) -> Person:
    """Somebody who comes with the cookie of then."""
    cookie = EXPECTED_BY_EARLIER_VERSION["cookies"][name].partition("=")[2]
    return Person(server, name, cookie=cookie)


def is_part_of(told: Any, now: Any) -> bool:
    """Whether all that was told then is told now; there may be more."""
    if isinstance(told, dict):
        return isinstance(now, dict) and all(name in now and is_part_of(told[name], now[name]) for name in told)
    if isinstance(told, list):
        return isinstance(now, list) and len(told) == len(now) and all(map(is_part_of, told, now))
    return bool(told == now)


@pytest.mark.parametrize("name", ["waiting", "mail", "over", "closed"])
def test_a_table_is_as_it_was(server: Server, name: str) -> None:
    table = TABLES[name]

    async def watch() -> dict[str, Any]:
        async with open_socket(server, known(server, table["person"])) as opened:
            return await opened.ask("watch", table=table["id"])

    now = asyncio.run(watch())
    for field, told in table["told"].items():
        assert is_part_of(told, now[field]), field
    assert now["table"]["coach"] is False  # nobody had agreed to it


def test_a_running_game_goes_on_to_its_end(server: Server) -> None:
    table = TABLES["playing"]
    bo, ann = known(server, "Bo"), known(server, "Ann")

    async def play() -> RandomPlayer:
        async with open_socket(server, bo) as opened:
            told = await opened.ask("watch", table=table["id"])
            assert told["seq"] >= table["told"]["seq"]  # bots may have moved since
            assert told["muted"] == [0]
            assert [seat["name"] for seat in told["table"]["seats"]] == ["Ann", "Bo", "heuristic bot"]
        seated = RandomPlayer(bo, table["id"], random.Random(1))
        await seated.play()
        return seated

    seated = asyncio.run(play())
    assert seated.over
    assert len(verify(decode(ann.http.get(f"/api/tables/{table['id']}/record").content)).outcome.winners) > 0  # type: ignore[union-attr]


def test_a_correspondence_game_with_an_own_room_goes_on_to_its_end(server: Server) -> None:
    table = TABLES["mail"]["id"]

    async def play() -> list[RandomPlayer]:
        seated = [RandomPlayer(known(server, name), table, random.Random(name)) for name in ("Bo", "Cy")]
        await asyncio.gather(*(each.play() for each in seated))
        return seated

    assert all(each.over and each.acknowledged for each in asyncio.run(play()))
    record = decode(known(server, "Bo").http.get(f"/api/tables/{table}/record").content)
    assert record.options["rooms"][0]["name"] == "loft"
    assert verify(record).outcome is not None


def test_a_table_that_waited_starts(server: Server) -> None:
    table, ann = TABLES["waiting"]["id"], known(server, "Ann")

    async def start() -> dict[str, Any]:
        async with open_socket(server, ann) as opened:
            await opened.ask("watch", table=table)
            await opened.ask("bot", seat=2, bot="cat")
            assert (await opened.ask("start"))["type"] == "done"
            return await opened.ask("watch", table=table)

    told = asyncio.run(start())
    assert told["table"]["status"] == "playing"
    assert told["table"]["seats"][1]["entropy"] == "bo's dice"
    asyncio.run(send_command(ann, table, "leave"))


def test_logins_and_past_games_are_still_there(server: Server) -> None:
    visitor = server.visit()
    assert visitor.post("/api/login", json={"login": "ann", "password": "correct horse"}).json()["name"] == "Ann"
    cy, over = known(server, "Cy"), TABLES["over"]["id"]
    assert over in [table["id"] for table in cy.get("/api/me/tables")]
    assert cy.get(f"/api/tables/{over}/scores")["winners"] is not None
    assert cy.get(f"/api/tables/{over}/replay")["steps"]
    assert verify(decode(cy.http.get(f"/api/tables/{over}/record").content)).outcome is not None


def test_what_somebody_deleted_had_added_stays_without_their_name(server: Server) -> None:
    database = sqlite3.connect(server.data / "purrlab.sqlite")
    added = database.execute("SELECT text, key FROM events WHERE kind = 'entropy' AND text LIKE 'gone%'").fetchall()
    database.close()
    assert added == [("gone's dice", None)]
    ann = known(server, "Ann")
    assert [each["text"] for each in ann.get("/api/me/export")["entropy"]] == ["ann's"]
