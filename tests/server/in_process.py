"""The services without its doors: a game for two, for tests that no socket is needed for."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.table_factory import NewTable, make_table
from purrlab.server.services import Services, open_services
from purrlab.server.settings import Settings
from purrlab.server.tables import commands
from purrlab.server.time_source import SystemTime


class Looker:
    """Somebody at a table, without a socket."""

    def __init__(self, person: str) -> None:
        self.person: str | None = person
        self.address = "192.0.2.1"
        self.live: LiveTable | None = None
        self.told: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.told.append(json.loads(message))

    def mutes(self, _person: str) -> bool:
        return False

    def seqs(self) -> list[int]:
        return [message["seq"] for message in self.told if message["type"] == "event"]


Visit = Callable[[Services, LiveTable, Looker], Awaitable[None]]


def with_services(folder: Path, visit: Visit, **wanted: Any) -> None:
    """A started game for two people, one of whom looks on without a socket."""

    async def run() -> None:
        async with open_services(Settings(data=folder, absence=1000)) as services:
            ann, bo = [await services.accounts.create_guest(name) for name in ("Ann", "Bo")]
            live = await make_table(services.tables, ann, NewTable(game="cat-in-the-box", players=2, **wanted))
            looker = Looker(ann.id)
            services.tables.presence.attach(live, looker)
            live.names[bo.id] = bo.name
            services.tables.publisher.accept(live, commands.sit(live.table, bo.id, 1, SystemTime().now_ms()))
            services.tables.publisher.accept(live, commands.start(live.table, ann.id, SystemTime().now_ms()))
            await settle(services)
            await visit(services, live, looker)

    asyncio.run(run())


async def settle(services: Services) -> None:
    """Until everything that was accepted is stored and told, or lost."""
    await services.writer.run(lambda _connection: None)
    for _ in range(20):
        await asyncio.sleep(0.01)


def act(services: Services, live: LiveTable, seat: int, errors: list[BaseException | None]) -> None:
    assert live.table.state is not None
    action = str(live.table.state.legal(seat)[0])
    services.tables.publisher.accept(
        live, commands.move(live.table, seat, action, SystemTime().now_ms(), f"k{seat}"), errors.append
    )
