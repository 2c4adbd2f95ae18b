"""One of the two worlds: an in-process server where the pairs are played, and all that observers get of them."""

import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from server.clients import SocketClient
from server.in_process import InProcessServer, in_process_server
from server.in_process_api import InProcessApi, open_api
from server.two_worlds.pairs import Look, Move, Pair, Probe

from purrlab import GAMES, State
from purrlab.server.live.live_table import LiveTable
from purrlab.server.storage.store import Person
from purrlab.server.tables import commands

MAX_SECONDS = 1e9  # nobody is waited for in vain here
STREAMS = ("observer's socket", "spectator's socket", "observer's requests", "spectator's requests")
OWN_PATHS = ("/api/me", "/api/me/tables", "/api/me/export", "/api/me/sessions")
PATHS = ("/api/tables", "/api/games", "/health")
TABLE_PATHS = ("", "/record", "/scores", "/replay")


class Streams(NamedTuple):
    """All bytes that came to those who watch, in the order in which they came."""

    observer: list[bytes]
    spectator: list[bytes]
    observer_requests: list[bytes]
    spectator_requests: list[bytes]


class World:
    """``number`` says which one: the first or the second deals and actions of a pair are played."""

    def __init__(self, server: InProcessServer, api: InProcessApi, script: "ScriptedDeals", number: int) -> None:
        self._server = server
        self._api = api
        self._script = script
        self._number = number

    async def play(self, pair: Pair) -> Streams:
        names = [f"Player {'ABCDE'[seat]}" for seat in range(pair.players)]
        people = [await self._server.new_person(name) for name in names]
        looker = await self._server.new_person("Looker")
        self._script.deals = pair.deals[self._number]
        streams = Streams([], [], [], [])
        async with AsyncExitStack() as stack:
            live = await self._start(pair, people)
            observer, spectator = people[pair.observer], looker
            at_table = _Seat(await stack.enter_async_context(self._server.open_socket(observer)), streams.observer)
            looking_on = _Seat(await stack.enter_async_context(self._server.open_socket(spectator)), streams.spectator)
            for seat in (at_table, looking_on):
                await seat.send("watch", id="first", table=live.id)
                await self._settle(at_table, looking_on)
            for number, step in enumerate(pair.script):
                if isinstance(step, Look):
                    await self._look(live, step, (at_table, looking_on))
                    await self._ask(live, observer, streams.observer_requests)
                    await self._ask(live, spectator, streams.spectator_requests)
                elif isinstance(step, Probe):
                    for seat in (at_table, looking_on):
                        await seat.send("act", id=f"p{number}", seq=live.seq, action=step.action)
                        await self._settle(at_table, looking_on)
                else:
                    await self._move(live, step, at_table if step.seat == pair.observer else None, f"m{number}")
                await self._settle(at_table, looking_on)
        await self._server.settle()
        return streams

    async def _start(self, pair: Pair, people: list[Person]) -> LiveTable:
        table = await self._server.new_table(people[0], game=pair.game, players=pair.players, options=pair.options)
        live = await self._server.tables.registry.find(table)
        now = self._server.time.now_ms()
        for seat, person in enumerate(people[1:], start=1):
            live.names[person.id] = person.name
            self._server.tables.publisher.accept(live, commands.sit(live.table, person.id, seat, now))
        self._server.tables.publisher.accept(live, commands.start(live.table, people[0].id, now))
        await self._server.settle()
        return live

    async def _move(self, live: LiveTable, move: Move, own: "_Seat | None", number: str) -> None:
        action, seq = move.actions[self._number], live.seq
        if own is not None:
            await own.send("act", id=number, seq=seq, action=action)
        else:
            moved = commands.move(live.table, move.seat, action, self._server.time.now_ms())
            self._server.tables.publisher.accept(live, moved)
        await self._server.settle()
        assert live.seq == seq + 1, f"{action} of seat {move.seat} was not accepted"

    async def _look(self, live: LiveTable, look: Look, seats: "tuple[_Seat, _Seat]") -> None:
        for seat in seats:
            await seat.send("watch", id="all", table=live.id)
            await seat.send("watch", id="missed", table=live.id, seq=max(1, live.seq - look.missed))
            await self._settle(*seats)
        await self._server.advance(1)  # so that the table tells who is there

    async def _ask(self, live: LiveTable, person: Person, answers: list[bytes]) -> None:
        table = f"/api/tables/{live.id}"
        asked = [(path, "") for path in (*PATHS, *OWN_PATHS, *(table + what for what in TABLE_PATHS))]
        asked += [(f"{table}/replay", f"seat={seat}") for seat in range(len(live.table.seats))]
        for path, query in asked:
            answer = await self._api.request("GET", path, person=person.id, query=query)
            answers.append(answer.as_bytes())

    async def _settle(self, *seats: "_Seat") -> None:
        await self._server.settle()
        for seat in seats:
            seat.hear()


class _Seat:
    """Somebody who watches, and keeps all that comes."""

    def __init__(self, line: SocketClient, heard: list[bytes]) -> None:
        self._socket: Any = line._socket
        self._heard = heard

    async def send(self, kind: str, **fields: Any) -> None:
        await self._socket.send(json.dumps({"type": kind, **fields}))

    def hear(self) -> None:
        while not self._socket._received.empty():
            self._heard.append(self._socket._received.get_nowait())


class ScriptedDeals:
    """Stands in for the games of a table: each is dealt as it was set when it began, whatever its seed."""

    def __init__(self) -> None:
        self.deals: Any = None
        self._by_seed: dict[str, Any] = {}

    def find_game(self, name: str) -> "_ScriptedGame":
        return _ScriptedGame(lambda players, seed, options: self._new(name, players, seed, options))

    def _new(self, name: str, players: int, seed: str, options: Any) -> State:
        return GAMES[name].new(players, deals=self._by_seed.setdefault(seed, self.deals), options=options)


class _ScriptedGame(NamedTuple):
    new: Callable[[int, str, Any], State]


@asynccontextmanager
async def open_world(data_dir: Path, number: int) -> AsyncIterator[World]:
    """Ids, tokens and seeds are the same in every world, and so is the time."""
    script = ScriptedDeals()
    settings = {"absence": MAX_SECONDS, "patience": MAX_SECONDS, "tables_per_person": 10_000, "request_burst": 10**9}
    with _same_chance(), patch("purrlab.server.tables.table.find_game", script.find_game):
        async with in_process_server(data_dir, **settings) as server:
            yield World(server, await open_api(server), script, number)


@contextmanager
def _same_chance() -> Iterator[None]:
    chance = random.Random(0)
    with patch("secrets.token_bytes", chance.randbytes):  # of which all other tokens are made
        yield
