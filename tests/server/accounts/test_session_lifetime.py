"""How long sessions last, and the guests who have nothing else."""

from pathlib import Path
from time import monotonic
from typing import Any

from server.session_helpers import DAY_MS, FakeClient, MovableTime, in_process, new_guest, seen

from purrlab.server.accounts.devices import Device
from purrlab.server.accounts.sessions import Visit
from purrlab.server.services import Services
from purrlab.server.storage import session_store, store


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
        present = await services.sessions.of(await _person(services, people["present"][0]))
        await services.sessions.delete_expired({session.id for session in present})
        time.later_ms += DAY_MS
        await services.sessions.delete_expired(set())  # as another server does, which has not met them
        left = {name for name, (_, cookie) in people.items() if await services.sessions.recognise(cookie)}
        assert left == {"back", "present", "host", "login"}

    in_process(tmp_path, visit, guest_days=30)


async def _person(services: Services, person: str) -> store.Person:
    found = await services.accounts.read(store.find_person, person)
    assert found is not None
    return found


def _make_table(connection: Any, host: str) -> None:
    columns = "id, game, players, options, speed, listed, pace, host, server_seed, created, status"
    values = "'t', 'cat-in-the-box', 2, '{}', '{}', false, 0, ?, '', 0, 'over'"
    connection.exec_driver_sql(f"INSERT INTO tables ({columns}) VALUES ({values})", (host,))  # noqa: S608


def _give_login(connection: Any, person: str) -> None:
    connection.exec_driver_sql("UPDATE people SET login = 'ann' WHERE id = ?", (person,))


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
