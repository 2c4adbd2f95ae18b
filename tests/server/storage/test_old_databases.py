"""A database of each earlier version opens and plays on.

``databases/`` has one of every version, and what that version told of it. They have tables that wait, are played, are
over and closed, both games, an own room, clocks, chat and somebody deleted. ``0002`` was written before events had
types of their own; ``0001`` is ``0002`` without an index.
"""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.clients import Person, RandomPlayer, Server, open_socket, send_command
from server.old_databases import BACK_TO_0001, KEPT_VERSIONS, old_database_sql, told_by_earlier_version
from server.server_process import PROGRAM

from purrlab.records import decode, verify
from purrlab.server.storage.migrate import revisions


class UpgradedServer(Server):
    """A server of this version on the data of an earlier one."""

    def __init__(self, folder: Path, version: str) -> None:
        kept = max(version, KEPT_VERSIONS[0])
        super().__init__(folder, PROGRAM if kept == "0002" else None)  # which hashes passwords as 0002 did
        self.expected = told_by_earlier_version(kept)
        self.tables: dict[str, Any] = self.expected["tables"]
        self.data.mkdir()
        (self.data / "secret").write_bytes(bytes.fromhex(self.expected["secret"]))
        database = sqlite3.connect(self.data / "purrlab.sqlite")
        database.executescript(old_database_sql(kept))
        if version == "0001":
            database.executescript(BACK_TO_0001)
        database.close()

    def known(self, name: str) -> Person:
        """Somebody who comes with the cookie of then."""
        cookie = self.expected["cookies"][name].partition("=")[2]
        return Person(self, name, cookie=cookie)


@pytest.fixture(scope="module", params=["0001", *KEPT_VERSIONS])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[UpgradedServer]:
    with UpgradedServer(tmp_path_factory.mktemp("old"), request.param) as upgraded:
        yield upgraded


def is_part_of(told: Any, now: Any) -> bool:
    """Whether all that was told then is told now; there may be more."""
    if isinstance(told, dict):
        return isinstance(now, dict) and all(name in now and is_part_of(told[name], now[name]) for name in told)
    if isinstance(told, list):
        return isinstance(now, list) and len(told) == len(now) and all(map(is_part_of, told, now))
    return bool(told == now)


def test_there_is_a_database_of_every_earlier_version() -> None:
    """Before a migration is added: ``python -m server.keep_database``."""
    assert ["0001", *KEPT_VERSIONS] == revisions()[:-1]


@pytest.mark.parametrize("name", ["waiting", "mail", "over", "closed"])
def test_a_table_is_as_it_was(server: UpgradedServer, name: str) -> None:
    table = server.tables[name]

    async def watch() -> dict[str, Any]:
        async with open_socket(server, server.known(table["person"])) as opened:
            return await opened.ask("watch", table=table["id"])

    now = asyncio.run(watch())
    for field, told in table["told"].items():
        assert is_part_of(told, now[field]), field
    assert now["table"]["coach"] is table["told"]["table"].get("coach", False)  # before 0004 nobody had agreed to it


def test_a_running_game_goes_on_to_its_end(server: UpgradedServer) -> None:
    table = server.tables["playing"]
    bo, ann = server.known("Bo"), server.known("Ann")

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


def test_a_correspondence_game_with_an_own_room_goes_on_to_its_end(server: UpgradedServer) -> None:
    table = server.tables["mail"]["id"]

    async def play() -> list[RandomPlayer]:
        seated = [RandomPlayer(server.known(name), table, random.Random(name)) for name in ("Bo", "Cy")]
        await asyncio.gather(*(each.play() for each in seated))
        return seated

    assert all(each.over and each.acknowledged for each in asyncio.run(play()))
    record = decode(server.known("Bo").http.get(f"/api/tables/{table}/record").content)
    assert record.options["rooms"][0]["name"] == "loft"
    assert verify(record).outcome is not None


def test_a_table_that_waited_starts(server: UpgradedServer) -> None:
    table, ann = server.tables["waiting"]["id"], server.known("Ann")

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


def test_logins_and_past_games_are_still_there(server: UpgradedServer) -> None:
    visitor = server.visit()
    assert visitor.post("/api/login", json={"login": "ann", "password": "correct horse"}).json()["name"] == "Ann"
    cy, over = server.known("Cy"), server.tables["over"]["id"]
    assert over in [table["id"] for table in cy.get("/api/me/tables")]
    assert cy.get(f"/api/tables/{over}/scores")["winners"] is not None
    assert cy.get(f"/api/tables/{over}/replay")["steps"]
    assert verify(decode(cy.http.get(f"/api/tables/{over}/record").content)).outcome is not None


def test_what_somebody_deleted_had_added_stays_without_their_name(server: UpgradedServer) -> None:
    database = sqlite3.connect(server.data / "purrlab.sqlite")
    added = database.execute("SELECT text, key FROM events WHERE kind = 'entropy' AND text LIKE 'gone%'").fetchall()
    database.close()
    assert added == [("gone's dice", None)]
    ann = server.known("Ann")
    assert [each["text"] for each in ann.get("/api/me/export")["entropy"]] == ["ann's"]
