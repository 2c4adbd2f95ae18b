"""The house without its doors: a game for two, for tests that no socket is needed for."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from purrlab.server import door
from purrlab.server.hall import Hall
from purrlab.server.house import House, open_house
from purrlab.server.live_table import LiveTable, now_ms
from purrlab.server.making import NewTable, make_table
from purrlab.server.security import Origins
from purrlab.server.settings import Settings


class Looker:
    """Somebody at a table, without a socket."""

    def __init__(self, person: str) -> None:
        self.person: str | None = person
        self.live: LiveTable | None = None
        self.told: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.told.append(json.loads(message))

    def mutes(self, _person: str) -> bool:
        return False

    def seqs(self) -> list[int]:
        return [message["seq"] for message in self.told if message["type"] == "event"]


Visit = Callable[[House, LiveTable, Looker], Awaitable[None]]


def in_the_house(folder: Path, visit: Visit, **wanted: Any) -> None:
    """A started game for two people, one of whom looks on without a socket."""

    async def run() -> None:
        async with open_house(Settings(data=folder, absence=1000), Origins([], secure=False)) as house:
            ann, bo = [await house.people.welcome(name) for name in ("Ann", "Bo")]
            live = await make_table(house.hall, ann, NewTable(game="cat-in-the-box", players=2, **wanted))
            looker = Looker(ann.id)
            house.hall.attach(live, looker)
            live.names[bo.id] = bo.name
            house.hall.accept(live, door.sit(live.table, bo.id, 1, now_ms()))
            house.hall.accept(live, door.start(live.table, ann.id, now_ms()))
            await settle(house.hall)
            await visit(house, live, looker)

    asyncio.run(run())


async def settle(everybody: Hall) -> None:
    """Until everything that was accepted is stored and told, or lost."""
    await everybody.writer.run(lambda _connection: None)
    for _ in range(20):
        await asyncio.sleep(0.01)


def act(house: House, live: LiveTable, seat: int, errors: list[BaseException | None]) -> None:
    assert live.table.state is not None
    action = str(live.table.state.legal(seat)[0])
    house.hall.accept(live, door.move(live.table, seat, action, now_ms(), key=f"k{seat}"), errors.append)
