"""One round with several servers: games are played while these suffer; then everything is checked."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

import sqlalchemy as sa
from soak import checks
from soak.clients import Player, Watcher
from soak.cluster.bus_tap import BusTap
from soak.cluster.cluster_faults import FAULTS
from soak.cluster.cluster_world import ClusterWorld, moved_tables
from soak.cluster.interruptions import longest_pause, times_of, wait_until_games_go_on
from soak.rounds import finish, play_table
from soak.streams import Streams
from soak.violation import Violation

POLL_SECONDS = 0.02
CALM_SECONDS = 1.0  # at most, between two faults
# What may go wrong in a server whose database or bus is away, beside what is said of a single server.
CLUSTER_ERRORS = {
    "the shards could not be handed over",
    "a task of the cluster failed",
    "the lease could not be renewed",
}
TOLD_AFTER_A_MOVE = ("table", "caught-up")  # of a table to another server: nobody has asked for it
# Where somebody wrote who was no longer the owner. A server without any shard makes tables for others: in no epoch.
WRONG_EPOCHS = """SELECT table_id, seq FROM (
    SELECT table_id, seq, epoch, lag(epoch) OVER (PARTITION BY table_id ORDER BY seq) AS before FROM events
) AS each WHERE epoch < before OR (epoch IS NULL AND before IS NOT NULL)"""

Pauses = defaultdict[str, list[float]]  # seconds, by fault


class Round:
    def __init__(self, world: ClusterWorld, chance: Random, think_seconds: float = 0) -> None:
        self.world = world
        self.streams = Streams(lambda: world.port)
        self.tap = BusTap(world.people)
        self.clients: list[Watcher] = []
        self.pauses: Pauses = defaultdict(list)  # of tables that went to another server, or whose people had to
        self._chance = chance
        self._think_seconds = think_seconds
        self._is_ending = False

    async def play(self, tables: int, faults: Sequence[str]) -> None:
        async with self.tap.listening(self.world.nats.url):
            tasks = [asyncio.create_task(self._keep_playing(number)) for number in range(tables)]
            games = asyncio.gather(*tasks)
            try:
                for name in faults:
                    await self._suffer(name, games)
                self._is_ending = True
                await finish(self.clients, games)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(games, *tasks, return_exceptions=True)
        await self._check()

    async def _keep_playing(self, number: int) -> None:
        """One table after the other."""
        chance = Random(self._chance.random())
        while not self._is_ending:
            table_chance = Random(chance.random())
            await play_table(
                self.world, self.streams, self.clients, number, table_chance, think_seconds=self._think_seconds
            )

    def _playing(self) -> set[str]:
        """Tables at which somebody has moved, and that are not over."""
        players = [client for client in self.clients if isinstance(client, Player)]
        over = {client.table for client in players if client.over}
        return {client.table for client in players if client.moves} - over

    async def _suffer(self, name: str, games: asyncio.Future[list[None]]) -> None:
        while not self._playing() and not games.done():  # noqa: ASYNC110
            await asyncio.sleep(POLL_SECONDS)
        await asyncio.sleep(self._chance.uniform(0, CALM_SECONDS))
        world = self.world
        playing, before = self._playing(), world.owners()
        connected: dict[str, set[int]] = defaultdict(set)
        for stream in self.streams.all:
            if stream.is_open:
                connected[stream.table].add(id(stream))
        began = time.monotonic()
        ended = await FAULTS[name](world, self._chance)
        world.faults[name] += 1
        going_on = asyncio.create_task(wait_until_games_go_on(self.streams, self._playing, playing))
        both: list[asyncio.Future[Any]] = [going_on, games]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if games.done():
            games.result()
        await going_on
        still = {id(stream) for stream in self.streams.all if stream.is_open}
        struck = moved_tables(playing, before, world.owners())
        struck |= {table for table in playing if connected[table] - still}
        for table in struck:
            self.pauses[name].append(longest_pause(times_of(self.streams, table), began, ended))

    async def _check(self) -> None:
        world = self.world
        stored_tables = await asyncio.to_thread(checks.load_stored_tables, world)
        for stream in (*self.streams.all, *self.tap.streams):
            stream.told_unasked = TOLD_AFTER_A_MOVE
        checks.check_streams(stored_tables, self.streams.all)
        checks.check_streams(stored_tables, self.tap.streams)
        players = [client for client in self.clients if isinstance(client, Player)]
        moves = checks.check_actions(stored_tables, players)
        await checks.check_tables(world, stored_tables, self._chance)
        checks.check_log(world.take_log(), stored_tables, also=CLUSTER_ERRORS)
        with world.engine.connect() as connection:
            if wrong := connection.execute(sa.text(WRONG_EPOCHS)).all():
                raise Violation(f"these were written by somebody who was not the owner of the table: {wrong}")
        world.known_tables |= stored_tables.keys()
        world.counts.update(
            rounds=1,
            tables=len(stored_tables),
            moves=moves,
            events=sum(stored.seq for stored in stored_tables.values()),
            asks=sum(len(stream.asked) for stream in self.streams.all),
            messages=sum(len(stream.received) for stream in self.streams.all),
            streams=len(self.streams.all),
        )
        world.counts["messages to viewers on the bus"] += sum(len(stream.received) for stream in self.tap.streams)
        world.counts["forwarded connections"] += len(self.tap.streams)
