"""Sessions: a browser is known by a random token, and can be made a stranger from elsewhere."""

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from server.clients import Person, Server, open_socket
from websockets.exceptions import ConnectionClosed

from purrlab.server.accounts.cookies import ShownCookie, SignedClaim, is_signed, shown_cookie, signature_of
from purrlab.server.accounts.devices import Device, device_of
from purrlab.server.accounts.sessions import Visit
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings
from purrlab.server.storage import session_store
from purrlab.server.time_source import SystemTime

NOBODY = {"person": None}
DAY_MS = 24 * 60 * 60 * 1000
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
TOKEN, OTHER_TOKEN = "a" * 43, "b" * 43


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("sessions"), logins_per_minute="1000") as running:
        yield running


def with_password(server: Server, name: str = "Ann") -> tuple[Person, dict[str, str]]:
    person = Person(server, name)
    credentials = {"login": f"cat-{random.getrandbits(40):x}", "password": "nine lives"}
    person.http.put("/api/me/password", json=credentials).raise_for_status()
    return person, credentials


def logged_in(server: Server, credentials: dict[str, str], **headers: str) -> httpx.Client:
    visitor = server.visit()
    visitor.post("/api/login", json=credentials, headers=headers).raise_for_status()
    return visitor


def me(server: Server, *cookies: str) -> Any:
    return httpx.get(f"{server.url}/api/me", headers={"Cookie": "; ".join(cookies)}).json()


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


def test_a_foreign_cookie_beside_ones_own_never_wins(server: Server) -> None:
    """Nothing tells which is whose: nobody is recognised, and nobody's cookie is replaced by that of a new guest."""
    ann, mallory = Person(server, "Ann"), Person(server, "Mallory")
    for cookies in ((mallory.cookie, ann.cookie), (ann.cookie, mallory.cookie)):
        assert me(server, *cookies) == NOBODY
        header = {"Cookie": "; ".join(cookies)}
        answer = httpx.put(f"{server.url}/api/me", json={"name": "Bo"}, headers=header)
        assert answer.status_code == 400
        assert "set-cookie" not in answer.headers
        assert httpx.get(f"{server.url}/api/me/tables", headers=header).status_code == 401
    assert me(server, ann.cookie, ann.cookie)["person"]["name"] == "Ann"


@pytest.fixture(scope="module")
def https(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("https"), secure="true") as server:
        yield server


def test_over_https_the_cookie_is_bound_to_this_host(https: Server) -> None:
    answer = httpx.put(f"{https.url}/api/me", json={"name": "Ann"})
    ours, old = answer.headers.get_list("set-cookie")
    token = ours.partition(";")[0]
    assert ours.startswith("__Host-purrlab=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(ours.split("; "))
    assert "Domain" not in ours
    assert old.startswith("purrlab=")
    assert "Max-Age=0" in old
    assert me(https, token)["person"]["name"] == "Ann"


def test_over_https_no_neighbour_can_place_a_cookie(https: Server) -> None:
    ann, mallory = (
        httpx.put(f"{https.url}/api/me", json={"name": name}).headers.get_list("set-cookie")[0].partition(";")[0]
        for name in ("Ann", "Mallory")
    )
    planted = mallory.removeprefix("__Host-")
    assert me(https, planted, ann)["person"]["name"] == "Ann"
    assert me(https, planted) == NOBODY


class TestCookieHeader:
    SIGNED = "ann.signature"
    CLAIM = SignedClaim("ann", "signature")

    @pytest.mark.parametrize(
        ("header", "secure", "shown"),
        [
            (f"purrlab={TOKEN}", False, ShownCookie(TOKEN)),
            (f"x=1; purrlab={TOKEN}; purrlab={TOKEN}", False, ShownCookie(TOKEN)),
            (f"purrlab={TOKEN}; purrlab={OTHER_TOKEN}", False, ShownCookie(ambiguous=True)),
            (f"purrlab={TOKEN}; purrlab={SIGNED}", False, ShownCookie(ambiguous=True)),
            (f"purrlab=; purrlab={TOKEN}", False, ShownCookie(TOKEN)),
            (f"purrlab={SIGNED}", False, ShownCookie(claim=CLAIM)),
            (f"__Host-purrlab={TOKEN}", False, ShownCookie()),
            (f"__Host-purrlab={TOKEN}", True, ShownCookie(TOKEN)),
            (f"purrlab={OTHER_TOKEN}; __Host-purrlab={TOKEN}", True, ShownCookie(TOKEN)),
            (f"purrlab={SIGNED}; __Host-purrlab={TOKEN}", True, ShownCookie(TOKEN)),
            (f"__Host-purrlab={OTHER_TOKEN}; __Host-purrlab={TOKEN}", True, ShownCookie(ambiguous=True)),
            (f"purrlab={TOKEN}", True, ShownCookie()),
            (f"purrlab={SIGNED}", True, ShownCookie(claim=CLAIM)),
            (f"purrlab={SIGNED}; purrlab=bo.signature", True, ShownCookie(ambiguous=True)),
            (f"__Host-purrlab={SIGNED}", True, ShownCookie()),
        ],
    )
    def test_one_cookie_is_ours_or_none(self, header: str, *, secure: bool, shown: ShownCookie) -> None:
        assert shown_cookie(header, secure=secure) == shown

    @given(text=st.text(), secure=st.booleans())
    def test_any_other_text_shows_nobody(self, *, text: str, secure: bool) -> None:
        shown = shown_cookie(f"purrlab={text}; {text}", secure=secure)
        assert shown.claim is None or not is_signed(shown.claim, b"key", None)

    def test_a_signed_cookie_is_good_only_with_the_key_the_person_and_the_password_that_it_was_signed_for(self) -> None:
        claim = SignedClaim("ann", signature_of("ann", b"key", "old"))
        assert is_signed(claim, b"key", "old")
        assert not is_signed(claim, b"other", "old")
        assert not is_signed(claim, b"key", "new")
        assert not is_signed(claim._replace(person="bo"), b"key", "old")


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, Device("Firefox", "Linux")),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", ("Edge", "Windows")),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", ("Chrome", "Android")),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", ("Safari", "iOS")),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", ("Safari", "macOS")),
        ("<script>alert(1)</script>", (None, None)),
        (None, (None, None)),
    ],
)
def test_two_words_of_a_browser_are_kept(user_agent: str | None, device: Device) -> None:
    assert device_of(user_agent) == device


# With a time of our own


class MovableTime(SystemTime):
    """The time of this machine, and as much later as a test wants."""

    def __init__(self) -> None:
        self.later_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.later_ms


def in_process(folder: Path, visit: Callable[[Services, MovableTime], Awaitable[None]], **settings: Any) -> None:
    async def run() -> None:
        time = MovableTime()
        async with open_services(Settings(data=folder, **settings), time=time) as services:
            await visit(services, time)

    asyncio.run(run())


async def new_guest(services: Services, name: str = "Ann") -> tuple[str, str]:
    """The person, and the cookie."""
    session = services.sessions.new(f"id-of-{name}", Device())
    person = await services.accounts.create_guest(name, session.row)
    return person.id, f"purrlab={session.token}"


async def seen(services: Services, person: str) -> list[int]:
    await services.writer.run(lambda _connection: None)
    rows = await services.accounts.read(session_store.sessions_of, person, 0)
    return [row.seen for row in rows]


def test_a_session_ends_when_it_was_not_seen_for_too_long(tmp_path: Path) -> None:
    async def visit(services: Services, time: MovableTime) -> None:
        person, cookie = await new_guest(services)
        for _ in range(3):
            time.later_ms += 9 * DAY_MS
            assert await services.sessions.recognise(cookie) is not None
            await seen(services, person)
        time.later_ms += 11 * DAY_MS
        assert await services.sessions.recognise(cookie) is None
        await services.sessions.delete_expired(set())
        assert await seen(services, person) == []

    in_process(tmp_path, visit, session_days=10)


def test_it_is_written_once_an_hour_when_a_session_was_seen(tmp_path: Path) -> None:
    async def visit(services: Services, time: MovableTime) -> None:
        person, cookie = await new_guest(services)
        [at_first] = await seen(services, person)
        time.later_ms += 59 * 60 * 1000
        await services.sessions.recognise(cookie)
        assert await seen(services, person) == [at_first]
        time.later_ms += 2 * 60 * 1000
        await services.sessions.recognise(cookie)
        assert (await seen(services, person))[0] > at_first

    in_process(tmp_path, visit)


def test_a_person_has_so_many_sessions_and_the_one_not_seen_for_longest_ends(tmp_path: Path) -> None:
    async def visit(services: Services, time: MovableTime) -> None:
        person, first = await new_guest(services)
        visit = await services.sessions.recognise(first)
        assert visit is not None
        for _ in range(session_store.MAX_SESSIONS_PER_PERSON):
            time.later_ms += 1
            newest = await services.sessions.exchange(Visit(visit.person, ""), Device())
        assert len(await seen(services, person)) == session_store.MAX_SESSIONS_PER_PERSON
        assert await services.sessions.recognise(first) is None
        assert await services.sessions.recognise(f"purrlab={newest}") is not None

    in_process(tmp_path, visit)


def test_guests_who_never_sat_down_and_never_came_back_are_forgotten(tmp_path: Path) -> None:
    async def visit(services: Services, time: MovableTime) -> None:
        people = {name: await new_guest(services, name) for name in ("idle", "back", "present", "host", "login")}
        await services.writer.run(_make_table, people["host"][0])
        await services.writer.run(_give_login, people["login"][0])
        time.later_ms += 29 * DAY_MS
        await services.sessions.recognise(people["back"][1])
        await seen(services, people["back"][0])
        time.later_ms += 2 * DAY_MS
        await services.sessions.delete_expired({people["present"][0]})
        left = {name for name, (_, cookie) in people.items() if await services.sessions.recognise(cookie)}
        assert left == {"back", "present", "host", "login"}

    in_process(tmp_path, visit, guest_days=30)


def _make_table(connection: Any, host: str) -> None:
    columns = "id, game, players, options, speed, listed, pace, host, server_seed, created, status"
    values = "'t', 'cat-in-the-box', 2, '{}', '{}', false, 0, ?, '', 0, 'over'"
    connection.exec_driver_sql(f"INSERT INTO tables ({columns}) VALUES ({values})", (host,))  # noqa: S608


def _give_login(connection: Any, person: str) -> None:
    connection.exec_driver_sql("UPDATE people SET login = 'ann' WHERE id = ?", (person,))


# Cookies of the versions before


async def signed_guest(services: Services, until: int | None) -> str:
    """Somebody from before there were sessions."""
    secret = (services.settings.data / "secret").read_bytes()
    person = await services.accounts.create_guest("Ann")
    sql = "UPDATE people SET signed_cookie_until = ? WHERE id = ?"
    await services.writer.run(lambda connection: connection.exec_driver_sql(sql, (until, person.id)))
    return f"purrlab={person.id}.{signature_of(person.id, secret, None)}"


def test_a_signed_cookie_is_exchanged_for_a_session(tmp_path: Path) -> None:
    async def visit(services: Services, time: MovableTime) -> None:
        cookie = await signed_guest(services, time.now_ms() + DAY_MS)
        by_signature = await services.sessions.recognise(cookie)
        assert by_signature is not None
        assert by_signature.token is None
        token = await services.sessions.exchange(by_signature, Device())
        by_token = await services.sessions.recognise(f"purrlab={token}")
        assert by_token is not None
        assert by_token.person == by_signature.person
        time.later_ms += 2 * DAY_MS
        assert await services.sessions.recognise(cookie) is None
        assert await services.sessions.recognise(f"purrlab={token}") is not None

    in_process(tmp_path, visit)


def test_whoever_is_new_has_no_signed_cookie(tmp_path: Path) -> None:
    async def visit(services: Services, _time: MovableTime) -> None:
        assert await services.sessions.recognise(await signed_guest(services, None)) is None

    in_process(tmp_path, visit)


def test_who_ends_a_session_ends_signed_cookies_too(tmp_path: Path) -> None:
    async def visit(services: Services, time: MovableTime) -> None:
        cookie = await signed_guest(services, time.now_ms() + DAY_MS)
        visit = await services.sessions.recognise(cookie)
        assert visit is not None
        await services.sessions.end(visit.person, visit.session)
        assert await services.sessions.recognise(cookie) is None

    in_process(tmp_path, visit)


def test_sockets_that_came_by_a_signed_cookie_are_closed_with_it(tmp_path: Path) -> None:
    async def visit(services: Services, time: MovableTime) -> None:
        visit = await services.sessions.recognise(await signed_guest(services, time.now_ms() + DAY_MS))
        assert visit is not None
        client = FakeClient(visit)
        services.connections.add(client, 0)
        await services.sessions.end(visit.person, visit.session)
        assert client.signed_out

    in_process(tmp_path, visit)


class FakeClient:
    def __init__(self, visit: Visit) -> None:
        self.person: str | None = visit.person.id
        self.session: str | None = visit.session
        self.name, self.muted, self.signed_out = visit.person.name, set[str](), False

    def sign_out(self) -> None:
        self.signed_out = True


def test_whoever_is_just_coming_in_by_a_session_that_ends_is_sent_off_too(tmp_path: Path) -> None:
    async def visit(services: Services, _time: MovableTime) -> None:
        _, cookie = await new_guest(services)
        visit = await services.sessions.recognise(cookie)
        assert visit is not None
        began = monotonic()
        await services.sessions.end(visit.person, visit.session)
        client = FakeClient(visit)
        services.connections.add(client, began)
        assert client.signed_out

    in_process(tmp_path, visit)
