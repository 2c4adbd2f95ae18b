"""What the tests of sessions share: who is shown by a cookie, and services at a time of one's own."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from server.clients import Server

from purrlab.server.accounts.devices import Device
from purrlab.server.accounts.sessions import Visit
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings
from purrlab.server.storage import session_store
from purrlab.server.time_source import SystemTime

NOBODY = {"person": None}
DAY_MS = 24 * 60 * 60 * 1000
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def me(server: Server, *cookies: str) -> Any:
    return server.visit().get("/api/me", headers={"Cookie": "; ".join(cookies)}).json()


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


class FakeClient:
    def __init__(self, visit: Visit) -> None:
        self.person: str | None = visit.person.id
        self.session: str | None = visit.session
        self.name, self.muted, self.signed_out = visit.person.name, set[str](), False

    def sign_out(self) -> None:
        self.signed_out = True
