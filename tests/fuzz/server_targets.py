"""Messages and requests that are not only read but done, by a server in this process."""

import asyncio
import atexit
import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import msgspec
from server.in_process import InProcessServer, in_process_server
from server.in_process_api import InProcessApi, open_api
from server.server_process import QUICK_HASHER

from purrlab.server.accounts.sessions import Visit
from purrlab.server.errors import ErrorCode
from purrlab.server.http.error_responses import CODE_BY_STATUS, Problem, status_of
from purrlab.server.live.live_table import LiveTable
from purrlab.server.origins import Origins
from purrlab.server.rate_limiter import TokenBucket
from purrlab.server.socket.connection import Connection
from purrlab.server.socket.endpoint import SocketEndpoint, _decode
from purrlab.server.tables import commands
from purrlab.server.tables.events import Acted
from purrlab.server.tables.table import Table

T = TypeVar("T")
Senders = dict[tuple[str, str], set[int]]  # of an action under an id

GAMES = ("cat-in-the-box", "rascal-kittens")
NAMES = ("Ann", "Bo", "Cy")  # two who play, and one who looks on
TABLE_WORD = b"THE-TABLE"  # stands for the id of the table
MANY = 10**9
MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108  # where storing takes no time
POLL_SECONDS = 0.0001  # until all is done
MAX_MESSAGES = 30  # of one input


class _Client:
    """Somebody who sends messages to the endpoint and keeps what comes back."""

    def __init__(self, visit: Visit | None) -> None:
        self.heard: list[dict[str, Any]] = []
        self.connection = Connection(self._hear, visit, set(), TokenBucket(MANY, MANY, 0), MANY)

    async def _hear(self, message: Any) -> None:
        self.heard.append(json.loads(message["text"]))


class _Harness:
    """One server for all inputs, with people and a table of their own for each."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._folder = Path(tempfile.mkdtemp(dir=MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None))
        self._stack = AsyncExitStack()
        self.server: InProcessServer
        self.api: InProcessApi
        self.endpoint: SocketEndpoint
        self.run(self._open())
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)

    async def _open(self) -> None:
        settings: dict[str, Any] = {"request_burst": MANY, "sittings_per_minute": MANY, "tables_per_person": MANY}
        settings |= {
            "new_tables_per_minute": MANY,
            "new_guests_per_minute": MANY,
            "logins_per_minute": MANY,
            "chats_per_minute": MANY,
        }
        self._stack.enter_context(patch("purrlab.server.accounts.passwords._hasher", QUICK_HASHER))
        self._stack.enter_context(patch("server.in_process.POLL_SECONDS", POLL_SECONDS))
        self._stack.enter_context(patch("purrlab.server.tables.table.final_seed", lambda *_: "the same deal each time"))
        opening = in_process_server(self._folder, **settings)
        self.server = await self._stack.enter_async_context(opening)
        self.api = await open_api(self.server)
        self.endpoint = SocketEndpoint(self.server.services, Origins([], secure=False))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self._stack.aclose())
        self._loop.close()


_harness = cache(_Harness)


def close() -> None:
    """Stop the server of these targets, if it runs."""
    if _harness.cache_info().currsize:
        _harness().close()
        _harness.cache_clear()


def socket_requests(data: bytes) -> str:
    """A line is a message; its first character says who sends it. The first line says how the table is."""
    return _harness().run(_send_messages(data))


async def _send_messages(data: bytes) -> str:
    server, endpoint = _harness().server, _harness().endpoint
    first, *lines = data.split(b"\n")
    people = [await server.new_person(name) for name in NAMES]
    game = GAMES[b"r" in first]
    table = await server.new_table(people[0], game=game, players=2, listed=False)
    live = await server.tables.registry.find(table)
    clients = [_Client(Visit(person, f"session-{person.id}")) for person in people]
    for client in [*clients, _Client(None)]:
        server.tables.presence.attach(live, client.connection)
    if b"s" in first:
        live.names[people[1].id] = people[1].name
        server.tables.publisher.accept(live, commands.sit(live.table, people[1].id, 1, 0))
        server.tables.publisher.accept(live, commands.start(live.table, people[0].id, 0))
        await server.settle()
    sent: Senders = defaultdict(set)
    for line in lines[:MAX_MESSAGES]:
        who = (ord(line[:1] or b"A") - ord("A")) % len(clients)
        message = line[1:].replace(TABLE_WORD, table.encode())
        client = clients[who]
        before = len(client.heard)
        assert await endpoint.handle(client.connection, message)
        await server.settle()
        _check_answer(message, client.heard[before:], sent, who)
    await _check_table(server, live, [person.id for person in people], sent)
    for client in clients:
        server.tables.presence.detach(client.connection)
    server.tables.turns.cancel_timer(live)
    server.tables.registry.remove(live)
    return " ".join(sorted({told.get("code", told["type"]) for client in clients for told in client.heard}))


def _check_answer(message: bytes, heard: list[dict[str, Any]], sent: Senders, who: int) -> None:
    """Every message is answered, and never by a failure of the server."""
    try:
        request: Any = _decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        assert [told["code"] for told in heard] == ["bad-message"]
        return
    assert not any(told.get("code") == ErrorCode.SERVER_ERROR for told in heard), heard
    assert any(told.get("id") == request.id for told in heard if told["type"] != "presence"), (request, heard)
    if type(request).__name__ == "Act":
        sent[request.id, request.action].add(who)


async def _check_table(server: InProcessServer, live: LiveTable, people: list[str], sent: Senders) -> None:
    """All that was accepted is legal, and was done by whoever may: the rules play it again."""
    await server.settle()
    again = Table(live.table.terms)
    for event in live.table.events:
        if isinstance(event, Acted) and event.request_id is not None:
            assert event.seat in {again.seat_of(people[who]) for who in sent[event.request_id, event.action]}
            assert again.state is not None
            assert event.action in map(str, again.state.legal(event.seat))
        again.apply(event)
    assert again.state == live.table.state
    assert again.seat_by_person == live.table.seat_by_person


def rest_requests(data: bytes) -> str:
    """``METHOD path?query``, who asks, the media type and the body, each on a line."""
    return _harness().run(_request(data))


async def _request(data: bytes) -> str:
    server, api = _harness().server, _harness().api
    asked, who, media_type, body = (*data.split(b"\n", 3), b"", b"", b"")[:4]
    method, _, target = asked.decode("latin-1").partition(" ")
    path, _, query = target.partition("?")
    ann = await server.new_person("Ann")
    if TABLE_WORD in asked:
        path = path.replace(TABLE_WORD.decode(), await server.new_table(ann, listed=False))
    headers = {"content-type": media_type.decode("latin-1")}
    if who not in {b"ann", b""}:
        headers["cookie"] = who.decode("latin-1")
    answer = await api.request(
        method,
        "/" + path.lstrip("/"),
        person=ann.id if who == b"ann" else None,
        body=body,
        headers=headers,
        query=query,
    )
    await server.settle()
    assert (b"x-content-type-options", b"nosniff") in answer.headers
    if method == "HEAD":
        assert answer.body == b""
        assert answer.status < 500 or answer.status == 503
        return f"HEAD {answer.status}"
    if answer.status >= 400:
        problem = msgspec.json.decode(answer.body, type=Problem)
        assert problem.code != ErrorCode.SERVER_ERROR
        assert answer.status in {status_of(problem.code), 413} or CODE_BY_STATUS.get(answer.status) is None
        assert answer.status < 500 or answer.status == 503
        return f"{answer.status} {problem.code} {problem.field}"
    return f"{method} {answer.status}"
