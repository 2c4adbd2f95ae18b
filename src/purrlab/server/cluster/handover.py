"""Tables that go to another server, and those who watch them: they go along."""

import asyncio
import time
from collections.abc import Callable

from purrlab.server.asgi import CLOSE_SERVICE_RESTART
from purrlab.server.cluster.forwarding import Forwarder
from purrlab.server.cluster.membership import Membership
from purrlab.server.cluster.remote_connections import RemoteConnections, RemoteSocket
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.table_service import TableService
from purrlab.server.socket.connection import Connection
from purrlab.server.storage.leases import shard_of

DRAIN_TIMEOUT_SECONDS = 2  # for which what was begun may take before a table moves
DRAIN_POLL_SECONDS = 0.005


class Handover:
    def __init__(
        self,
        tables: TableService,
        membership: Membership,
        forwarder: Forwarder,
        remote_connections: RemoteConnections,
    ) -> None:
        self._tables = tables
        self._membership = membership
        self._forwarder = forwarder
        self._remote_connections = remote_connections

    async def release(self, targets: dict[int, str | None]) -> None:
        """Finish what was begun, and let others have these shards. What is asked meanwhile, they are asked."""
        goes = _in(set(targets))
        self._membership.begin_release(targets)
        sockets = self._remote_connections.at(goes)
        for socket in sockets:
            socket.held = True
        lives = [live for live in self._tables.registry.tables.values() if goes(live.id)]
        for live in lives:
            for watcher in live.watchers:
                if isinstance(watcher, Connection) and not isinstance(watcher.protocol, RemoteSocket):
                    self._forwarder.hold(watcher, live.id)
        deadline = time.monotonic() + DRAIN_TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            if not any(socket.is_busy for socket in sockets) and not any(live.unstored for live in lives):
                break
            await asyncio.sleep(DRAIN_POLL_SECONDS)
        gone = self._forget(goes)
        try:
            await self._membership.end_release(targets)
        finally:
            self._move(gone, goes)

    def lost(self, shards: set[int]) -> None:
        """Others have these already. What was not stored by then never will be, and whoever asked for it is told so."""
        goes = _in(shards)
        self._move(self._forget(goes), goes)

    def _forget(self, goes: Callable[[str], bool]) -> list[LiveTable]:
        gone = self._tables.registry.forget(goes) + self._tables.recovery.forget(goes)
        for live in gone:
            live.broken = live.reloading = True
            self._tables.turns.cancel_timer(live)
        return gone

    def _move(self, gone: list[LiveTable], goes: Callable[[str], bool]) -> None:
        for live in gone:
            for watcher in list(live.watchers):
                assert isinstance(watcher, Connection)
                if not isinstance(watcher.protocol, RemoteSocket):
                    self._forwarder.follow(watcher, live)
                elif live.unstored:  # nobody could tell them any more what becomes of it: they come back, and ask again
                    watcher.protocol.close_with_code(CLOSE_SERVICE_RESTART)
                    watcher.protocol.end()
                else:
                    watcher.protocol.move(live.id, live.seq, live.last_chat_number)
        for socket in self._remote_connections.at(goes):
            socket.move_unattached()


def _in(shards: set[int]) -> Callable[[str], bool]:
    return lambda table_id: shard_of(table_id) in shards
