"""Accounts: guests, names, passwords, and what is kept about them."""

import asyncio
import random
from collections.abc import MutableMapping
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from clients import Line, Person, Seated, Server, against_a_bot, line, start_two
from websockets.exceptions import ConnectionClosed

from purrlab.records import RecordError, decode, verify
from purrlab.server.accounts.sessions import Visit
from purrlab.server.live.open_connections import OpenConnections
from purrlab.server.origins import Origins
from purrlab.server.patch import patched
from purrlab.server.settings import Settings
from purrlab.server.socket.endpoint import SocketEndpoint
from purrlab.server.storage import store
from purrlab.server.time_source import SystemTime

NOBODY = {"person": None}


def test_a_guest_is_known_again_by_a_cookie(server: Server) -> None:
    ann = Person(server, "Ann")
    cookie = ann.http.put("/api/me", json={"name": "Anna"}).headers["set-cookie"]
    assert ann.get("/api/me")["person"]["name"] == "Anna"
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert server.visit().get("/api/me").json() == NOBODY


def test_a_forged_cookie_names_nobody(server: Server) -> None:
    cookie = Person(server, "Ann").http.cookies["purrlab"]
    forged = [f"{cookie}x", cookie[:-1], cookie[::-1], cookie.swapcase(), f"{cookie}.", f".{cookie}", "."]
    for value in forged:
        assert httpx.get(f"{server.url}/api/me", headers={"Cookie": f"purrlab={value}"}).json() == NOBODY
        assert httpx.get(f"{server.url}/api/me/tables", headers={"Cookie": f"purrlab={value}"}).status_code == 401
    assert httpx.get(f"{server.url}/api/me", headers={"Cookie": f"purrlab={cookie}"}).json() != NOBODY


def test_cookies_of_others_do_not_matter(server: Server) -> None:
    cookie = Person(server, "Ann").cookie
    for other in ('x={"a":1}', "x=a b", "a[b]=c", "foo", "=", "x=\u00e9"):
        header = f"{other}; {cookie}".encode()
        assert httpx.get(f"{server.url}/api/me", headers={b"Cookie": header}).json()["person"]["name"] == "Ann"


def test_logins_and_passwords_that_cannot_be_are_refused_in_words(server: Server) -> None:
    ann = Person(server, "Ann")
    for login, password, field in (
        ("AB", "nine lives", "login"),
        ("ab\n", "nine lives", "login"),
        ("ab", "9", "password"),
    ):
        answer = ann.http.put("/api/me/password", json={"login": login, "password": password})
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, f"bad-{field}", field)
        assert "characters" in answer.json()["message"]


def test_a_password_keeps_the_identity_elsewhere(server: Server) -> None:
    ann, login = Person(server, "Ann"), f"ann-{random.getrandbits(40):x}"
    wanted = {"login": login, "password": "nine lives"}
    assert ann.http.put("/api/me/password", json=wanted).json()["login"] == login
    elsewhere = server.visit()
    assert elsewhere.post("/api/login", json=wanted | {"password": "ten lives!"}).json()["code"] == "wrong-password"
    assert elsewhere.post("/api/login", json={"login": "nobody", "password": "nine lives"}).status_code == 401
    assert elsewhere.post("/api/login", json=wanted).json() == ann.get("/api/me")["person"]
    assert elsewhere.get("/api/me").json()["person"]["login"] == login
    bo = Person(server, "Bo")
    assert bo.http.put("/api/me/password", json=wanted).json()["code"] == "login-taken"
    assert elsewhere.post("/api/logout").status_code == 200
    assert elsewhere.get("/api/me").json() == NOBODY


def test_passwords_are_stored_hashed_and_never_logged(server: Server) -> None:
    ann = Person(server, "Ann")
    ann.http.put("/api/me/password", json={"login": f"a{random.getrandbits(40):x}", "password": "very secret cat"})
    stored = b"".join(file.read_bytes() for file in server.data.iterdir())
    assert b"$argon2id$" in stored
    assert b"very secret cat" not in stored + server.log.read_bytes()


def test_secrets_are_kept_with_tight_permissions(server: Server) -> None:
    assert server.data.stat().st_mode & 0o777 == 0o700
    assert (server.data / "secret").stat().st_mode & 0o777 == 0o600
    assert (server.data / "purrlab.sqlite").stat().st_mode & 0o777 == 0o600


def _finished(ann: Person) -> str:
    table = against_a_bot(ann)
    asyncio.run(Seated(ann, table, random.Random(4)).play())
    return table


def test_after_the_game_there_is_a_record_a_score_sheet_and_a_replay(server: Server) -> None:
    ann = Person(server, "Ann")
    table = _finished(ann)
    answer = ann.http.get(f"/api/tables/{table}/record")
    record = decode(answer.content)
    assert answer.headers["content-disposition"] == f'attachment; filename="purrlab-{table}.jsonl"'
    assert answer.content.endswith(b"\n")
    with pytest.raises(RecordError, match="not the one it was committed to"):
        verify(decode(answer.content.replace(record.fair.server_seed.encode(), b"0" * 64)))  # type: ignore[union-attr]
    outcome = verify(record).outcome
    assert outcome is not None
    scores = ann.get(f"/api/tables/{table}/scores")
    assert scores["rows"][-1]["totals"] == list(outcome.totals)
    assert scores["winners"] == list(outcome.winners)
    replay = ann.get(f"/api/tables/{table}/replay?seat=1")
    assert replay["view"]["seat"] == 1
    assert replay["steps"][0]["action"].startswith("discard")
    assert ann.get("/api/me/tables")[0] | {"created": 0} == {
        "id": table,
        "game": "cat-in-the-box",
        "created": 0,
        "status": "over",
        "seat": 0,
    }


def test_a_replay_shows_all_hands(server: Server) -> None:
    """After the game nothing is hidden: every hand, move by move, as the record tells it."""
    ann = Person(server, "Ann")
    table = _finished(ann)
    replay = ann.get(f"/api/tables/{table}/replay")
    dealt = ann.get(f"/api/tables/{table}/record")["rounds"][0]["hands"]
    assert [list(hand) for hand in dealt] == replay["view"]["hands"]
    assert replay["you"] == 0
    assert Person(server, "Bo").get(f"/api/tables/{table}/replay")["you"] is None
    first = replay["steps"][0]
    held = patched(replay["view"], first["changes"])["hands"][first["seat"]]
    assert sorted([*held, int(first["action"].removeprefix("discard "))]) == dealt[first["seat"]]


def test_a_running_game_cannot_be_replayed(server: Server) -> None:
    ann = Person(server, "Ann")
    table = against_a_bot(ann)
    assert ann.http.get(f"/api/tables/{table}/replay").json()["code"] == "not-over"


def test_people_get_all_that_is_kept_about_them_and_can_have_it_deleted(server: Server) -> None:
    ann, bo = Person(server, "Ann of the many words"), Person(server, "Bo")
    table = bo.new_table(players=2)["id"]

    async def talk() -> None:
        async with line(server, ann) as opened, line(server, bo) as host:
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
    assert httpx.get(f"{server.url}/api/me", headers={"Cookie": cookie}).json() == NOBODY
    seat = bo.get(f"/api/tables/{table}")["seats"][1]
    assert seat == {"name": "heuristic bot", "bot": "heuristic", "person": False, "entropy": None}

    async def look() -> dict[str, Any]:
        async with line(server, bo) as opened:
            return await opened.ask("watch", table=table)

    assert asyncio.run(look())["chat"] == []


def test_open_tables_are_in_the_lobby_and_those_by_invitation_are_not(server: Server) -> None:
    ann = Person(server, "Ann")
    ann.get("/api/tables")  # a look serves everybody for a moment, but a new table is there at once
    listed, hidden = ann.new_table(players=2)["id"], ann.new_table(players=2, listed=False)["id"]
    lobby = [table["id"] for table in server.visit().get("/api/tables").json()]
    assert listed in lobby
    assert hidden not in lobby
    assert server.visit().get(f"/api/tables/{hidden}").status_code == 200  # whoever has the link


def test_a_password_is_changed_only_by_whoever_knows_it(server: Server) -> None:
    ann, login = Person(server, "Ann"), f"ann-{random.getrandbits(40):x}"
    first, second = {"login": login, "password": "nine lives"}, {"login": login, "password": "ten lives!"}
    assert ann.http.put("/api/me/password", json=first).status_code == 200
    assert ann.http.put("/api/me/password", json=second).json()["field"] == "old"
    assert ann.http.put("/api/me/password", json=second | {"old": "no lives"}).json()["code"] == "wrong-password"
    assert ann.http.put("/api/me/password", json=second | {"old": "nine lives"}).status_code == 200
    assert server.visit().post("/api/login", json=second).status_code == 200


def test_a_new_password_ends_what_was_opened_with_the_old_one(server: Server) -> None:
    ann, login = Person(server, "Ann"), f"ann-{random.getrandbits(40):x}"
    old, new = ({"login": login, "password": password} for password in ("nine lives", "eight lives"))
    ann.http.put("/api/me/password", json=old).raise_for_status()
    elsewhere = server.visit()
    elsewhere.post("/api/login", json=old).raise_for_status()
    assert elsewhere.get("/api/me").json() == ann.get("/api/me")

    async def change() -> None:
        async with line(server, ann) as opened:
            assert (await opened.ask("ping"))["type"] == "pong"
            ann.http.put("/api/me/password", json=new | {"old": "nine lives"}).raise_for_status()
            with pytest.raises(ConnectionClosed):
                await opened.next()

    asyncio.run(change())
    assert elsewhere.get("/api/me").json() == NOBODY
    assert ann.get("/api/me")["person"]["login"] == login


def test_whoever_is_sent_off_while_still_talking_harms_nobody(tmp_path: Path) -> None:
    """Sockets are closed by the event loop that reads them, and by no other thread."""
    with Server(tmp_path, logins_per_minute="1000") as server:
        ann = Person(server, "Ann")

        async def talk(opened: Line) -> None:
            with suppress(ConnectionClosed):
                while True:
                    await asyncio.gather(*(opened.send("ping") for _ in range(20)))
                    for _ in range(20):
                        await opened.next()

        async def change(number: int) -> None:
            async with AsyncExitStack() as stack:
                lines = [await stack.enter_async_context(line(server, ann)) for _ in range(20)]
                talks = asyncio.gather(*map(talk, lines))
                passwords = {"password": f"password {number}", "old": f"password {number - 1}"}
                answer = await asyncio.to_thread(ann.http.put, "/api/me/password", json={"login": "ann"} | passwords)
                answer.raise_for_status()
                await talks

        for number in range(10):
            asyncio.run(change(number))
        assert ann.get("/health")["status"] == "ok"


def test_whoever_is_just_coming_in_is_sent_off_too() -> None:
    """Recognised by the old cookie a moment before, they are not among the open sockets yet."""
    ann = store.Person(id="ann", name="Ann", login=None, created=0)

    async def come_in() -> list[str]:
        recognised, sent, nothing = asyncio.Event(), [], asyncio.Event()

        async def mutes(_person: store.Person) -> set[str]:
            recognised.set()
            await asyncio.sleep(0.05)
            return set()

        async def recognise(_cookies: object) -> Visit:
            return Visit(ann, "session")

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message["type"])

        async def receive() -> dict[str, Any]:
            if sent:
                await nothing.wait()
            return {"type": "websocket.connect"}

        tables = SimpleNamespace(
            people=SimpleNamespace(deleted=set(), renamed={}),
            presence=SimpleNamespace(detach=lambda _: None),
            time=SystemTime(),
        )
        services: Any = SimpleNamespace(
            settings=Settings(),
            tables=tables,
            accounts=SimpleNamespace(mutes=mutes),
            sessions=SimpleNamespace(recognise=recognise),
            connections=OpenConnections(SystemTime()),
        )
        endpoint = SocketEndpoint(services, Origins([], secure=False))
        scope = {"type": "websocket", "path": "/live", "headers": [], "client": ("127.0.0.1", 1)}
        coming = asyncio.create_task(endpoint(scope, receive, send))
        await recognised.wait()
        await services.connections.sign_out("ann")
        async with asyncio.timeout(20):
            await coming
        return sent

    assert asyncio.run(come_in()) == ["websocket.accept"]


def test_a_name_that_nobody_can_read_is_refused_in_words(server: Server) -> None:
    answer = Person(server, "Ann").http.put("/api/me", json={"name": "a\u202eb"})
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "bad-name", "name")
    assert "cannot be seen" in answer.json()["message"]


def test_a_new_name_is_known_on_sockets_that_are_already_open(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    table = ann.new_table(players=2)["id"]

    async def rename_and_sit() -> dict[str, Any]:
        async with line(server, bo) as opened:
            await opened.ask("watch", table=table)
            bo.http.put("/api/me", json={"name": "Bob"})
            await opened.ask("sit")
            told: dict[str, Any] = (await opened.ask("watch", table=table))["table"]
            return told

    assert asyncio.run(rename_and_sit())["seats"][1]["name"] == "Bob"


def test_a_new_name_is_told_to_everybody_at_the_table(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    table = ann.new_table(players=3)["id"]

    async def rename() -> list[Any]:
        async with line(server, ann) as host, line(server, bo) as guest:
            await host.ask("watch", table=table)
            seq = (await guest.ask("watch", table=table))["seq"]
            ann.http.put("/api/me", json={"name": "Anna"}).raise_for_status()
            told = [(await opened.until("names"))["names"] for opened in (host, guest)]
            return [*told, (await guest.ask("watch", table=table, seq=seq))["names"]]

    assert asyncio.run(rename()) == [["Anna", None, None]] * 3


def test_a_rematch_is_without_those_who_are_gone(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    table = ann.new_table(players=2)["id"]

    async def play() -> tuple[dict[str, Any], str]:
        async with line(server, ann) as host, line(server, bo) as guest:
            await start_two(host, guest, table)
        await asyncio.gather(*(Seated(person, table, random.Random(1)).play() for person in (ann, bo)))
        ann.http.delete("/api/me").raise_for_status()
        async with line(server, bo) as guest:
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
        async with line(server, bo) as guest:
            await guest.ask("watch", table=waited_for)
            await guest.ask("sit")
            ann.http.delete("/api/me").raise_for_status()
            return [(await guest.ask("bot", seat=1, bot="random"))["type"], (await guest.ask("start"))["type"]]

    assert asyncio.run(wait()) == ["done", "done"]
    for table in (empty, left_alone):
        assert bo.get(f"/api/tables/{table}")["status"] == "closed"


def test_a_table_whose_host_only_looks_on_can_be_started_by_who_waits_there(server: Server) -> None:
    ann, bo, cy = Person(server, "Ann"), Person(server, "Bo"), Person(server, "Cy")
    table = ann.new_table(players=2, sit=False)["id"]

    async def wait() -> list[Any]:
        async with line(server, bo) as first, line(server, cy) as second:
            for opened in (first, second):
                await opened.ask("watch", table=table)
                await opened.ask("sit")
            seen = (await second.ask("watch", table=table))["table"]["host"]
            return [seen, (await second.ask("start"))["code"], (await first.ask("start"))["type"]]

    assert asyncio.run(wait()) == [0, "not-host", "done"]


def test_whoever_was_deleted_gets_no_password_and_no_name_any_more(server: Server) -> None:
    """Also when both were asked for at the same time, and hashing took its time."""
    login = f"ann-{random.getrandbits(40):x}"
    ann = Person(server, "Ann")

    async def race() -> None:
        async with httpx.AsyncClient(base_url=server.url, headers={"Cookie": ann.cookie}) as http:
            password = asyncio.create_task(
                http.put("/api/me/password", json={"login": login, "password": "nine lives"})
            )
            await asyncio.sleep(0.01)
            await http.delete("/api/me")
            await password

    asyncio.run(race())
    bo = Person(server, "Bo")
    assert bo.http.put("/api/me/password", json={"login": login, "password": "nine lives"}).status_code == 200


def test_what_somebody_added_to_chance_is_theirs_wherever_they_sit_now(server: Server) -> None:
    ann, bo, cy = Person(server, "Ann"), Person(server, "Bo"), Person(server, "Cy")
    table = ann.new_table(players=2)["id"]

    async def add() -> None:
        async with line(server, bo) as first, line(server, cy) as second:
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
        async with line(server, ann) as opened:
            assert (await opened.ask("ping"))["type"] == "pong"
            ann.http.delete("/api/me").raise_for_status()
            with pytest.raises(ConnectionClosed) as closed:
                await opened.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4001

    asyncio.run(wait())
