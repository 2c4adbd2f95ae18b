"""One of the two worlds: an in-process server where the pairs are played, and all that observers get of them."""

import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from server.in_process import InProcessServer, in_process_server
from server.in_process_api import InProcessApi, open_api
from server.manual_time import ManualTime
from server.two_worlds.clients import Client, ScriptedBots
from server.two_worlds.over_the_bus import Wire, put_behind_bus
from server.two_worlds.pairs import Pair
from server.two_worlds.steps import SPECTATOR, Ask, Forget, Look, Move, Reconnect, Rename, Step, Wait

from purrlab import GAMES, State
from purrlab.server.live.live_table import LiveTable
from purrlab.server.storage.store import Person
from purrlab.server.tables import commands
from purrlab.server.tables.events import Acted

STREAMS = ("observer's socket", "spectator's socket", "observer's requests", "spectator's requests")
OWN_PATHS = ("/api/me", "/api/me/tables", "/api/me/export", "/api/me/sessions")
PATHS = (
    "/api/tables",
    "/api/games",
    "/api/tutorials",
    "/health",
    "/health/live",
    "/health/ready",
    "/api/network-address",
)
TABLE_PATHS = ("", "/record", "/scores", "/replay")
PICTURE_PATH = "/picture.png"  # which is large, and is asked for once in a game, as is a tutorial
TUTORIAL_PATH = "/api/tutorials/"
LOBBY_PLAYERS = 3
MAX_LATENESS_SECONDS = 60  # of a bot, beyond its pace
PRESENCE_SECONDS = 1  # after which the table has told who is there
NO_LIMITS = dict.fromkeys(
    ("tables_per_person", "request_burst", "chats_per_minute", "sittings_per_minute", "new_tables_per_minute"), 10**9
)


class Streams(NamedTuple):
    """All bytes that came to those who watch, in the order in which they came."""

    observer: list[bytes]
    spectator: list[bytes]
    observer_requests: list[bytes]
    spectator_requests: list[bytes]


class World:
    """``number`` says which one: the first or the second deals and actions of a pair are played."""

    def __init__(
        self, server: InProcessServer, api: InProcessApi, bots: ScriptedBots, deals: "ScriptedDeals", number: int
    ) -> None:
        self._server = server
        self._api = api
        self._bots = bots
        self._deals = deals
        self._number = number
        self.wire: Wire | None = None  # where all people come in at another server

    async def play(self, pair: Pair) -> Streams:
        people = [await self._server.new_person(f"Player {'ABCDE'[seat]}") for seat in range(pair.players)]
        looker = await self._server.new_person("Looker")
        self._deals.deals = pair.deals[self._number]
        self._bots.play_for(person.id for person in people)
        streams = Streams([], [], [], [])
        async with AsyncExitStack() as stack:
            await _Lobby(self._server, self._api, people[pair.observer], looker, streams).run(pair)
            game = _Game(self._server, self._api, self._bots, pair, self._number, streams)
            await game.start(people, looker, stack)
            for number, step in enumerate(pair.script):
                await game.do(step, number)
            await game.watch_from_every_seq()
            await game.get_what_is_large()
        await self._server.settle()
        return streams


class _Requests:
    """Everything that can be had by REST."""

    def __init__(self, server: InProcessServer, api: InProcessApi) -> None:
        self._server = server
        self._api = api

    async def get_all(self, table_id: str, players: int, person: Person, answers: list[bytes]) -> None:
        table = f"/api/tables/{table_id}"
        asked = [(path, "") for path in (*PATHS, *OWN_PATHS, *(table + what for what in TABLE_PATHS))]
        asked += [(f"{table}/replay", f"seat={seat}") for seat in range(players)]
        for path, query in asked:
            answer = await self._api.request("GET", path, person=person.id, query=query)
            answers.append(answer.as_bytes())
            await self._server.settle()  # when somebody was last seen is stored after the answer


class _Lobby:
    """A table that never starts: the observer hosts it, and a spectator comes and goes."""

    def __init__(
        self, server: InProcessServer, api: InProcessApi, observer: Person, looker: Person, streams: Streams
    ) -> None:
        self._server = server
        self._people = {0: observer, SPECTATOR: looker}
        self._requests = _Requests(server, api)
        self._streams = streams

    async def run(self, pair: Pair) -> None:
        host = self._people[0]
        table = await self._server.new_table(host, game=pair.game, players=LOBBY_PLAYERS, speed={"kind": "live"})
        heard = {0: self._streams.observer, SPECTATOR: self._streams.spectator}
        clients = {who: Client(self._server, person, heard[who]) for who, person in self._people.items()}
        for client in clients.values():
            await client.open(table)
        for number, ask in enumerate(pair.lobby):
            await clients[ask.who].ask(ask.kind, f"l{number}", table, ask.fields, seq=0)
            await self._server.settle()
        await self._server.advance(PRESENCE_SECONDS)
        await self._requests.get_all(table, LOBBY_PLAYERS, host, self._streams.observer_requests)
        await self._requests.get_all(table, LOBBY_PLAYERS, self._people[None], self._streams.spectator_requests)
        for client in clients.values():
            await client.close()


class _Game:
    """The game of a pair, as it goes in one of the worlds."""

    def __init__(
        self,
        server: InProcessServer,
        api: InProcessApi,
        bots: ScriptedBots,
        pair: Pair,
        number: int,
        streams: Streams,
    ) -> None:
        self._server = server
        self._api = api
        self._bots = bots
        self._pair = pair
        self._number = number
        self._streams = streams
        self._clients: dict[int | None, Client] = {}
        self._observers = (pair.observer, SPECTATOR)
        self._requests = _Requests(server, api)
        self._answers = {pair.observer: streams.observer_requests, SPECTATOR: streams.spectator_requests}

    async def start(self, people: list[Person], looker: Person, stack: AsyncExitStack) -> None:
        pair, server = self._pair, self._server
        wanted = {"game": pair.game, "players": pair.players, "options": pair.options, "pace": pair.pace, "coach": True}
        self._table = await server.new_table(people[0], speed=pair.speed, **wanted)
        live, now, accept = await self._live(), server.time.now_ms(), server.tables.publisher.accept
        for seat, person in enumerate(people[1:], start=1):
            if seat in pair.bots:
                accept(live, commands.seat_bot(live.table, people[0].id, seat, "random", now))
            else:
                live.names[person.id] = person.name
                accept(live, commands.sit(live.table, person.id, seat, now))
        await server.settle()
        heard = {pair.observer: self._streams.observer, SPECTATOR: self._streams.spectator}
        for who, person in [*enumerate(people), (SPECTATOR, looker)]:
            client = self._clients[who] = Client(server, person, heard.get(who, []))
            stack.push_async_callback(client.close)
            await client.open(self._table)
        accept(live, commands.start(live.table, people[0].id, server.time.now_ms()))
        await server.settle()

    async def _live(self) -> LiveTable:
        """It may have been released meanwhile. The script, and no lock, says which bot moves next."""
        live = await self._server.tables.registry.find(self._table)
        live.bot_lock = nullcontext()  # type: ignore[assignment]
        return live

    async def do(self, step: Step, number: int) -> None:
        await self._do(step, number)
        await self._server.settle()
        for who in self._observers:
            self._clients[who].hear()

    async def _do(self, step: Step, number: int) -> None:
        if isinstance(step, Move):
            await self._move(step, number)
        elif isinstance(step, Ask):
            await self._clients[step.who].ask(
                step.kind, f"a{number}", self._table, step.fields, seq=(await self._live()).seq
            )
        elif isinstance(step, Look):
            await self._look(step)
        elif isinstance(step, Wait):
            await self._server.advance(step.seconds)
        elif isinstance(step, Reconnect):
            await self._reconnect(self._clients[step.who], step.missed)
        elif isinstance(step, Rename):
            await self._request(step.who, "PUT", {"name": step.name})
        else:
            assert isinstance(step, Forget)
            await self._request(step.who, "DELETE", {})

    async def _move(self, move: Move, number: int) -> None:
        live = await self._live()
        action, seq = move.actions[self._number], live.seq
        client = self._clients[move.seat]
        if live.table.seats[move.seat].bot is not None:
            await self._move_bot(live, move.seat, action)
        elif move.seat == self._pair.observer and client.is_open:
            for _ in range(2):  # the second is answered too, and counts once
                await client.ask("act", f"m{number}", self._table, {"seq": 0, "action": action}, seq=seq)
        else:
            moved = commands.move(live.table, move.seat, action, self._server.time.now_ms())
            self._server.tables.publisher.accept(live, moved)
        await self._server.settle()
        assert live.seq > seq, f"{action} of seat {move.seat} was not accepted"

    async def _move_bot(self, live: LiveTable, seat: int, action: str) -> None:
        """It may still think about what it was asked before; then it is asked again."""
        seq, waited = live.seq, 0.0
        while not any(isinstance(event, Acted) and event.seat == seat for event in live.events()[seq:]):
            self._bots.answer(seat, action)
            await self._server.settle()
            await self._server.advance(0.25)
            waited += 0.25
            assert waited < self._pair.pace + MAX_LATENESS_SECONDS, f"no bot moves for seat {seat}"

    async def _look(self, look: Look) -> None:
        live = await self._live()
        for who in self._observers:
            client = self._clients[who]
            await client.ask("watch", "all", self._table, {}, seq=live.seq)
            await client.ask("watch", "missed", self._table, {"seq": -look.missed}, seq=live.seq)
            await self._server.settle()
        await self._server.advance(PRESENCE_SECONDS)
        for who in self._observers:
            await self._requests.get_all(self._table, self._pair.players, self._clients[who].person, self._answers[who])

    async def _reconnect(self, client: Client, missed: int) -> None:
        if client.is_open:
            await client.close()
        else:
            await client.open(self._table, seq=max(0, (await self._live()).seq - missed))

    async def _request(self, who: int | None, method: str, body: dict[str, str]) -> None:
        """About their account. What others are answered is theirs."""
        person = self._clients[who].person.id
        answer = await self._api.request(method, "/api/me", person=person, body=json.dumps(body).encode())
        if who in self._observers:
            self._answers[who].append(answer.as_bytes())

    async def get_what_is_large(self) -> None:
        for who in self._observers:
            person = self._clients[who].person.id
            for path in (f"/api/tables/{self._table}{PICTURE_PATH}", TUTORIAL_PATH + self._pair.game):
                answer = await self._api.request("GET", path, person=person)
                self._answers[who].append(answer.as_bytes())

    async def watch_from_every_seq(self) -> None:
        last = (await self._live()).seq
        for who in self._observers:
            client = self._clients[who]
            if not client.is_open:
                await client.open(self._table)
            for seq in range(last + 1):
                await client.ask("watch", f"from-{seq}", self._table, {"seq": 0}, seq=seq)
            await self._server.settle()
            client.hear()


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
async def open_world(data_dir: Path, number: int, *, over_bus: bool = False) -> AsyncIterator[World]:
    """Ids and tokens are the same in every world, and so is the time. Seeds differ: they are a secret too.

    Pictures stay drawings: what they show is compared, and to make pixels of it takes longer than all the rest.
    """
    deals, time = ScriptedDeals(), ManualTime()
    bots = ScriptedBots(time)
    with (
        _same_chance(),
        _own_seeds(number),
        patch("purrlab.server.tables.table.find_game", deals.find_game),
        patch("purrlab.server.live.table_pictures.render_png_in_process", lambda svg, *_size: svg.encode()),
    ):
        async with in_process_server(data_dir, time=time, bots=bots, **NO_LIMITS) as server:
            world = World(server, await open_api(server), bots, deals, number)
            world.wire = put_behind_bus(server) if over_bus else None
            yield world


@contextmanager
def _same_chance() -> Iterator[None]:
    chance = random.Random(0)
    with patch("secrets.token_bytes", chance.randbytes):  # of which all other tokens are made
        yield


@contextmanager
def _own_seeds(number: int) -> Iterator[None]:
    """With commitments that do not show it: those may differ, and nobody can tell by them."""
    with (
        patch("secrets.token_hex", lambda size=32: f"{number + 1:x}" * (2 * size)),
        patch("purrlab.server.live.announcements.commitment_to", lambda _seed: "0" * 64),
        patch("purrlab.server.tables.history.commitment_to", lambda _seed: "0" * 64),
        patch("purrlab.server.live.catch_up.MISSED_MESSAGES_BURST", 10**9),
        patch("purrlab.server.live.table_pictures.PICTURES_BURST", 10**9),
    ):
        yield
