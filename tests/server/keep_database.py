"""Keeps a database of this version for the tests of all later ones: run it before you add a migration.

``PYTHONPATH=tests python -m server.keep_database`` plays at several tables on a server of this version and writes its
database, and what it told of them, to ``storage/databases/``.
"""

import asyncio
import json
import random
import sqlite3
import tempfile
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

from server.clients import Person, RandomPlayer, Server, new_people, open_socket

import purrlab

DATABASES = Path(__file__).parent / "storage" / "databases"
MOVES = 8  # of a game that is left in the midst
ROOM_FILE = Path(purrlab.__file__).parent / "games" / "rascal_kittens" / "rooms" / "attic.toml"
Tables = dict[str, tuple[str, Person]]  # by what they are there for: the id, and somebody who sits there


async def ask(person: Person, table: str, *requests: dict[str, Any]) -> None:
    async with open_socket(person.server, person) as opened:
        await opened.ask("watch", table=table)
        for request in requests:
            answer = await opened.ask(**request)
            assert answer["type"] == "done", answer


async def act(people: list[Person], table: str, moves: int, chance: random.Random) -> None:
    """They make some moves; bots between them are not waited for."""
    for _ in range(moves):
        for person in people:
            async with open_socket(person.server, person) as opened:
                seen = await opened.ask("watch", table=table)
                if seen["view"]["legal"]:
                    action = chance.choice(seen["view"]["legal"])
                    await opened.ask("act", seq=seen["seq"], action=action)


async def fill(server: Server) -> tuple[list[Person], Tables]:
    """Tables of every kind."""
    chance = random.Random(12)
    people = new_people(server, "Ann", "Bo", "Cy", "Dee", "Eve")
    ann, bo, cy, dee, eve = people
    set_password = ann.http.put("/api/me/password", json={"login": "ann", "password": "correct horse"})
    set_password.raise_for_status()

    waiting = ann.new_table(players=4, options={"layout": "purple"}, bots=["cat"], coach=True)["id"]
    await ask(bo, waiting, {"kind": "sit", "seat": 1}, {"kind": "entropy", "text": "bo's dice"})
    await ask(cy, waiting, {"kind": "sit", "seat": 2}, {"kind": "leave"})
    await ask(ann, waiting, {"kind": "bot", "seat": 2, "bot": "random"}, {"kind": "bot", "seat": 2, "bot": None})

    playing = ann.new_table(players=3, speed={"kind": "live", "bank": 3600, "increment": 5})["id"]
    await ask(bo, playing, {"kind": "sit", "seat": 1})
    await ask(eve, playing, {"kind": "sit", "seat": 2}, {"kind": "entropy", "text": "gone's dice"})
    await ask(ann, playing, {"kind": "entropy", "text": "ann's"}, {"kind": "start"})
    await act([ann, bo, eve], playing, MOVES, chance)
    await ask(ann, playing, {"kind": "say", "text": "Cześć, кот, kočka!"})
    await ask(bo, playing, {"kind": "mute", "seat": 0}, {"kind": "leave"}, {"kind": "back"})
    await ask(ann, playing, {"kind": "leave"})
    eve.http.delete("/api/me").raise_for_status()

    room = tomllib.loads(ROOM_FILE.read_text("utf-8")) | {"name": "loft"}
    options = {"variant": "older", "rooms": [room, "nursery"]}
    speed = {"kind": "correspondence", "days": 3}
    mail = cy.new_table(game="rascal-kittens", players=2, options=options, speed=speed)["id"]
    await ask(bo, mail, {"kind": "sit", "seat": 1})
    await ask(cy, mail, {"kind": "start"})
    await act([cy, bo], mail, MOVES, chance)

    over = cy.new_table(players=2)["id"]
    await ask(dee, over, {"kind": "sit", "seat": 1})
    await ask(cy, over, {"kind": "start"})
    await asyncio.gather(*(RandomPlayer(person, over, chance).play() for person in (cy, dee)))

    closed = dee.new_table(players=2)["id"]
    await ask(dee, closed, {"kind": "close"})
    tables = {"waiting": (waiting, ann), "playing": (playing, bo), "mail": (mail, cy), "over": (over, cy)}
    return people, tables | {"closed": (closed, dee)}


async def tell(table: str, person: Person) -> dict[str, Any]:
    async with open_socket(person.server, person) as opened:
        told = await opened.ask("watch", table=table)
    return {name: told[name] for name in ("seq", "seat", "table", "view", "chat", "muted")}


def keep_database() -> str:
    """Write the files of this version, and say which it is."""
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder)) as server:
            people, tables = asyncio.run(fill(server))
            told = {
                name: {"id": table, "person": person.name, "told": asyncio.run(tell(table, person))}
                for name, (table, person) in tables.items()
            }
            cookies = {person.name: person.cookie for person in people if person.name != "Eve"}
        secret = (server.data / "secret").read_bytes().hex()
        with closing(sqlite3.connect(server.data / "purrlab.sqlite")) as database:
            version: str = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            dumped = "\n".join(database.iterdump())
    expected = {"secret": secret, "cookies": cookies, "tables": told}
    DATABASES.joinpath(f"{version}.sql").write_text(dumped + "\n", "utf-8")
    DATABASES.joinpath(f"{version}.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return version


if __name__ == "__main__":
    print(keep_database())  # noqa: T201
