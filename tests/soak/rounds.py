"""One round: tables are made and played while the server suffers; then everything is checked."""

import asyncio
import time
from collections.abc import Sequence
from random import Random

from soak import checks
from soak.clients import Player, SlowReader, Watcher
from soak.faults import FAULTS, KILL, choose_fault
from soak.streams import Person, Streams
from soak.violation import Violation
from soak.world import World, table_wanted

STALL_SECONDS = 300  # without a single move at any table, while nothing is done to the server
WATCHERS_PER_TABLE, SLOW_READERS_PER_TABLE = 0.5, 0.15
POLL_SECONDS = 0.01
LONGEST_WAIT_SECONDS = 1.0  # for moves between two faults
MOVES_PER_TABLE = 1.0  # between two faults, at most


async def play_round(world: World, tables: int, faults: int, chance: Random) -> None:
    streams = Streams(lambda: world.port)
    clients: list[Watcher] = []
    opening = [
        asyncio.create_task(play_table(world, streams, clients, number, Random(chance.random())))
        for number in range(tables)
    ]
    games = asyncio.gather(*opening)
    try:
        await _make_faults(world, clients, games, faults, chance)
        world.server.jump(0)
        await finish(clients, games)
    finally:
        games.cancel()
        await asyncio.gather(games, *opening, return_exceptions=True)
    await _check(world, streams, clients, chance)


async def play_table(
    world: World, streams: Streams, clients: list[Watcher], number: int, chance: Random, *, think_seconds: float = 0
) -> None:
    wanted, guests = table_wanted(number, chance)
    host, *others = chance.sample(world.people, guests + 3)
    table = await world.new_table(host, wanted)
    here: list[Watcher] = []
    for player in (host, *others[:guests]):
        own = Random(chance.random())
        here.append(Player(streams, table, player, own, is_host=player is host, think_seconds=think_seconds))
    if chance.random() < WATCHERS_PER_TABLE:
        here.append(Watcher(streams, table, _somebody(others[guests], chance), Random(chance.random())))
    if chance.random() < SLOW_READERS_PER_TABLE:
        here.append(SlowReader(streams, table, _somebody(others[guests + 1], chance), Random(chance.random())))
    clients += here
    await asyncio.gather(*(client.run() for client in here))


def _somebody(person: Person, chance: Random) -> Person | None:
    return person if chance.random() < 0.5 else None


async def _make_faults(
    world: World, clients: list[Watcher], games: asyncio.Future[list[None]], faults: int, chance: Random
) -> None:
    for _ in range(faults):
        wanted = moves_of(clients) + chance.uniform(0, MOVES_PER_TABLE) * len(clients)
        latest = time.monotonic() + LONGEST_WAIT_SECONDS
        while moves_of(clients) < wanted and time.monotonic() < latest and not games.done():  # noqa: ASYNC110
            await asyncio.sleep(POLL_SECONDS)
        if games.done():
            return
        await asyncio.sleep(chance.uniform(0, 0.05))  # anywhere in what a move is made of
        name = choose_fault(world, chance)
        world.faults[name] += 1
        await FAULTS[name](world, chance)


def moves_of(clients: Sequence[Watcher]) -> int:
    return sum(client.moves for client in clients if isinstance(client, Player))


async def finish(clients: Sequence[Watcher], games: asyncio.Future[list[None]]) -> None:
    """However slow the machine is, as long as there are moves."""
    seen, since = -1, 0.0
    while not games.done():
        if (moves := moves_of(clients) + sum(client.over for client in clients)) != seen:
            seen, since = moves, time.monotonic()
        if time.monotonic() - since > STALL_SECONDS:
            waiting = [client for client in clients if not client.over]
            raise Violation(f"nobody has moved for {STALL_SECONDS} seconds: {waiting}")
        await asyncio.sleep(POLL_SECONDS)
    await games


async def _check(world: World, streams: Streams, clients: list[Watcher], chance: Random) -> None:
    if world.is_killed:  # what it tells now comes from the database alone
        world.server.kill()
        world.faults[KILL] += 1
        await asyncio.to_thread(world.server.start)
    else:
        await checks.check_quiet(world)
        checks.check_resources(world)
    stored_tables = await asyncio.to_thread(checks.load_stored_tables, world)
    checks.check_streams(stored_tables, streams.all)
    players = [client for client in clients if isinstance(client, Player)]
    moves = checks.check_actions(stored_tables, players)
    await checks.check_tables(world, stored_tables, chance)
    checks.check_log(world.take_log(), stored_tables)
    world.known_tables |= stored_tables.keys()
    world.counts.update(
        rounds=1,
        tables=len(stored_tables),
        moves=moves,
        events=sum(stored.seq for stored in stored_tables.values()),
        asks=sum(len(stream.asked) for stream in streams.all),
        messages=sum(len(stream.received) for stream in streams.all),
        streams=len(streams.all),
    )
