"""Connections that came in here, and whose tables are elsewhere.

Whatever such a client says goes to the owner of its table, and what the owner says goes to the client. When the table
moves, the link follows it: what the last owner had not handled goes to the next one. Where nobody can tell what became
of it, the connection is closed, and the client comes back by itself.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple

from purrlab.server.asgi import CLOSE_SERVICE_RESTART, CLOSE_TRY_AGAIN_LATER
from purrlab.server.cluster.bus import Bus
from purrlab.server.cluster.frames import (
    ClientSaid,
    CloseRequested,
    Drained,
    DrainRequested,
    LinkClosed,
    LinkOpened,
    MessagesDelivered,
    NotOwner,
    OwnerSaid,
    TableMoved,
)
from purrlab.server.cluster.membership import Membership
from purrlab.server.cluster.passing import Passing
from purrlab.server.cluster.remote_clients import client_of
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.presence import Presence
from purrlab.server.protocol import Watch
from purrlab.server.socket.connection import Connection
from purrlab.server.socket.endpoint import SocketEndpoint, refuse
from purrlab.server.storage.leases import shard_of

log = logging.getLogger(__name__)

FIND_OWNER_TIMEOUT_SECONDS = 10  # for which somebody waits for the owner of their table
DRAIN_TIMEOUT_SECONDS = 5  # for which somebody who goes to another table waits for answers from this one
FIND_OWNER_RETRY_SECONDS = 0.02
BELIEVED_REFUSAL_SECONDS = 1.0
MESSAGES_PER_DELIVERY_REPORT = 32  # messages after which the owner hears that they were delivered


class Refusal(NamedTuple):
    """Somebody says that a shard is not theirs, of whom this server thinks so: it is about to hear who has it."""

    owner: str
    epoch: int
    until: float  # by time.monotonic: then they are asked once more


class ForwardingLink:
    """The way of one connection to the owner of its table."""

    __slots__ = (
        "_forwarder",
        "answers_due",
        "base",
        "connection",
        "delivered",
        "drained",
        "misled_since",
        "number",
        "owner",
        "refused",
        "sent",
        "table",
        "task",
        "watched",
    )

    def __init__(self, forwarder: "Forwarder", number: int, connection: Connection, table: str) -> None:
        self._forwarder = forwarder
        self.number = number
        self.connection = connection
        self.table = table
        self.owner: str | None = None  # None: it is being looked for
        self.refused: Refusal | None = None
        self.misled_since: float | None = None  # by time.monotonic: the table has another owner than this link
        self.watched: Watch | None = None  # where it goes on at the next owner
        self.sent: deque[bytes] = deque()  # what no owner has handled yet
        self.drained: asyncio.Future[None] | None = None  # for whoever waits until all that was asked is answered
        self.base = 0  # how many the owner handled
        self.delivered = 0
        self.answers_due = True  # something may have been asked before, of a table that was watched
        self.task: asyncio.Task[None] | None = None

    def forward(self, message: bytes) -> None:
        self.sent.append(message)
        if self.owner is not None:
            self._forwarder.bus.post(self.owner, ClientSaid(self.number, message))

    def confirm(self, handled: int) -> None:
        while self.base < handled and self.sent:
            self.base += 1
            self.sent.popleft()

    def confirm_drained(self) -> None:
        if self.drained is not None and not self.drained.done():
            self.drained.set_result(None)

    def close(self) -> None:
        self._forwarder.discard(self)


class Forwarder:
    def __init__(
        self,
        bus: Bus,
        membership: Membership,
        endpoint: SocketEndpoint,
        presence: Presence,
        exists: Callable[[str], Coroutine[Any, Any, bool]],
        passing: Passing | None = None,
    ) -> None:
        self.bus = bus
        self._membership = membership
        self._endpoint = endpoint
        self._presence = presence
        self._exists = exists  # whether there is such a table
        self._passing = passing
        self._numbers = count(1)
        self._links: dict[int, ForwardingLink] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._links)

    # From the connection

    async def route(self, connection: Connection, request: Watch, message: bytes) -> bool:
        is_new = connection.link is None and connection.live is None
        leaves = connection.link is not None or (connection.live and not self._membership.owns(request.table))
        if leaves and not await self._exists(request.table):
            raise Refused(ErrorCode.UNKNOWN_TABLE, "there is no such table")
        link = connection.link
        if link is not None and not isinstance(link, ForwardingLink):
            return False
        if link is not None and (
            self._membership.owns(request.table) or shard_of(link.table) != shard_of(request.table)
        ):
            await self._leave(link)
            link = None
        if self._membership.owns(request.table):
            return False
        if link is None:
            self._presence.detach(connection)
            link = self.hold(connection, request.table)
            link.answers_due = not is_new
            self.find_owner(link)
        link.table = request.table
        link.forward(message)
        return True

    async def _leave(self, link: ForwardingLink) -> None:
        """Once all that was asked there is answered."""
        link.drained = asyncio.get_running_loop().create_future()
        if link.owner is not None:
            self.bus.post(link.owner, DrainRequested(link.number))
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_TIMEOUT_SECONDS):
                await link.drained
        link.close()

    def hold(self, connection: Connection, table: str) -> ForwardingLink:
        """From now on what this connection says waits, until it is placed."""
        link = ForwardingLink(self, next(self._numbers), connection, table)
        connection.link = self._links[link.number] = link
        return link

    def follow(self, connection: Connection, live: LiveTable) -> None:
        """A table that this connection watched here has another owner."""
        link = connection.link
        if not isinstance(link, ForwardingLink):
            link = self.hold(connection, live.id)
        link.watched = Watch(table=live.id, seq=live.seq, chat=live.last_chat_number)
        self._presence.detach(connection)
        self.find_owner(link)

    def discard(self, link: ForwardingLink) -> None:
        if self._links.pop(link.number, None) is not None and link.owner is not None:
            self.bus.post(link.owner, LinkClosed(link.number))
        link.owner = None
        link.confirm_drained()
        if link.task is not None:
            link.task.cancel()
        if link.connection.link is link:
            link.connection.link = None

    # From the owner

    def receive(self, sender: str, frame: OwnerSaid | Drained | TableMoved | NotOwner | CloseRequested) -> None:
        link = self._links.get(frame.link)
        if link is None or link.owner != sender:
            if isinstance(frame, OwnerSaid) and link is None:
                self.bus.post(sender, LinkClosed(frame.link))
        elif isinstance(frame, OwnerSaid):  # first, as nearly every frame
            self._deliver(link, frame)
        elif isinstance(frame, Drained):
            link.confirm_drained()
        elif isinstance(frame, TableMoved):
            link.confirm(frame.handled)
            if frame.table is not None:
                link.table = frame.table
                link.watched = Watch(table=frame.table, seq=frame.seq, chat=frame.chat)
            self._place_elsewhere(link, sender)
        elif isinstance(frame, NotOwner):
            self._membership.wake()
            self._place_elsewhere(link, sender)
        else:
            link.owner = None
            link.connection.drop(frame.code)

    def _deliver(self, link: ForwardingLink, frame: OwnerSaid) -> None:
        if link.base < frame.handled:
            link.confirm(frame.handled)
        link.connection.send(frame.message)
        link.delivered += 1
        if link.delivered % MESSAGES_PER_DELIVERY_REPORT == 0:
            if link.connection.is_backed_up:
                self._start(self._tell_delivered(link))
            else:
                self.bus.post(link.owner or "", MessagesDelivered(link.number, MESSAGES_PER_DELIVERY_REPORT))

    async def _tell_delivered(self, link: ForwardingLink) -> None:
        """Not before the client has read what waits for it."""
        owner = link.owner
        await link.connection.flushed()
        if owner is not None and link.owner == owner:
            self.bus.post(owner, MessagesDelivered(link.number, MESSAGES_PER_DELIVERY_REPORT))

    # Where the table is

    def find_owner(self, link: ForwardingLink) -> None:
        """Find the owner of the table, and go on there."""
        link.owner = None
        link.base = link.delivered = 0
        if link.task is not None:
            link.task.cancel()
        link.task = self._start(self._find_owner(link))

    def _place_elsewhere(self, link: ForwardingLink, owner: str) -> None:
        until = time.monotonic() + BELIEVED_REFUSAL_SECONDS
        link.refused = Refusal(owner, self._membership.epoch(link.table), until)
        self.find_owner(link)

    def place_all_of(self, owner: str) -> None:
        """They have left, and did nothing of what these links wait for. Who was told something has to come again."""
        of_owner = [link for link in self._links.values() if link.owner == owner]
        self.give_up([link for link in of_owner if link.delivered])
        for link in of_owner:
            if not link.delivered:
                self.find_owner(link)

    def give_up_misled(self, seconds: float) -> None:
        """Links to servers that have had no right to the table for so long, and have not said so."""
        now = time.monotonic()
        for link in list(self._links.values()):
            if link.owner is None or link.owner == self._membership.owner(link.table):
                link.misled_since = None
            elif link.misled_since is None:
                link.misled_since = now
            elif now - link.misled_since > seconds:
                self.give_up([link])

    def _owner(self, link: ForwardingLink) -> str | None:
        """Who has the table, as far as this server knows, and has not said no."""
        owner = self._membership.owner(link.table)
        if link.refused is not None and link.refused.until > time.monotonic():
            refused = link.refused.owner, link.refused.epoch
            return None if refused == (owner, self._membership.epoch(link.table)) else owner
        return owner

    async def _find_owner(self, link: ForwardingLink) -> None:
        deadline = time.monotonic() + FIND_OWNER_TIMEOUT_SECONDS
        refused = set[str]()  # by these processes of this machine, who do not take the connection as it is
        while time.monotonic() < deadline:
            owner = self._owner(link)
            if self._membership.owns(link.table):
                await self._drain_here(link)
                return
            is_elsewhere = owner is not None and owner != self._membership.member
            if owner is not None and is_elsewhere and owner not in refused and self._passing is not None:
                if await self._passing.pass_on(owner, link):
                    link.task = None
                    return
                refused.add(owner)
                continue  # much may have happened meanwhile
            if owner is not None and is_elsewhere and self.bus.connected:
                link.task = None
                self._open(link, owner)
                return
            await asyncio.sleep(FIND_OWNER_RETRY_SECONDS)
        words = "the server that has this table cannot be reached; please try again"
        for message in link.sent:
            refuse(link.connection, message, ErrorCode.TRY_AGAIN, words)
        link.connection.drop(CLOSE_TRY_AGAIN_LATER)

    def _open(self, link: ForwardingLink, owner: str) -> None:
        link.owner = owner
        self.bus.post(owner, LinkOpened(link.number, link.table, client_of(link.connection), link.watched))
        for message in link.sent:
            self.bus.post(owner, ClientSaid(link.number, message))
        if link.drained is not None:
            self.bus.post(owner, DrainRequested(link.number))

    async def _drain_here(self, link: ForwardingLink) -> None:
        """The table came to this server: all that waited is done here, and the link is no more."""
        if link.watched is not None and not await self._endpoint.resume(link.connection, link.watched):
            link.connection.drop(CLOSE_SERVICE_RESTART)
            return
        while link.sent:
            await self._endpoint.perform(link.connection, link.sent[0])
            link.sent.popleft()
        link.task = None
        self.discard(link)

    # When others are gone

    def give_up(self, lost: Iterable[ForwardingLink] | None = None) -> None:
        """Nobody knows what became of what these clients said last: they come back, and ask again."""
        for link in list(self._links.values() if lost is None else lost):
            if link.owner is not None:
                self.bus.post(link.owner, LinkClosed(link.number))
                link.owner = None
                link.connection.drop(CLOSE_SERVICE_RESTART)

    def owners(self) -> set[str]:
        return {link.owner for link in self._links.values() if link.owner is not None}

    def give_up_owner(self, owner: str) -> None:
        self.give_up([link for link in self._links.values() if link.owner == owner])

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
