"""A world whose people come in at another server: all that is said to them passes over a bus, and is kept."""

import asyncio
from collections import defaultdict
from collections.abc import Callable

import msgspec
from server.in_process import AsgiSocket, InProcessServer

from purrlab.server.cluster.bus import Bus
from purrlab.server.cluster.forwarding import Forwarder
from purrlab.server.cluster.frames import AnyFrame, LinkOpened, OwnerSaid
from purrlab.server.cluster.membership import Membership
from purrlab.server.cluster.remote_connections import RemoteConnections
from purrlab.server.origins import Origins
from purrlab.server.socket.endpoint import SocketEndpoint

GATEWAY, OWNER = "gateway", "owner"
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(AnyFrame).decode


class Wire:
    """What was said to each client over the bus, by their name, byte by byte."""

    def __init__(self) -> None:
        self.told: defaultdict[str, list[bytes]] = defaultdict(list)
        self.under_way = 0  # frames
        self._names: dict[int, str] = {}  # by link

    def carry(self, frame: AnyFrame, receive: Callable[[AnyFrame], None]) -> None:
        data = _encode(frame)
        if isinstance(frame, LinkOpened):
            self._names[frame.link] = frame.client.name
        elif isinstance(frame, OwnerSaid):
            self.told[self._names[frame.link]].append(data)
        self.under_way += 1
        asyncio.get_running_loop().call_soon(self._arrive, data, receive)

    def _arrive(self, data: bytes, receive: Callable[[AnyFrame], None]) -> None:
        self.under_way -= 1
        receive(_decode(data))


class WireBus(Bus):
    connected = True

    def __init__(self, member: str, wire: Wire) -> None:
        super().__init__("", member)
        self._wire = wire
        self.other: Callable[[AnyFrame], None] = lambda _frame: None

    def post(self, _to: str, frame: AnyFrame) -> None:
        self._wire.carry(frame, self.other)


class Owning(Membership):
    def __init__(self, member: str) -> None:
        self.member = member

    def owns(self, _table_id: str) -> bool:
        return self.member == OWNER

    def owner(self, _table_id: str) -> str | None:
        return OWNER

    def epoch(self, _table_id: str) -> int:
        return 1


class _ForwardedSockets(AsgiSocket):
    """Among the sockets of a server: the far ends of those that are forwarded wait as well."""

    def __init__(self, wire: Wire, remote: RemoteConnections) -> None:
        super().__init__()
        self._wire = wire
        self._remote = remote

    @property  # type: ignore[override]
    def is_waiting(self) -> int:
        if self._wire.under_way:
            return -(10**6)  # it is not over
        return sum(socket._waits and socket._inbox.empty() for socket in self._remote._sockets.values())

    @is_waiting.setter
    def is_waiting(self, _waiting: int) -> None:
        pass


def put_behind_bus(server: InProcessServer) -> Wire:
    """From now on all who come in at this server come in at another one, and their tables are here."""
    services, wire, origins = server.services, Wire(), Origins([], secure=False)
    gateway_bus, owner_bus = WireBus(GATEWAY, wire), WireBus(OWNER, wire)
    owner_endpoint = SocketEndpoint(services, origins, server.endpoint.handlers)
    remote = RemoteConnections(owner_bus, Owning(OWNER), owner_endpoint, services.writer)

    async def exists(_table_id: str) -> bool:
        return True

    server.endpoint = SocketEndpoint(services, origins, server.endpoint.handlers)
    forwarder = Forwarder(gateway_bus, Owning(GATEWAY), server.endpoint, services.tables.presence, exists)
    server.endpoint.router = forwarder
    gateway_bus.other = lambda frame: remote.receive(GATEWAY, frame)  # type: ignore[arg-type]
    owner_bus.other = lambda frame: forwarder.receive(OWNER, frame)  # type: ignore[arg-type]
    server._sockets.add(_ForwardedSockets(wire, remote))
    return wire
