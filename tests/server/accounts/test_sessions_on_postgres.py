"""Accounts and sessions on PostgreSQL: the same statements do the same there."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from server.in_process import in_process_server
from server.in_process_api import open_api
from server.server_process import QUICK_HASHER
from server.session_helpers import DAY_MS, MovableTime

from purrlab.server.accounts import passwords
from purrlab.server.accounts.devices import Device
from purrlab.server.errors import Refused
from purrlab.server.services import open_services
from purrlab.server.settings import Settings
from purrlab.server.storage import session_store

PASSWORD = "nine lives"  # noqa: S105  # of nobody


def test_a_whole_life_of_sessions(tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_hasher", QUICK_HASHER)

    async def live() -> None:
        time = MovableTime()
        async with open_services(Settings(data=tmp_path, database=postgres), time=time) as services:
            accounts, sessions = services.accounts, services.sessions
            first = sessions.new("ann", Device("Firefox", "Linux"))
            ann = await accounts.create_guest("Ann", first.row)
            bo = sessions.new("bo", Device())
            await accounts.create_guest("Bo", bo.row)
            at_once = [accounts.set_password(ann, login, PASSWORD, None, Device()) for login in ("ann", "other")]
            (ann, second), refused = await asyncio.gather(*at_once, return_exceptions=True)  # type: ignore[misc]
            assert isinstance(refused, Refused)
            assert await sessions.recognise(f"purrlab={first.token}") is None
            for _ in range(session_store.MAX_SESSIONS_PER_PERSON):
                time.later_ms += 1
                _, third = await accounts.log_in("ann", PASSWORD, Device(), None)
            assert await sessions.recognise(f"purrlab={second}") is None
            listed = await sessions.of(ann)
            assert len(listed) == session_store.MAX_SESSIONS_PER_PERSON
            await sessions.end(ann, listed[-1].id)
            assert len((await accounts.export(ann)).sessions) == len(listed) - 1
            time.later_ms += 31 * DAY_MS
            assert await sessions.recognise(f"purrlab={third}") is not None
            await sessions.delete_expired(set())
            assert await sessions.recognise(f"purrlab={bo.token}") is None
            time.later_ms += 366 * DAY_MS
            await sessions.delete_expired(set())
            assert await accounts.read(session_store.sessions_of, "ann", 0) == []
            await accounts.rename(ann, "Anna")
            await accounts.delete(ann)

    asyncio.run(live())


@pytest.mark.parametrize("text", ["nul\0", "nobody"])
def test_a_text_that_the_database_cannot_hold_is_known_to_nobody(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    """PostgreSQL takes no NUL, not even in a question."""
    monkeypatch.setattr(passwords, "_hasher", QUICK_HASHER)

    async def ask() -> list[int]:
        async with in_process_server(tmp_path, database=postgres) as server:
            api, ann = await open_api(server), await server.new_person("Ann")
            body = msgspec.json.encode({"login": text, "password": PASSWORD})
            answers = [
                await api.request("POST", "/api/login", body=body),
                await api.request("DELETE", f"/api/me/sessions/{text}", person=ann.id),
                await api.request("GET", f"/api/tables/{text}"),
            ]
            return [answer.status for answer in answers]

    assert asyncio.run(ask()) == [401, 404, 404]
    assert not caplog.records
