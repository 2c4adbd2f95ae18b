"""What becomes of a connection whose table is at another server, seen from either of the two."""

import asyncio
from pathlib import Path

from server.clients import SocketClient, wait_until
from server.in_process import AsgiSocket, InProcessServer, in_process_server

from purrlab.server.asgi import CLOSE_SERVICE_RESTART, Message
from purrlab.server.cluster.bus import Bus
from purrlab.server.cluster.frames import AnyFrame, Asked, Moved, Opened
from purrlab.server.cluster.links import Links
from purrlab.server.cluster.membership import Membership
from purrlab.server.ids import new_id
from purrlab.server.protocol import Watch

OWNER = "owner"  # the other server


class RecordingBus(Bus):
    """NATS is not there, and nobody needs it."""

    connected = True

    def __init__(self) -> None:
        super().__init__("", "gateway")
        self.posted: list[AnyFrame] = []

    def post(self, to: str, frame: AnyFrame) -> None:
        assert to == OWNER
        self.posted.append(frame)


class OtherOwner(Membership):
    """All tables are at the other server, until they are here."""

    member, is_here = "gateway", False

    def __init__(self) -> None:
        pass

    def owns(self, _table_id: str) -> bool:
        return self.is_here

    def owner(self, _table_id: str) -> str | None:
        return self.member if self.is_here else OWNER

    def epoch(self, _table_id: str) -> int:
        return int(self.is_here)


async def _exists(_table: str) -> bool:
    return True


def _lead_away(server: InProcessServer) -> tuple[RecordingBus, OtherOwner, Links]:
    """From now on its tables are at the other server."""
    bus, membership = RecordingBus(), OtherOwner()
    links = Links(bus, membership, server.endpoint, server.tables.presence, _exists)
    server.endpoint.router = links
    return bus, membership, links


def test_who_cannot_go_on_at_a_table_that_came_here_has_to_come_back(tmp_path: Path) -> None:
    """Nobody would tell them that they are told nothing more: they did not ask for this."""

    async def play() -> None:
        async with in_process_server(tmp_path) as server:
            ann = await server.new_person("Ann")
            table = await server.new_table(ann)
            bus, membership, links = _lead_away(server)

            async def come_here(opened: SocketClient, goes_to: str) -> None:
                membership.is_here = False
                await opened.send("watch", id="w", table=table)
                await server.settle()
                opening = bus.posted[-2]
                assert isinstance(opening, Opened)
                membership.is_here = True
                links.receive(OWNER, Moved(opening.link, handled=1, table=goes_to, seq=0, chat=0))

            async with server.open_socket(ann) as opened:
                await come_here(opened, table)
                assert (await opened.next())["type"] == "event"  # what came after seq 0
                assert (await opened.next())["type"] == "caught-up"
            async with server.open_socket(ann) as opened:
                await come_here(opened, new_id())
                await wait_until(lambda: not server.services.connections.all())

    asyncio.run(play())


def test_a_carried_connection_that_cannot_go_on_here_has_to_come_back(tmp_path: Path) -> None:
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
                asked = sum(isinstance(frame, Asked) for frame in bus.posted)
                assert 1 <= asked < 10
                assert (await opened.next())["code"] == "slow-down"

    asyncio.run(look())
