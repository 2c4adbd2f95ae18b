"""A server, its database, and the people who come there round after round."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import sqlalchemy as sa
from soak.server_process import Resources, ServerProcess
from soak.streams import ANSWER_SECONDS, Message, Person
from soak.violation import Violation

from purrlab.server.storage.schema import people

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
RETRY_SECONDS = 0.1


class World:
    """``is_killed``: whether this server is killed in its rounds; the other one runs for the whole soak."""

    def __init__(self, name: str, server: ServerProcess | None, engine: sa.Engine, *, is_killed: bool) -> None:
        """Without a server there are several (soak/cluster/)."""
        self.name = name
        self._server = server
        self.engine = engine  # beside the server, to see what it has stored
        self.is_killed = is_killed
        self.people: list[Person] = []
        self.known_tables: set[str] = set()  # those of the rounds before
        self.faults: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.resources: list[Resources] = []  # after every round

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def server(self) -> ServerProcess:
        assert self._server is not None
        return self._server

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def url(self) -> str:
        return self.server.url

    def take_log(self) -> list[str]:
        """What was said since the last time."""
        return self.server.take_log()

    @property
    def names(self) -> dict[str, str]:
        return {person.id: person.name for person in self.people}

    async def invite(self) -> None:
        """Guests, each with a name that no other has: their ids only the database knows."""
        async with self._visitor() as visitor:
            for name in NAMES:
                answer = await visitor.put("/api/me", json={"name": name})
                answer.raise_for_status()
                cookie = f"purrlab={answer.cookies['purrlab']}"
                visitor.cookies.clear()
                with self.engine.connect() as connection:
                    found = connection.execute(sa.select(people.c.id).where(people.c.name == name))
                    self.people.append(Person(found.scalar_one(), name, cookie))

    async def new_table(self, host: Person, wanted: dict[str, Any]) -> str:
        """Asked again and again, as the server may be gone. One that was made and not told stays empty."""
        async with self._visitor() as visitor:
            while True:
                try:
                    answer = await visitor.post("/api/tables", json=wanted, headers={"Cookie": host.cookie})
                except httpx.HTTPError:
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                if answer.status_code == httpx.codes.CREATED:
                    return str(answer.json()["id"])
                if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                    raise Violation(f"a new table {wanted} is answered by {answer.status_code} {answer.text}")
                await asyncio.sleep(RETRY_SECONDS)

    async def get(self, path: str) -> bytes:
        async with self._visitor() as visitor:
            answer = await visitor.get(path)
        if answer.status_code != httpx.codes.OK:
            raise Violation(f"{path} is answered by {answer.status_code} {answer.text}")
        return answer.content

    def _visitor(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.url, timeout=ANSWER_SECONDS, trust_env=False)


@contextmanager
def open_world(
    folder: Path, name: str, database: str | None, *, is_killed: bool, libfaketime: Path | None = None
) -> Iterator[World]:
    server = ServerProcess(folder, database, bots_inside=is_killed, libfaketime=libfaketime)
    with server:
        engine = sa.create_engine(server.database, poolclass=sa.NullPool)  # its faults cut connections
        try:
            world = World(name, server, engine, is_killed=is_killed)
            asyncio.run(world.invite())
            yield world
        finally:
            engine.dispose()


def table_wanted(number: int, chance: Random) -> tuple[dict[str, Any], int]:
    """What is played at a table, and by how many people besides the host. Most are small: these end sooner."""
    game = "rascal-kittens" if number % 4 == 3 else "cat-in-the-box"
    most = 4 if game == "rascal-kittens" else 5
    players = chance.choice((2, 2, 2, 2, 3, 3, 4, most))
    bots = chance.choice((0, 0, 1)) if players > 2 else 0
    speed: Message = chance.choice(
        [
            {"kind": "relaxed"},
            {"kind": "relaxed"},
            {"kind": "live", "bank": chance.choice((1, 30)), "increment": 1},
            {"kind": "correspondence", "days": 1},
        ]
    )
    wanted = {"game": game, "players": players, "speed": speed, "pace": 0, "bots": ["random"] * bots}
    return wanted, players - bots - 1
