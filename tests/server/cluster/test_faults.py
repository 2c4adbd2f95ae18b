"""Games go on while servers of a cluster come and go."""

import asyncio
import random
from itertools import cycle

import sqlalchemy as sa
from server.clients import Person, RandomPlayer, open_socket, start_bot_game, wait_until
from server.cluster.conftest import ThreeServers, elsewhere, someone
from websockets.exceptions import WebSocketException


class Follower(RandomPlayer):
    """Plays on at the next server whenever one is gone."""

    def __init__(self, cluster: ThreeServers, person: Person, table: str, seed: int) -> None:
        super().__init__(person, table, random.Random(seed))
        self._at = cycle([elsewhere(cluster, person, number) for number in range(3)])

    async def play(self) -> None:
        while not self.over:
            try:
                async with open_socket(self.person.server, self.person) as opened:
                    await self._play(opened)
            except (OSError, WebSocketException, EOFError, TimeoutError):
                self.reconnects += 1
                self.person = next(self._at)
                await asyncio.sleep(0.05)


SILENT = "SELECT id FROM members WHERE expires < extract(epoch FROM clock_timestamp()) * 1000"
SILENT_MEMBERS = f"SELECT count(*) FROM ({SILENT}) AS silent"  # noqa: S608
SHARDS_OF_SILENT_MEMBERS = f"SELECT count(*) FROM shards WHERE owner IN ({SILENT})"  # noqa: S608
# Where somebody wrote who was no longer the owner.
EPOCHS_THAT_GO_DOWN = """SELECT count(*) FROM (
    SELECT epoch < lag(epoch) OVER (PARTITION BY table_id ORDER BY seq) AS back FROM events) AS each WHERE back"""


def count(cluster: ThreeServers, query: str) -> int:
    engine = sa.create_engine(cluster.database)
    with engine.connect() as connection:
        found: int = connection.execute(sa.text(query)).scalar_one()
    engine.dispose()
    return found


def test_games_go_on_while_servers_are_killed_stopped_and_restarted(cluster: ThreeServers) -> None:
    """Nothing that was acknowledged is lost, and no table had two owners: one is killed, one is stopped for longer than
    its lease, one is told to go, and the bus is gone for a moment.
    """
    people = [someone(cluster, number, f"Player {number}") for number in range(3)]
    tables = [start_bot_game(person, pace=0.05) for person in people for _ in range(2)]
    players = [
        Follower(cluster, person, table, seed)
        for seed, (table, person) in enumerate(zip(tables, [each for each in people for _ in range(2)], strict=True))
    ]
    first, second, third = cluster.servers

    async def moves_on() -> None:
        before = [len(player.acknowledged) for player in players]
        await wait_until(
            lambda: all(
                player.over or len(player.acknowledged) > moves for player, moves in zip(players, before, strict=True)
            )
        )

    async def suffer() -> None:
        await moves_on()
        await asyncio.to_thread(first.kill)
        await moves_on()
        await asyncio.to_thread(first.start)
        killed = count(cluster, SILENT_MEMBERS)
        second.pause()
        await wait_until(
            lambda: count(cluster, SILENT_MEMBERS) > killed and not count(cluster, SHARDS_OF_SILENT_MEMBERS)
        )
        second.go_on()
        await wait_until(lambda: "shards are lost to others" in second.log.read_text())
        await moves_on()
        await asyncio.to_thread(third.stop)
        await asyncio.to_thread(third.start)
        await moves_on()
        cluster.nats.stop()
        cluster.nats.start()
        await asyncio.gather(*playing)

    async def run() -> None:
        playing.extend(asyncio.create_task(player.play()) for player in players)
        await suffer()

    playing: list[asyncio.Task[None]] = []
    asyncio.run(run())
    for player in players:
        record = first.visit().get(f"/api/tables/{player.table}/replay").json()
        stored = {step["seq"]: step["action"] for step in record["steps"]}
        assert all(stored[seq] == action for seq, action in player.acknowledged.values())
        assert {error["code"] for error in player.errors} <= {"stale", "try-again", "not-stored"}
    assert count(cluster, EPOCHS_THAT_GO_DOWN) == 0
