"""What servers say to each other arrives whole, in order and once, however much it is and however NATS fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from msgspec.structs import replace
from nats.aio.client import Client
from server.clients import wait_until
from server.nats_server import NatsServer

from purrlab.server.cluster import bus
from purrlab.server.cluster.bus import Bus, BusHandlers
from purrlab.server.cluster.cluster import lobby_answer
from purrlab.server.cluster.frames import MAX_FRAME_BYTES, AnyFrame, LinkClosed, LobbyReply, OwnerSaid
from purrlab.server.cluster.nats_client import DirectClient
from purrlab.server.errors import CannotServe
from purrlab.server.ids import new_id
from purrlab.server.protocol import FairDeal, TableInfo
from purrlab.server.tables.terms import Relaxed

MORE_THAN_NATS_TAKES = 2_000_000  # bytes
A_TABLE = TableInfo(
    id="a",
    game="rascal-kittens",
    options={},
    speed=Relaxed(),
    listed=True,
    coach=False,
    pace=1,
    status="waiting",
    host=None,
    seats=[],
    fair=FairDeal(commitment="c"),
    created=0,
    next=None,
)


class Member:
    """A server of which there is only the bus."""

    def __init__(self, nats: NatsServer, name: str) -> None:
        self.name = name
        self.received: list[AnyFrame] = []
        self.lost = self.found = 0
        self.bus = Bus(nats.url, name)

    async def open(self) -> None:
        await self.bus.open("test", BusHandlers(self._received, self._lost, self._found))

    def _received(self, _sender: str, frame: AnyFrame) -> None:
        self.received.append(frame)

    def _lost(self) -> None:
        self.lost += 1

    def _found(self) -> None:
        self.found += 1

    def links(self) -> list[int]:
        return [frame.link for frame in self.received if isinstance(frame, LinkClosed)]


@asynccontextmanager
async def two_members(nats: NatsServer) -> AsyncIterator[tuple[Member, Member]]:
    first, second = Member(nats, "first"), Member(nats, "second")
    for member in (first, second):
        await member.open()
    try:
        yield first, second
    finally:
        for member in (first, second):
            await member.bus.close()


def test_much_that_is_said_in_one_moment_arrives(nats: NatsServer) -> None:
    """Whatever it is: messages of clients, and answers about the lobby."""

    async def talk() -> None:
        async with two_members(nats) as (first, second):
            said: list[AnyFrame] = [OwnerSaid(number, b"t" * 60_000, 0) for number in range(20)]
            said += [LobbyReply(number, b"l" * 60_000) for number in range(20)]
            for frame in said:
                first.bus.post("second", frame)
            await wait_until(lambda: len(second.received) == len(said))
            assert second.received == said
            assert first.lost == second.lost == 0

    asyncio.run(talk())


async def _refuse(*_arguments: object) -> None:
    raise AssertionError("this way is too long")


@pytest.mark.parametrize("is_known", [True, False])
def test_frames_go_past_the_queues_of_the_library(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch, *, is_known: bool
) -> None:
    """Unless a later version of it has changed there: then they go the ordinary way."""
    for name in ("_process_msg", "_flush_pending"):
        if is_known:
            monkeypatch.setattr(Client, name, _refuse)
        else:
            monkeypatch.delattr(DirectClient, name)

    async def talk() -> None:
        async with two_members(nats) as (first, second):
            first.bus.post("second", LinkClosed(1))
            await wait_until(lambda: second.links() == [1])
            second.bus.post("first", LinkClosed(2))
            await wait_until(lambda: first.links() == [2])

    asyncio.run(talk())


def test_nothing_is_heard_twice_after_something_could_not_be_said(nats: NatsServer) -> None:
    async def talk() -> None:
        async with two_members(nats) as (first, second):
            first.bus.post("second", OwnerSaid(1, bytes(MORE_THAN_NATS_TAKES), 0))
            await wait_until(lambda: first.found == 1)
            for link in range(50):
                second.bus.post("first", LinkClosed(link))
                await asyncio.sleep(0)
            await wait_until(lambda: 49 in first.links())
            assert first.links() == list(range(50))

    asyncio.run(talk())


def test_an_answer_about_the_lobby_fits_into_a_frame_whatever_its_tables_are() -> None:
    """Those that are left out are read from the database by whoever asked."""
    room = {"room": ["x" * 1000] * 16}
    tables = {new_id(): replace(A_TABLE, options=room if number % 2 else {}) for number in range(50)}
    told = msgspec.json.decode(lobby_answer(tables), type=dict[str, TableInfo])
    assert 5 < len(told) < 50
    assert all(tables[table] == info for table, info in told.items())
    assert len(lobby_answer(tables)) <= MAX_FRAME_BYTES


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "find_spec", lambda _name: None)
    with pytest.raises(CannotServe, match=r"^bus: the package nats-py is not installed \(pip install"):
        asyncio.run(Bus("nats://127.0.0.1:1", "a").open("name", BusHandlers()))
