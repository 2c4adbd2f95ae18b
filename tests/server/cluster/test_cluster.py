"""Several servers on one database: whoever comes in anywhere plays at any table."""

import asyncio
import random
from pathlib import Path

import pytest
from httpx import codes
from server.clients import RandomPlayer, free_port, open_socket, start_two
from server.cluster.conftest import LOGINS_PER_NAME, ThreeServers, elsewhere, someone
from server.server_process import refused_start
from websockets.exceptions import ConnectionClosed

from purrlab.server.ids import new_id
from purrlab.server.socket.connection import CLOSE_SIGNED_OUT


def test_people_at_different_servers_play_a_game_to_its_end(cluster: ThreeServers) -> None:
    ann, bo = someone(cluster, 0, "Ann"), someone(cluster, 1, "Bo")
    table = ann.new_table(players=2)["id"]

    async def play() -> None:
        async with open_socket(ann.server, ann) as host, open_socket(bo.server, bo) as guest:
            await start_two(host, guest, table)
        players = [RandomPlayer(person, table, random.Random(1)) for person in (ann, bo)]
        await asyncio.gather(*(player.play() for player in players))
        assert all(player.over and player.acknowledged and not player.reconnects for player in players)

    asyncio.run(play())
    assert cluster.servers[2].visit().get(f"/api/tables/{table}/scores").json()["winners"] is not None


def test_one_connection_watches_tables_of_all_servers_one_after_the_other(cluster: ThreeServers) -> None:
    hosts = [someone(cluster, number, f"Host {number}") for number in range(3)]
    tables = [host.new_table(players=2)["id"] for host in hosts]

    async def look() -> None:
        async with open_socket(cluster.servers[0], hosts[0]) as opened:
            for table in [*tables, *reversed(tables)]:
                told = await opened.ask("watch", table=table)
                assert told["table"]["id"] == table

    asyncio.run(look())
    listed = [{table["id"] for table in server.visit().get("/api/tables").json()} for server in cluster]
    assert all(set(tables) <= each for each in listed)


def test_who_looks_for_a_table_that_is_nowhere_goes_on_watching(cluster: ThreeServers) -> None:
    hosts = [someone(cluster, number, f"Watched host {number}") for number in range(2)]
    tables = [host.new_table(players=2)["id"] for host in hosts]

    async def look() -> None:
        async with open_socket(cluster.servers[0], hosts[0]) as opened, open_socket(hosts[1].server, hosts[1]) as host:
            await host.ask("watch", table=tables[1])
            for table, speaker in zip(tables, (opened, host), strict=True):  # here, and at another server
                await opened.ask("watch", table=table)
                for nowhere in ["nowhere", *(new_id() for _ in range(5))]:
                    assert (await opened.ask("watch", table=nowhere))["code"] == "unknown-table"
                await speaker.send("say", id="said", text="still there?")
                assert (await opened.until("chat"))["text"] == "still there?"

    asyncio.run(look())


def test_changes_of_people_reach_all_servers(cluster: ThreeServers) -> None:
    ann, bo = someone(cluster, 0, "Anna"), someone(cluster, 1, "Boris")
    table = ann.new_table(players=3)["id"]

    async def hear() -> None:
        async with open_socket(ann.server, ann) as host, open_socket(bo.server, bo) as guest:
            await host.ask("watch", table=table)
            await guest.ask("watch", table=table)
            assert (await guest.ask("sit"))["type"] == "done"
            assert (await guest.ask("say", text="hello"))["type"] == "done"
            assert (await host.until("chat"))["text"] == "hello"
            there = elsewhere(cluster, bo, 2)
            there.http.put("/api/me", json={"name": "Borja"}).raise_for_status()
            await host.until("names", where=lambda told: "Borja" in told["names"])
            there.http.delete("/api/me").raise_for_status()
            with pytest.raises(ConnectionClosed, match=str(CLOSE_SIGNED_OUT)):
                await guest.until("nothing")
            left = await host.until("event", where=lambda event: event["kind"] == "left")
            assert left["table"]["seats"][1]["name"] is None

    asyncio.run(hear())


def test_limits_count_at_all_servers_together(cluster: ThreeServers) -> None:
    """Who guesses a password at one server has guessed it at all."""
    guess = {"login": "nobody-has-this", "password": "a guess of mine"}

    def guesses_before_it_is_too_much(number: int) -> int:
        allowed = 0
        while cluster.servers[number].visit().post("/api/login", json=guess).status_code != codes.TOO_MANY_REQUESTS:
            allowed += 1
        return allowed

    assert guesses_before_it_is_too_much(0) >= LOGINS_PER_NAME
    assert guesses_before_it_is_too_much(1) + guesses_before_it_is_too_much(2) < 2 * LOGINS_PER_NAME


def test_a_server_says_why_it_cannot_join(cluster: ThreeServers, tmp_path: Path) -> None:
    data = "--data", str(tmp_path)
    said = refused_start(tmp_path, *data, "--bus", cluster.nats.url)
    assert "several servers need PostgreSQL" in said
    nowhere = f"nats://nobody:secret@127.0.0.1:{free_port()}"
    said = refused_start(tmp_path, *data, "--bus", nowhere, "--database", cluster.database)
    assert "bus: NATS does not answer at nats://127.0.0.1" in said
    assert "secret" not in said


def test_who_goes_to_another_table_is_told_all_the_same_what_became_of_what_they_asked(cluster: ThreeServers) -> None:
    """From a table elsewhere to one here, and to one at a third server."""
    hosts = [someone(cluster, number, f"Leaving host {number}") for number in range(3)]
    tables = [host.new_table(players=2)["id"] for host in hosts]
    guest = someone(cluster, 1, "Leaving guest")

    async def leave() -> None:
        async with open_socket(guest.server, guest) as opened:
            for number, table in enumerate(tables[1:]):
                await opened.ask("watch", table=tables[0])
                asked = [f"{kind}{number}" for kind in ("sit", "entropy", "say", "leave")]
                await opened.send("sit", id=asked[0])
                await opened.send("entropy", id=asked[1], text="mine")
                await opened.send("say", id=asked[2], text="bye")
                await opened.send("leave", id=asked[3])
                await opened.send("watch", id="elsewhere", table=table)
                answered = set[str]()
                while answered != {*asked, "elsewhere"}:
                    answered.add(str((await opened.next()).get("id")))
                    answered.discard("None")

    asyncio.run(leave())
