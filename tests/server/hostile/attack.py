"""A real server, real games that have to go on, and clients that send nothing but nonsense and malice."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import sqlalchemy as sa
from server.clients import ANSWER_TIMEOUT_SECONDS, Person, RandomPlayer, Server, open_socket
from server.hostile.hostile_messages import VIOLATIONS, Aim, HostileMessage, MessageMaker
from server.hostile.hostile_requests import HostileRequest, RequestMaker
from server.hostile.raw_socket import TEXT, RawSocket, frame

from purrlab import GAMES
from purrlab.records import decode, encode, record_of, verify
from purrlab.server.storage import store
from purrlab.server.tables.events import Acted, BotSeated, CameBack, Closed, Left, TakenOver
from purrlab.server.tables.table import Table

MAX_MESSAGES_AT_ONCE = 1_500
BATCHES = 100  # at least, so that short attacks come from everybody too
REQUESTS_AT_ONCE = 60
SOCKET_ATTACKERS = 12
REQUEST_ATTACKERS = 8
GAME_PAUSE_SECONDS = 10  # so that the attackers get their share of this machine
MESSAGES_PER_VIOLATION = 40  # a violation costs a connection of its own
MAX_RSS_GROWTH_KB = 300_000  # after the first tenth; what is remembered of addresses, people and tables has limits
KEEPALIVE_TIMEOUT = b"keepalive ping timeout"  # on a machine so slow that a pong waits for long behind all messages
ANSWERS = {"done", "error", "table", "caught-up", "advice", "pong", "event"}
MAX_PROBLEM_LENGTH = 2_000
GAMES_AT_ONCE = [
    (game.name, players) for game in (GAMES["cat-in-the-box"], GAMES["rascal-kittens"]) for players in (2, 3)
]


class Result(NamedTuple):
    messages: Counter[str]  # sent, by kind
    requests: Counter[str]
    answers: Counter[str]  # to messages, by type or code
    statuses: Counter[int]
    games: int  # that were played to the end
    moves: int  # of these
    tables: int  # that were checked
    rss_kb: tuple[int, int]  # after the first tenth, and at the end
    problems: list[str]


def hostile_server(folder: Path) -> Server:
    """With limits so high that everything is looked at; only where somebody waits for others are they as usual."""
    return Server(folder, chats_per_minute="30", logins_per_minute="5", outbox_messages="100000", log_level="warning")


class Attack:
    def __init__(self, server: Server, messages: int, requests: int, seed: int) -> None:
        self._server = server
        self._messages_left = messages
        self._requests_left = requests
        self._total = messages + requests
        self._messages_at_once = min(MAX_MESSAGES_AT_ONCE, messages // BATCHES)
        self._chance = Random(seed)
        self.sent_messages: Counter[str] = Counter()
        self.sent_requests: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.problems: list[str] = []
        self._host = Person(server, "Host")
        self._mallory = Person(server, "Mallory")  # has a seat at each table
        self._stranger = Person(server, "Stranger")
        self._tables: list[str] = []
        self._games: list[tuple[str, list[RandomPlayer]]] = []
        self._malice: set[tuple[str, str]] = set()  # ids and actions that Mallory sent from a seat
        self._early_rss: int | None = None
        self._over = asyncio.Event()
        self._waiting = self._host.new_table(players=3, listed=True)["id"]  # where people may come and go

    async def run(self) -> Result:
        playing = [asyncio.create_task(self._play(game, players)) for game, players in GAMES_AT_ONCE]
        while len(self._tables) < len(GAMES_AT_ONCE):  # noqa: ASYNC110  # nobody sets an event for it
            await asyncio.sleep(0.01)
        attackers = [self._attack_sockets(Random(self._chance.random())) for _ in range(SOCKET_ATTACKERS)]
        attackers += [self._attack_requests(Random(self._chance.random())) for _ in range(REQUEST_ATTACKERS)]
        async with open_socket(self._server, self._host) as host:  # who is there keeps the seat
            await host.ask("watch", table=self._waiting)
            await asyncio.gather(*attackers)
        self._over.set()
        await asyncio.gather(*playing)
        rss = _rss_kb(self._server.pid)
        early = self._early_rss or rss
        if rss > early + MAX_RSS_GROWTH_KB:
            self._report(f"the server grew from {early} to {rss} kB")
        self._check_server()
        moves, tables = self._check_tables()
        return Result(
            messages=self.sent_messages,
            requests=self.sent_requests,
            answers=self.answers,
            statuses=self.statuses,
            games=len(self._games),
            moves=moves,
            tables=tables,
            rss_kb=(early, rss),
            problems=self.problems,
        )

    # Real games, one after the other

    async def _play(self, game: str, players: int) -> None:
        while not self._over.is_set():
            people = [self._host, self._mallory, *(Person(self._server, "Guest") for _ in range(players - 2))]
            table = self._host.new_table(game=game, players=players, listed=False)["id"]
            for person in people[1:]:
                async with open_socket(self._server, person) as opened:
                    await opened.ask("watch", table=table)
                    assert (await opened.ask("sit"))["type"] == "done"
            async with open_socket(self._server, self._host) as opened:
                await opened.ask("watch", table=table)
                assert (await opened.ask("start"))["type"] == "done"
            self._tables.append(table)
            clients = [RandomPlayer(person, table, Random(f"{table}{seat}")) for seat, person in enumerate(people)]
            self._games.append((table, clients))
            await asyncio.gather(*(client.play() for client in clients))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), GAME_PAUSE_SECONDS)

    # Sockets

    async def _attack_sockets(self, chance: Random) -> None:
        number = 0
        while self._messages_left > 0:
            who = chance.choice([self._mallory, self._mallory, self._stranger, None])
            at_game = who is self._mallory or chance.random() < 0.7
            table = chance.choice(self._tables[-len(GAMES_AT_ONCE) :]) if at_game else self._waiting
            may_leave = who is not self._mallory
            maker = MessageMaker(chance, Aim(table, "m" if who is self._mallory else "x", may_leave=may_leave))
            await self._hurl_messages(who, maker, table, batches=chance.randrange(1, 6))
            while self.sent_messages.total() > number * MESSAGES_PER_VIOLATION * SOCKET_ATTACKERS:
                await self._violate(chance, who)
                number += 1

    def _take_messages(self, count: int) -> int:
        count = min(count, self._messages_left)
        self._messages_left -= count
        self._note_rss()
        return count

    async def _hurl_messages(self, who: Person | None, maker: MessageMaker, table: str, batches: int) -> None:
        socket = await RawSocket.open(self._server.port, who.cookie if who else None)
        watch = json.dumps({"type": "watch", "table": table}).encode()
        await self._ask(socket, maker, [HostileMessage("watch", frame(TEXT, watch))])
        for _ in range(batches):
            made = [maker.next() for _ in range(self._take_messages(self._messages_at_once))]
            if who is self._mallory:
                self._malice |= {each.sent for each in made if each.sent}
            if not made or not await self._ask(socket, maker, made):
                break
        socket.close()

    async def _ask(self, socket: RawSocket, maker: MessageMaker, asked: list[HostileMessage]) -> bool:
        """Send all at once. Every message is answered once; False where the connection was closed."""
        self.sent_messages.update(message.kind for message in asked)
        socket.write(b"".join(message.frames for message in asked))
        ids = {message.sent[0] for message in asked if message.sent}
        missing = len(asked)
        while missing > 0:
            try:
                told = await socket.messages()
            except TimeoutError:
                told = None
            if told is None and socket.close_reason == KEEPALIVE_TIMEOUT:
                self.answers["too slow for the keepalive"] += 1
                return False
            if told is None:
                self._report(f"{missing} were not answered (closed with {socket.close_code}) of {asked}")
                return False
            missing -= sum(self._is_answer(message, maker, ids) for message in told)
        if missing < 0:
            self._report(f"{-missing} answers too many to {asked}")
        return True

    def _is_answer(self, message: dict[str, Any], maker: MessageMaker, ids: set[str]) -> bool:
        """Whether it answers something that was asked here: an accepted action is answered by its event."""
        kind = message["type"]
        if kind in {"event", "table", "caught-up"}:
            maker.seq = message["seq"]
        if kind == "event" and ("action" not in message or message["id"] not in ids):
            return False
        if kind not in ANSWERS:
            return False
        if kind == "event":
            ids.discard(message["id"])  # it comes once more to whoever asks for what was missed
        self.answers[message.get("code", kind)] += 1
        if message.get("code") == "server-error":
            self._report(f"an error of the server: {message}")
        return True

    def _report(self, problem: str) -> None:
        self.problems.append(problem[:MAX_PROBLEM_LENGTH])

    async def _violate(self, chance: Random, who: Person | None) -> None:
        """Break the protocol itself, for which a connection has to end with the right word."""
        if not self._take_messages(1):
            return
        kind = chance.choice(list(VIOLATIONS))
        data, expected = VIOLATIONS[kind]
        self.sent_messages[kind] += 1
        socket = await RawSocket.open(self._server.port, who.cookie if who else None)
        if chance.random() < 0.2:  # or go away in the middle of it
            socket.write(data[: chance.randrange(1, len(data))])
            socket.close()
            return
        socket.write(data)
        try:
            code = await socket.until_closed()
        except TimeoutError:
            code = -1
        if code != expected:
            self._report(f"{kind}: the connection ended with {code}, not with {expected}")
        self.answers[f"closed with {code}"] += 1
        socket.close()

    # Requests

    async def _attack_requests(self, chance: Random) -> None:
        while self._requests_left > 0:
            tables = self._tables[-len(GAMES_AT_ONCE) :]
            maker = RequestMaker(chance, f"127.0.0.1:{self._server.port}", self._stranger.cookie, tables)
            batch = maker.batch(chance.randrange(REQUESTS_AT_ONCE))[: self._requests_left]
            self._requests_left -= len(batch)
            self._note_rss()
            self.sent_requests.update(request.kind for request in batch)
            await self._hurl_requests(batch)

    async def _hurl_requests(self, batch: list[HostileRequest]) -> None:
        """All at once on one connection; what comes after the last answer, or in its place, is looked at too."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        writer.write(b"".join(request.data for request in batch))
        *kept, last = batch
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                for request in kept:
                    await self._read_answer(reader, request)
                await self._read_last(reader, writer, last)
        except (OSError, asyncio.IncompleteReadError) as error:
            self._report(f"{error!r} instead of an answer to {batch}")
        finally:
            writer.close()

    async def _read_last(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, last: HostileRequest
    ) -> None:
        if not last.answers:
            try:
                writer.write_eof()
                await self._read_answer(reader, last)
            except (OSError, asyncio.IncompleteReadError):
                return
        else:
            await self._read_answer(reader, last)
        if last.closes and (rest := await reader.read()):
            self._report(f"{last.kind}: more was answered than asked: {rest!r}")

    async def _read_answer(self, reader: asyncio.StreamReader, request: HostileRequest) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head.split(b" ", 2)[1])
        self.statuses[status] += 1
        if status not in request.allowed:
            self._report(f"{request.kind}: {status} for {request.data!r:.600}")
        size = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if size and not request.is_head:
            await reader.readexactly(int(size))
        elif b"transfer-encoding: chunked" in head:
            while (chunk := int(await reader.readline(), 16)) > 0:
                await reader.readexactly(chunk + 2)
            await reader.readline()
        elif b"connection: close" in head:
            await reader.read()

    # Afterwards

    def _note_rss(self) -> None:
        sent = self._total - self._messages_left - self._requests_left
        if self._early_rss is None and sent > self._total // 10:
            self._early_rss = _rss_kb(self._server.pid)

    def _check_server(self) -> None:
        for number, text in enumerate(self._server.log.read_text("utf-8", "replace").splitlines()):
            if '"level":"error"' in text or '"level":"critical"' in text or "Traceback" in text:
                self._report(f"line {number} of the log: {text[:500]}")
        for person in (self._host, self._mallory, self._stranger):
            told = person.get("/api/me")
            if told["person"] is None or told["person"]["name"] != person.name:
                self._report(f"{person.name} is {told}")
        if self._server.visit().get("/health").json()["status"] != "ok":
            self._report("the server is not well")

    def _check_tables(self) -> tuple[int, int]:
        """The rules play every stored event again; who did it must have been allowed to."""
        engine = sa.create_engine(f"sqlite:///{self._server.data / 'purrlab.sqlite'}")
        moves = 0
        with engine.connect() as connection:
            for table_id, clients in self._games:
                table = store.load_table(connection, table_id)
                assert table is not None
                moves += self._check_game(table, clients)
            waiting = store.load_table(connection, self._waiting)
            assert waiting is not None
            wrong = [each for each in waiting.events if isinstance(each, BotSeated | Closed) or _removed(each)]
            if wrong or waiting.status != "waiting":
                self._report(f"somebody did what only the host may: {waiting.status} {wrong}")
        engine.dispose()
        return moves, len(self._games) + 1

    def _check_game(self, table: Table, clients: list[RandomPlayer]) -> int:
        sent = [{number: action for number, (_, action) in client.acknowledged.items()} for client in clients]
        moves = 0
        for state, event in _states(table):
            if isinstance(event, TakenOver | CameBack | Left):
                self._report(f"{table.terms.id}: {event}")
            if not isinstance(event, Acted):
                continue
            moves += 1
            if event.action not in map(str, state.legal(event.seat)):
                self._report(f"{table.terms.id}: illegal: {event}")
            own = sent[event.seat].get(event.request_id or "") == event.action
            malice = event.seat == 1 and (event.request_id, event.action) in self._malice
            if not (own or malice):
                self._report(f"{table.terms.id}: nobody on seat {event.seat} asked for {event}")
        assert table.state is not None
        if table.status != "over":
            self._report(f"{table.terms.id} is {table.status}")
        verify(decode(encode(record_of(table.state, table.names({}), secrets=True))))
        return moves


def _removed(event: object) -> bool:
    return isinstance(event, Left) and event.reason == "removed"


def _states(table: Table) -> Iterator[tuple[Any, Any]]:
    """Each event with the state before it."""
    again = Table(table.terms)
    for event in table.events:
        yield again.state, event
        again.apply(event)


def _rss_kb(pid: int) -> int:
    """0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    return int(status.read_text("ascii").partition("VmRSS:")[2].split()[0]) if status.exists() else 0
