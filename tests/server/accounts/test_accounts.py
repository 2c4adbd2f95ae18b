"""Accounts: guests, names, passwords, and what is kept about them."""

import asyncio
import random
from typing import Any

import pytest
from server.clients import Person, Server, open_socket
from websockets.exceptions import ConnectionClosed

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
        assert server.visit().get("/api/me", headers={"Cookie": f"purrlab={value}"}).json() == NOBODY
        assert server.visit().get("/api/me/tables", headers={"Cookie": f"purrlab={value}"}).status_code == 401
    assert server.visit().get("/api/me", headers={"Cookie": f"purrlab={cookie}"}).json() != NOBODY


def test_cookies_of_others_do_not_matter(server: Server) -> None:
    cookie = Person(server, "Ann").cookie
    for other in ('x={"a":1}', "x=a b", "a[b]=c", "foo", "=", "x=\u00e9"):
        header = f"{other}; {cookie}".encode()
        assert server.visit().get("/api/me", headers={b"Cookie": header}).json()["person"]["name"] == "Ann"


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
        async with open_socket(server, ann) as opened:
            assert (await opened.ask("ping"))["type"] == "pong"
            ann.http.put("/api/me/password", json=new | {"old": "nine lives"}).raise_for_status()
            with pytest.raises(ConnectionClosed):
                await opened.next()

    asyncio.run(change())
    assert elsewhere.get("/api/me").json() == NOBODY
    assert ann.get("/api/me")["person"]["login"] == login


def test_a_name_that_nobody_can_read_is_refused_in_words(server: Server) -> None:
    answer = Person(server, "Ann").http.put("/api/me", json={"name": "a\u202eb"})
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "bad-name", "name")
    assert "invisible" in answer.json()["message"]


def test_a_new_name_is_known_on_sockets_that_are_already_open(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    table = ann.new_table(players=2)["id"]

    async def rename_and_sit() -> dict[str, Any]:
        async with open_socket(server, bo) as opened:
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
        async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
            await host.ask("watch", table=table)
            seq = (await guest.ask("watch", table=table))["seq"]
            ann.http.put("/api/me", json={"name": "Anna"}).raise_for_status()
            told = [(await opened.until("names"))["names"] for opened in (host, guest)]
            return [*told, (await guest.ask("watch", table=table, seq=seq))["names"]]

    assert asyncio.run(rename()) == [["Anna", None, None]] * 3


def test_a_table_whose_host_only_looks_on_can_be_started_by_who_waits_there(server: Server) -> None:
    ann, bo, cy = Person(server, "Ann"), Person(server, "Bo"), Person(server, "Cy")
    table = ann.new_table(players=2, sit=False)["id"]

    async def wait() -> list[Any]:
        async with open_socket(server, bo) as first, open_socket(server, cy) as second:
            for opened in (first, second):
                await opened.ask("watch", table=table)
                await opened.ask("sit")
            seen = (await second.ask("watch", table=table))["table"]["host"]
            return [seen, (await second.ask("start"))["code"], (await first.ask("start"))["type"]]

    assert asyncio.run(wait()) == [0, "not-host", "done"]
