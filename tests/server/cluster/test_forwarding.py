"""What becomes of a connection whose table is at another server, seen from either of the two."""

import asyncio
import threading
from pathlib import Path

from server.clients import SocketClient, wait_until
from server.in_process import AsgiSocket, InProcessServer, in_process_server

from purrlab.server.asgi import CLOSE_SERVICE_RESTART, Message
from purrlab.server.cluster.bus import Bus
from purrlab.server.cluster.forwarding import Forwarder
from purrlab.server.cluster.frames import (
    AnyFrame,
    ClientSaid,
    CloseRequested,
    LinkOpened,
    OwnerSaid,
    RemoteClient,
    TableMoved,
)
from purrlab.server.cluster.handover import Handover
from purrlab.server.cluster.membership import Membership
from purrlab.server.cluster.remote_connections import RemoteConnections
from purrlab.server.ids import new_id
from purrlab.server.protocol import Watch
from purrlab.server.storage.leases import shard_of

OTHER = "other"  # the other server


class RecordingBus(Bus):
    """NATS is not there, and nobody needs it."""

    connected = True

    def __init__(self) -> None:
        super().__init__("", "gateway")
        self.posted: list[AnyFrame] = []

    def post(self, to: str, frame: AnyFrame) -> None:
        assert to == OTHER
        self.posted.append(frame)


class OtherOwner(Membership):
    """All tables are at the other server, until they are here."""

    member, is_here = "gateway", False

    def __init__(self) -> None:
        pass

    def owns(self, _table_id: str) -> bool:
        return self.is_here

    def owner(self, _table_id: str) -> str | None:
        return self.member if self.is_here else OTHER

    def epoch(self, _table_id: str) -> int:
        return int(self.is_here)


async def _exists(_table: str) -> bool:
    return True


def _lead_away(server: InProcessServer) -> tuple[RecordingBus, OtherOwner, Forwarder]:
    """From now on its tables are at the other server."""
    bus, membership = RecordingBus(), OtherOwner()
    forwarder = Forwarder(bus, membership, server.endpoint, server.tables.presence, _exists)
    server.endpoint.router = forwarder
    return bus, membership, forwarder


def test_who_cannot_go_on_at_a_table_that_came_here_has_to_come_back(tmp_path: Path) -> None:
    """Nobody would tell them that they are told nothing more: they did not ask for this."""

    async def play() -> None:
        async with in_process_server(tmp_path) as server:
            ann = await server.new_person("Ann")
            table = await server.new_table(ann)
            bus, membership, forwarder = _lead_away(server)

            async def come_here(opened: SocketClient, goes_to: str) -> None:
                membership.is_here = False
                await opened.send("watch", id="w", table=table)
                await server.settle()
                opening = bus.posted[-2]
                assert isinstance(opening, LinkOpened)
                membership.is_here = True
                forwarder.receive(OTHER, TableMoved(opening.link, handled=1, table=goes_to, seq=0, chat=0))

            async with server.open_socket(ann) as opened:
                await come_here(opened, table)
                assert (await opened.next())["type"] == "event"  # what came after seq 0
                assert (await opened.next())["type"] == "caught-up"
            async with server.open_socket(ann) as opened:
                await come_here(opened, new_id())
                await wait_until(lambda: not server.services.connections.all())

    asyncio.run(play())


def test_a_gateway_that_was_thought_to_be_gone_hears_that_its_clients_are_told_nothing_more(tmp_path: Path) -> None:
    """It may only have been silent, or its first word after a pause may have come after the next ones."""

    async def play() -> None:
        async with in_process_server(tmp_path) as server:
            bus, membership = RecordingBus(), OtherOwner()
            membership.is_here = True
            remote = RemoteConnections(bus, membership, server.endpoint, server.services.writer)
            client = RemoteClient(None, "", None, [], "192.0.2.1")
            table = await server.new_table(await server.new_person("Ann"))
            remote.receive(OTHER, LinkOpened(7, table, client, Watch(table=table)))
            await wait_until(lambda: any(isinstance(frame, OwnerSaid) for frame in bus.posted))
            remote.end(OTHER)
            await wait_until(lambda: len(remote) == 0)
            assert bus.posted[-1] == CloseRequested(7, CLOSE_SERVICE_RESTART)
            assert not server.services.connections.all()

    asyncio.run(play())


def test_who_asked_for_what_is_not_stored_when_the_table_moves_comes_back_and_asks_again(tmp_path: Path) -> None:
    """For this server could not tell them any more what became of it."""

    async def play() -> None:
        async with in_process_server(tmp_path) as server:
            ann = await server.new_person("Ann")
            table = await server.new_table(ann)
            bus, membership, forwarder = _lead_away(server)
            membership.is_here, server.endpoint.router = True, None
            remote = RemoteConnections(bus, membership, server.endpoint, server.services.writer)
            moves = Handover(server.tables, membership, forwarder, remote)
            client = RemoteClient(ann.id, "Ann", "session", [], "192.0.2.1")
            stored = threading.Event()
            stored.set()

            def wait(_writes: object) -> None:
                stored.wait()

            server.commit.interrupt = wait

            async def watch_and_add(link: int) -> None:
                told = len(bus.posted)
                remote.receive(OTHER, LinkOpened(link, table, client, Watch(table=table)))
                await wait_until(lambda: len(bus.posted) > told)
                remote.receive(OTHER, ClientSaid(link, b'{"type": "entropy", "id": "e", "text": "%d"}' % link))

            await watch_and_add(1)
            await wait_until(
                lambda: any(isinstance(told, OwnerSaid) and b'"done"' in told.message for told in bus.posted)
            )
            moves.lost({shard_of(table)})
            assert [type(last) for last in bus.posted[-1:]] == [TableMoved]
            stored.clear()
            await watch_and_add(2)
            moves.lost({shard_of(table)})
            assert bus.posted[-1] == CloseRequested(2, CLOSE_SERVICE_RESTART)
            stored.set()
            await wait_until(lambda: len(remote) == 0)

    asyncio.run(play())


def test_a_remote_connection_that_cannot_go_on_here_has_to_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with in_process_server(tmp_path) as server:
            told: list[Message] = []

            async def tell(message: Message) -> None:
                told.append(message)

            socket, nobody = AsgiSocket(), (None, set[str](), "192.0.2.1")
            await server.endpoint.serve(nobody, 1, socket.receive, tell, Watch(table=new_id(), seq=3))
            assert [message["type"] for message in told] == ["websocket.accept", "websocket.close"]
            assert told[-1]["code"] == CLOSE_SERVICE_RESTART

    asyncio.run(play())


def test_tables_elsewhere_cost_whoever_asks_as_much_as_those_here(tmp_path: Path) -> None:
    """Else somebody could make servers look for tables, and play games again, as often as they can ask for anything."""

    async def look() -> None:
        async with in_process_server(tmp_path, messages_per_second=1, message_burst=30) as server:
            ann = await server.new_person("Ann")
            table = await server.new_table(ann)
            bus, _, _ = _lead_away(server)
            async with server.open_socket(ann) as opened:
                for number in range(30):
                    await opened.send("watch", id=f"w{number}", table=table)
                await server.settle()
                asked = sum(isinstance(frame, ClientSaid) for frame in bus.posted)
                assert 1 <= asked < 10
                assert (await opened.next())["code"] == "slow-down"

    asyncio.run(look())
