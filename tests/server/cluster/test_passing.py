"""Processes of one machine pass connections to each other, and forward those that cannot be passed."""

import asyncio
import os
import random
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import httpx
import pytest
import uvloop
from server.clients import (
    Person,
    RandomPlayer,
    Server,
    SocketClient,
    free_port,
    open_socket,
    start_bot_game,
    wait_until,
)
from server.cluster.test_processes import workers
from server.server_process import PROGRAM
from websockets.exceptions import ConnectionClosed, InvalidStatus

from purrlab.server.asgi import CLOSE_SERVICE_RESTART
from purrlab.server.cluster import descriptor_exchange, passing
from purrlab.server.cluster.descriptor_exchange import REFUSED, TAKEN, offer, receive
from purrlab.server.storage.leases import shard_of

if TYPE_CHECKING:
    from purrlab.server.cluster.membership import Membership
    from purrlab.server.socket.endpoint import SocketEndpoint
    from purrlab.server.storage.writer import Writer

PEOPLE = 12  # so many that some come in at either process
PER_ADDRESS = 4
loops = pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])


class Processes(Server):
    """Two of them, and what they say of their connections."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.metrics = free_port() - 5_000  # from there on; the next one is the server's
        super().__init__(folder, PROGRAM, processes="2", lease_seconds="1", metrics_port=str(self.metrics), **settings)

    def sockets(self) -> dict[str, list[int]]:
        """By the way that they go, for each process."""
        found: dict[str, list[int]] = {}
        for number in range(2):
            told = httpx.get(f"http://127.0.0.1:{self.metrics + number}/metrics").text
            for line in told.splitlines():
                if line.startswith("purrlab_sockets{"):
                    found.setdefault(line.split('"')[1], []).append(int(float(line.split()[-1])))
        return found

    def owner(self, table: str) -> str:
        with closing(sqlite3.connect(self.data / "purrlab.sqlite")) as database:
            (owner,) = database.execute("SELECT owner FROM shards WHERE number = ?", [shard_of(table)]).fetchone()
        return str(owner)

    def tables_of_both(self, host: Person) -> list[str]:
        """One of each process."""
        found: dict[str, str] = {}
        while len(found) < 2:
            table = Person(self, host.name, cookie=host.http.cookies["purrlab"]).new_table(players=2)["id"]
            found[self.owner(table)] = table
        return list(found.values())

    def descriptors(self) -> list[int]:
        """That are open, for each process."""
        return [_descriptors(pid) for pid in sorted(workers(self))]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Processes]:
    with Processes(tmp_path) as running:
        asyncio.run(wait_until(lambda: _shares(running) == {32}))
        yield running


def _shares(server: Processes) -> set[int]:
    with closing(sqlite3.connect(server.data / "purrlab.sqlite")) as database:
        return {count for (count,) in database.execute("SELECT count(*) FROM shards GROUP BY owner")}


async def _watch(stack: AsyncExitStack, person: Person, table: str) -> SocketClient:
    opened = await stack.enter_async_context(open_socket(person.server, person))
    assert (await opened.ask("watch", table=table))["table"]["id"] == table
    return opened


def test_all_who_watch_a_table_are_connected_to_its_owner(server: Processes) -> None:
    host = Person(server, "Ann")
    tables = server.tables_of_both(host)
    before = server.descriptors()

    async def look() -> None:
        async with AsyncExitStack() as stack:
            opened = [await _watch(stack, host, tables[0]) for _ in range(PEOPLE)]
            await wait_until(lambda: sorted(server.sockets()["here"]) == [0, PEOPLE])
            for client in opened[1:]:  # what they say comes with them, and is answered in its order
                await client.send("watch", id="there", table=tables[1])
                await client.send("ping", id="pinged")
                assert (await client.until("table"))["table"]["id"] == tables[1]
                await client.until("pong")
            await wait_until(lambda: sorted(server.sockets()["here"]) == [1, PEOPLE - 1])
            assert server.sockets()["to_others"] == server.sockets()["from_others"] == [0, 0]
            assert (await opened[0].ask("watch", table=tables[0]))["type"] == "table"
        await wait_until(lambda: server.descriptors() == before)

    asyncio.run(look())


def test_what_was_asked_at_the_table_before_is_answered_all_the_same(server: Processes) -> None:
    host, guest = Person(server, "Ann"), Person(server, "Bo")
    tables = server.tables_of_both(host)

    async def leave() -> None:
        async with AsyncExitStack() as stack:
            opened = await _watch(stack, guest, tables[0])
            for number, there in enumerate((tables[1], tables[0], tables[1])):
                asked = {f"{kind}{number}" for kind in ("sit", "say", "leave", "watch")}
                await opened.send("sit", id=f"sit{number}")
                await opened.send("say", id=f"say{number}", text="bye")
                await opened.send("leave", id=f"leave{number}")
                await opened.send("watch", id=f"watch{number}", table=there)
                while asked:
                    asked.discard(str((await opened.next()).get("id")))
                assert server.sockets()["to_others"] == [0, 0]

    asyncio.run(leave())


def test_who_is_too_much_for_the_owner_is_forwarded_or_refused(tmp_path: Path) -> None:
    """Each process counts for itself. A connection counts at one of them, wherever it came in."""
    with Processes(tmp_path, connections_per_address=str(PER_ADDRESS)) as server:
        host = Person(server, "Ann")
        table = host.new_table(players=2)["id"]

        async def come() -> None:
            async with AsyncExitStack() as stack:
                refused = admitted = 0
                while admitted < 2 * PER_ADDRESS or not refused:
                    try:
                        await _watch(stack, host, table)
                    except (InvalidStatus, ConnectionClosed):  # whoever comes in at a process that is full
                        refused += 1
                    else:
                        admitted += 1
                    assert admitted <= 2 * PER_ADDRESS
                found = server.sockets()
                assert sorted(found["here"]) == [0, PER_ADDRESS]
                assert sorted(found["to_others"]) == sorted(found["from_others"]) == [0, PER_ADDRESS]
            await wait_until(lambda: server.sockets()["here"] == server.sockets()["to_others"] == [0, 0])

        asyncio.run(come())


def test_what_was_spent_of_the_limit_of_messages_goes_along(tmp_path: Path) -> None:
    with Processes(tmp_path, messages_per_second="1", message_burst="12") as server:
        host = Person(server, "Ann")
        tables = server.tables_of_both(host)

        async def look() -> None:
            async with AsyncExitStack() as stack:
                opened = await _watch(stack, host, tables[0])
                assert (await opened.ask("watch", table=tables[1]))["type"] == "table"
                assert (await opened.ask("ping"))["type"] == "pong"
                assert (await opened.ask("ping"))["type"] == "pong"
                assert (await opened.ask("ping"))["code"] == "slow-down"  # 5 for each table, and 2

        asyncio.run(look())


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_who_was_passed_to_a_process_that_ends_comes_back_and_plays_on(server: Processes, sent: int) -> None:
    ann = Person(server, "Ann")
    player = RandomPlayer(ann, start_bot_game(ann, pace=0.1), random.Random(1))
    others = [Person(server, f"Watcher {number}") for number in range(PEOPLE)]

    async def play() -> None:
        async with AsyncExitStack() as stack:
            watching = [await _watch(stack, person, player.table) for person in others]
            owner = max(workers(server), key=_descriptors)
            playing = asyncio.create_task(player.play())
            await wait_until(lambda: bool(player.acknowledged))
            os.kill(owner, sent)
            for opened in watching:
                with pytest.raises(ConnectionClosed) as closed:
                    await opened.until("nothing")
                if sent == signal.SIGTERM:
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == CLOSE_SERVICE_RESTART
            await playing
            assert player.reconnects

    asyncio.run(play())
    record = server.visit().get(f"/api/tables/{player.table}/replay").json()
    stored = {step["seq"]: step["action"] for step in record["steps"]}
    assert all(stored[seq] == action for seq, action in player.acknowledged.values())


def _descriptors(pid: int) -> int:
    """How many are open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@pytest.fixture
def channel() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of one exchange, at which nobody waits."""
    ends = socket.socketpair(socket.AF_UNIX)
    for end in ends:
        end.settimeout(0)
    with ends[0], ends[1]:
        yield ends


class Connected(asyncio.Transport):
    """One end of a connection, as a transport has it."""

    def __init__(self, opened: socket.socket) -> None:
        super().__init__({"socket": opened})


@loops
@pytest.mark.parametrize(("answer", "is_taken"), [(TAKEN, True), (REFUSED, False), (b"", False)])
def test_a_socket_is_handed_over_whole(
    loop: Callable[[], asyncio.AbstractEventLoop],
    answer: bytes,
    is_taken: bool,  # noqa: FBT001
    channel: tuple[socket.socket, socket.socket],
) -> None:
    here, there = channel
    described = bytes(200_000)  # more than goes at once
    client, accepted = socket.socketpair()

    async def answered() -> socket.socket:
        data, passed = await receive(there)
        assert data == described
        if answer:
            there.send(answer)
        there.close()
        return passed

    async def exchange() -> None:
        taking = asyncio.create_task(answered())
        assert await offer(here, described, Connected(accepted)) == is_taken
        with await taking as passed:
            assert not passed.get_inheritable()
            passed.send(b"hello")
            assert client.recv(5) == b"hello"

    with client, accepted, asyncio.Runner(loop_factory=loop) as runner:
        runner.run(exchange())


@loops
def test_nobody_goes_on_where_nobody_answers(
    loop: Callable[[], asyncio.AbstractEventLoop],
    monkeypatch: pytest.MonkeyPatch,
    channel: tuple[socket.socket, socket.socket],
) -> None:
    monkeypatch.setattr(descriptor_exchange, "EXCHANGE_TIMEOUT_SECONDS", 0.01)
    client, accepted = socket.socketpair()

    async def exchange() -> None:
        with pytest.raises(TimeoutError):
            await offer(channel[0], b"", Connected(accepted))
        descriptor_exchange.cut_off(Connected(accepted))
        assert client.recv(1) == b""

    with client, accepted, asyncio.Runner(loop_factory=loop) as runner:
        runner.run(exchange())


@loops
def test_what_does_not_come_whole_leaves_nothing_open(
    loop: Callable[[], asyncio.AbstractEventLoop], channel: tuple[socket.socket, socket.socket]
) -> None:
    here, there = channel
    before = _descriptors(os.getpid())
    socket.send_fds(here, [b"\0\0\0\x09too"], [here.fileno()])
    here.shutdown(socket.SHUT_WR)

    async def take() -> None:
        with pytest.raises(ConnectionError, match="did not come whole"):
            await receive(there)

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(take())
    assert _descriptors(os.getpid()) == before


def test_where_it_cannot_listen_all_is_forwarded(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cut = passing.Passing(tmp_path / "nowhere")
    cut.open(cast("Membership", SimpleNamespace(member="me")), cast("SocketEndpoint", None), cast("Writer", None))
    assert [record.message for record in caplog.records] == ["connections cannot be passed between processes"]
