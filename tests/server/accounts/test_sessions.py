"""Sessions: a browser is known by a random token, and can be made a stranger from elsewhere."""

import asyncio
import random
import sqlite3

import httpx
import pytest
from server.clients import Person, Server, open_socket
from server.session_helpers import FIREFOX, NOBODY, me
from websockets.exceptions import ConnectionClosed


def with_password(server: Server, name: str = "Ann") -> tuple[Person, dict[str, str]]:
    person = Person(server, name)
    credentials = {"login": f"cat-{random.getrandbits(40):x}", "password": "nine lives"}
    person.http.put("/api/me/password", json=credentials).raise_for_status()
    return person, credentials


def logged_in(server: Server, credentials: dict[str, str], **headers: str) -> httpx.Client:
    visitor = server.visit()
    visitor.post("/api/login", json=credentials, headers=headers).raise_for_status()
    return visitor


def token_of(visitor: httpx.Client) -> str:
    return f"purrlab={visitor.cookies['purrlab']}"


def test_every_login_gets_a_token_of_its_own(server: Server) -> None:
    ann, credentials = with_password(server)
    first, second = (logged_in(server, credentials) for _ in range(2))
    assert len({token_of(first), token_of(second), ann.cookie}) == 3


def test_a_login_ends_the_session_that_the_browser_had(server: Server) -> None:
    _, credentials = with_password(server)
    visitor = logged_in(server, credentials)
    before = token_of(visitor)
    visitor.post("/api/login", json=credentials).raise_for_status()
    assert token_of(visitor) != before
    assert me(server, before) == NOBODY


def test_a_new_password_gives_a_new_token_and_ends_all_others(server: Server) -> None:
    ann, credentials = with_password(server)
    elsewhere, before = logged_in(server, credentials), ann.cookie
    new = credentials | {"password": "ten lives!", "old": "nine lives"}
    ann.http.put("/api/me/password", json=new).raise_for_status()
    assert ann.cookie != before
    assert me(server, before) == me(server, token_of(elsewhere)) == NOBODY
    assert len(ann.get("/api/me/sessions")) == 1


def test_log_out_ends_the_session_on_the_server_too_and_no_other(server: Server) -> None:
    ann, credentials = with_password(server)
    elsewhere = logged_in(server, credentials)
    before = token_of(elsewhere)
    assert elsewhere.post("/api/logout").status_code == 200
    assert me(server, before) == NOBODY
    assert ann.get("/api/me")["person"]["login"] == credentials["login"]


def test_log_out_closes_the_sockets_of_its_session_and_no_others(server: Server) -> None:
    ann, credentials = with_password(server)
    elsewhere = logged_in(server, credentials)

    async def leave() -> None:
        async with open_socket(server, ann) as here, open_socket(server, None, Cookie=token_of(elsewhere)) as there:
            for opened in (here, there):
                assert (await opened.ask("ping"))["type"] == "pong"
            elsewhere.post("/api/logout").raise_for_status()
            with pytest.raises(ConnectionClosed) as closed:
                await there.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4001
            assert (await here.ask("ping"))["type"] == "pong"

    asyncio.run(leave())


def test_sessions_are_listed_and_each_can_be_ended(server: Server) -> None:
    ann, credentials = with_password(server)
    elsewhere = logged_in(server, credentials, **{"User-Agent": FIREFOX})
    sessions = ann.get("/api/me/sessions")
    assert {(each["browser"], each["system"], each["current"]) for each in sessions} == {
        ("Firefox", "Linux", False),
        (None, None, True),
    }
    [other] = [each["id"] for each in sessions if not each["current"]]

    async def end() -> None:
        async with open_socket(server, None, Cookie=token_of(elsewhere)) as opened:
            assert (await opened.ask("ping"))["type"] == "pong"
            assert ann.http.delete(f"/api/me/sessions/{other}").status_code == 200
            with pytest.raises(ConnectionClosed):
                await opened.next()

    asyncio.run(end())
    assert me(server, token_of(elsewhere)) == NOBODY
    assert [each["current"] for each in ann.get("/api/me/sessions")] == [True]
    assert ann.http.delete(f"/api/me/sessions/{other}").status_code == 404


def test_nobody_ends_sessions_of_others(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    [session] = ann.get("/api/me/sessions")
    assert bo.http.delete(f"/api/me/sessions/{session['id']}").status_code == 404
    assert server.visit().delete(f"/api/me/sessions/{session['id']}").status_code == 401
    assert ann.get("/api/me")["person"]["name"] == "Ann"


def test_who_ends_their_own_session_is_nobody(server: Server) -> None:
    ann = Person(server, "Ann")
    cookie, [session] = ann.cookie, ann.get("/api/me/sessions")
    ann.http.delete(f"/api/me/sessions/{session['id']}").raise_for_status()
    assert "purrlab" not in ann.http.cookies
    assert me(server, cookie) == NOBODY


def test_tokens_are_stored_hashed_and_never_logged(server: Server) -> None:
    ann = Person(server, "Ann")
    token = ann.http.cookies["purrlab"].encode()
    stored = b"".join(file.read_bytes() for file in server.data.iterdir())
    assert token not in stored + server.log.read_bytes()


def test_sessions_are_exported_and_deleted_with_a_person(server: Server) -> None:
    ann = Person(server, "Ann")
    [session] = ann.get("/api/me/export")["sessions"]
    assert set(session) == {"id", "issued", "seen", "browser", "system"}
    ann.http.delete("/api/me").raise_for_status()
    with sqlite3.connect(server.data / "purrlab.sqlite") as database:
        assert database.execute("SELECT * FROM sessions WHERE id = ?", [session["id"]]).fetchall() == []
