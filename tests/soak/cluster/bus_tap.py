"""Hears everything that servers say to each other, and holds it against what each viewer may know."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import TYPE_CHECKING, Any, cast

from nats.aio.client import Client
from soak.streams import Person, Stream, decode

from purrlab.server.cluster.frames import ClientSaid, LinkOpened, OwnerSaid, decode_batch

if TYPE_CHECKING:
    from nats.aio.msg import Msg


class BusTap:
    """Journals of forwarded connections, as if each were a client's own. Who comes late misses what was said before."""

    def __init__(self, people: list[Person]) -> None:
        self.streams: list[Stream] = []
        self.frames: Counter[str] = Counter()
        self._people = {person.id: person for person in people}
        self._by_link: dict[tuple[str, int], Stream] = {}  # by gateway and link

    @asynccontextmanager
    async def listening(self, url: str) -> AsyncIterator[None]:
        client = Client()
        await client.connect(
            url,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0,
            error_cb=_ignore,
            pending_size=0,
        )
        await client.subscribe("purrlab.>", cb=self._hear)
        try:
            yield
        finally:
            with suppress(Exception):
                async with asyncio.timeout(2):
                    await client.close()

    async def _hear(self, message: "Msg") -> None:
        batch, _ = decode_batch(message.data)
        to = message.subject.rpartition(".")[2]
        for frame in batch.frames:
            self.frames[type(frame).__name__] += 1
            if isinstance(frame, LinkOpened):
                person = self._people.get(frame.client.person or "")
                stream = Stream(cast("Any", None), frame.table, person, Random(0))
                self._by_link[batch.sender, frame.link] = stream
                self.streams.append(stream)
            elif isinstance(frame, ClientSaid) and (found := self._by_link.get((batch.sender, frame.link))) is not None:
                found.asked.append({"id": None} | decode(frame.message))
            elif isinstance(frame, OwnerSaid) and (found := self._by_link.get((to, frame.link))) is not None:
                found.received.append(frame.message)


async def _ignore(_error: Exception) -> None:
    """NATS is stopped and started."""
