"""What is kept about people, and what becomes of it when they want to be forgotten."""

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import pytest
from server.clients import Person, RandomPlayer, Server, open_socket, start_two, wait_until
from server.session_helpers import MovableTime, in_process
from websockets.exceptions import ConnectionClosed

from purrlab.server.accounts import passwords
from purrlab.server.accounts.devices import Device
from purrlab.server.errors import Refused
from purrlab.server.services import Services


def test_people_get_all_that_is_kept_about_them_and_can_have_it_deleted(server: Server) -> None:
    ann, bo = Person(server, "Ann of the many words"), Person(server, "Bo")
    table = bo.new_table(players=2)["id"]

    async def talk() -> None:
        async with open_socket(server, ann) as opened, open_socket(server, bo) as host:
            await opened.ask("watch", table=table)
            await opened.ask("sit")
            await opened.ask("say", text="something personal")
            await opened.ask("mute", seat=0)
            await host.ask("watch", table=table)
            await host.ask("start")

    asyncio.run(talk())
    export = ann.get("/api/me/export")
    assert export["person"]["name"] == "Ann of the many words"
    assert [each["id"] for each in export["tables"]] == [table]
    assert [each["text"] for each in export["chat"]] == ["something personal"]
    assert export["muted"] == ["Bo"]
    cookie = ann.cookie
    assert ann.http.delete("/api/me").json() == {"message": "goodbye"}
    assert server.visit().get("/api/me", headers={"Cookie": cookie}).json() == {"person": None}
    asyncio.run(wait_until(lambda: not bo.get(f"/api/tables/{table}")["seats"][1]["person"]))
    seat = bo.get(f"/api/tables/{table}")["seats"][1]
    assert seat == {"name": "heuristic bot", "bot": "heuristic", "person": False, "bot_stays": False, "entropy": None}

    async def look() -> dict[str, Any]:
        async with open_socket(server, bo) as opened:
            return await opened.ask("watch", table=table)

    assert asyncio.run(look())["chat"] == []


def test_a_rematch_is_without_those_who_are_gone(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    table = ann.new_table(players=2)["id"]

    async def play() -> tuple[dict[str, Any], str]:
        async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
            await start_two(host, guest, table)
        await asyncio.gather(*(RandomPlayer(person, table, random.Random(1)).play() for person in (ann, bo)))
        ann.http.delete("/api/me").raise_for_status()
        async with open_socket(server, bo) as guest:
            await guest.ask("watch", table=table)
            await guest.ask("rematch")
            seen: dict[str, Any] = (await guest.ask("watch", table=table))["table"]
            successor = await guest.ask("watch", table=seen["next"])
            assert (await guest.ask("close"))["type"] == "done"
            return successor["table"], seen["seats"][0]["name"]

    successor, old_name = asyncio.run(play())
    assert [seat["name"] for seat in successor["seats"]] == [None, "Bo"]
    assert successor["host"] == 1
    assert old_name == "somebody"


def test_the_table_of_a_host_who_is_gone_goes_to_who_waits_there(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    waited_for, empty = (ann.new_table(players=2, sit=False)["id"] for _ in range(2))

    left_alone = ann.new_table(players=2)["id"]

    async def wait() -> list[str]:
        async with open_socket(server, bo) as guest:
            await guest.ask("watch", table=waited_for)
            await guest.ask("sit")
            ann.http.delete("/api/me").raise_for_status()
            return [(await guest.ask("bot", seat=1, bot="random"))["type"], (await guest.ask("start"))["type"]]

    assert asyncio.run(wait()) == ["done", "done"]
    for table in (empty, left_alone):
        assert bo.get(f"/api/tables/{table}")["status"] == "closed"


def test_whoever_was_deleted_gets_no_password_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when both were asked for at the same time, and hashing took its time."""
    hashing, release = threading.Event(), threading.Event()

    def hash_slowly(*given: Any) -> str | None:
        hashing.set()
        release.wait(20)
        return passwords.replace_password(*given)

    async def visit(services: Services, _time: MovableTime) -> None:
        accounts = services.accounts
        ann, bo = [await accounts.create_guest(name) for name in ("Ann", "Bo")]
        monkeypatch.setattr("purrlab.server.accounts.accounts.replace_password", hash_slowly)
        asked = asyncio.create_task(accounts.set_password(ann, "ann", "nine lives", None, Device()))
        await wait_until(hashing.is_set)
        await accounts.delete(ann)
        release.set()
        await asyncio.wait([asked])
        assert isinstance(asked.exception(), Refused)
        bo, _ = await accounts.set_password(bo, "ann", "nine lives", None, Device())
        assert bo.login == "ann"

    in_process(tmp_path, visit)


def test_what_somebody_added_to_chance_is_theirs_wherever_they_sit_now(server: Server) -> None:
    ann, bo, cy = Person(server, "Ann"), Person(server, "Bo"), Person(server, "Cy")
    table = ann.new_table(players=2)["id"]

    async def add() -> None:
        async with open_socket(server, bo) as first, open_socket(server, cy) as second:
            for opened in (first, second):
                await opened.ask("watch", table=table)
            await first.ask("sit")
            await first.ask("entropy", text="by Bo")
            await first.ask("leave")
            await second.ask("sit")

    asyncio.run(add())
    assert [each["text"] for each in bo.get("/api/me/export")["entropy"]] == ["by Bo"]
    assert cy.get("/api/me/export")["entropy"] == []
    assert ann.get("/api/me/export")["hosted"] == [table]


def test_whoever_is_forgotten_is_gone_from_every_socket(server: Server) -> None:
    ann = Person(server, "Ann")

    async def wait() -> None:
        async with open_socket(server, ann) as opened:
            assert (await opened.ask("ping"))["type"] == "pong"
            ann.http.delete("/api/me").raise_for_status()
            with pytest.raises(ConnectionClosed) as closed:
                await opened.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4001

    asyncio.run(wait())
