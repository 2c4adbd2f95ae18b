"""Cookies of the versions before there were sessions: signed, and good for a while."""

from pathlib import Path

from server.session_helpers import DAY_MS, FakeClient, MovableTime, in_process

from purrlab.server.accounts.cookie_header import signature_of
from purrlab.server.accounts.devices import Device
from purrlab.server.services import Services


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
