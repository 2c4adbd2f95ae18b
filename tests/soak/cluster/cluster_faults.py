"""What is done to one of several servers, or to what is between them. When it is over, all is there again."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from random import Random

from soak.cluster.cluster_world import NATS, POSTGRES, SERVERS, ClusterWorld

# Each gives the moment at which nothing was done any more that people could notice at once.
Fault = Callable[[ClusterWorld, Random], Awaitable[float]]


async def kill(world: ClusterWorld, chance: Random) -> float:
    """``kill -9``; whoever runs the servers starts it again after a while."""
    victim = world.servers[chance.randrange(SERVERS)]
    victim.kill()
    ended = time.monotonic()
    await asyncio.sleep(chance.uniform(0, 2 * world.lease))
    await asyncio.to_thread(victim.start)
    return ended


async def kill_two(world: ClusterWorld, chance: Random) -> float:
    victims = chance.sample(world.servers, 2)
    for victim in victims:
        victim.kill()
    ended = time.monotonic()
    await asyncio.sleep(chance.uniform(0, world.lease))
    await asyncio.gather(*(asyncio.to_thread(victim.start) for victim in victims))
    return ended


async def hang(world: ClusterWorld, chance: Random) -> float:
    """SIGSTOP for longer than the lease. Then it goes on, and must not be believed."""
    return await _stop_for(world, chance, 1.3, 2.5)


async def hesitate(world: ClusterWorld, chance: Random) -> float:
    """SIGSTOP for about the lease."""
    return await _stop_for(world, chance, 0, 1.1)


async def _stop_for(world: ClusterWorld, chance: Random, shortest: float, longest: float) -> float:
    """So many leases, by chance."""
    victim = world.servers[chance.randrange(SERVERS)]
    victim.signal(signal.SIGSTOP)
    await asyncio.sleep(world.lease * chance.uniform(shortest, longest))
    victim.signal(signal.SIGCONT)
    return time.monotonic()


async def lose_nats(world: ClusterWorld, chance: Random) -> float:
    world.nats.stop()
    await asyncio.sleep(chance.choice((0, 1, 2 * world.lease)) * chance.random())
    await asyncio.to_thread(world.nats.start)
    return time.monotonic()


async def restart_postgres(world: ClusterWorld, chance: Random) -> float:
    """In order, or as after a crash."""
    await asyncio.to_thread(world.postgres.stop, chance.choice((signal.SIGINT, signal.SIGQUIT)))
    await asyncio.sleep(chance.choice((0, 1, 2 * world.lease)) * chance.random())
    await asyncio.to_thread(world.postgres.start)
    return time.monotonic()


async def cut_off_nats(world: ClusterWorld, chance: Random) -> float:
    return await _cut(world, NATS, chance)


async def cut_off_postgres(world: ClusterWorld, chance: Random) -> float:
    return await _cut(world, POSTGRES, chance)


async def _cut(world: ClusterWorld, what: int, chance: Random) -> float:
    """One server does not reach it for a while; the others do."""
    victim = chance.randrange(SERVERS)
    world.cut(victim, what, chance.choice(("silent", "reset")))
    await asyncio.sleep(world.lease * chance.uniform(0, 2.5))
    world.mend(victim, what)
    return time.monotonic()


async def stop(world: ClusterWorld, chance: Random) -> float:
    """It is told to go, and says so to the others; then it comes again."""
    victim = world.servers[chance.randrange(SERVERS)]
    await asyncio.to_thread(victim.stop)
    ended = time.monotonic()
    await asyncio.to_thread(victim.start)
    return ended


async def restart_all(world: ClusterWorld, _chance: Random) -> float:
    """A rolling restart: one after the other."""
    for victim in world.servers:
        await asyncio.to_thread(victim.stop)
        await asyncio.to_thread(victim.start)
    return time.monotonic()


KILL, STOP, ROLLING = "kill -9", "announced stop", "rolling restart"
FAULTS: dict[str, Fault] = {
    KILL: kill,
    "kill -9 of two": kill_two,
    "SIGSTOP beyond the lease": hang,
    "SIGSTOP about the lease": hesitate,
    "NATS killed": lose_nats,
    "PostgreSQL restarted": restart_postgres,
    "link to NATS cut": cut_off_nats,
    "link to PostgreSQL cut": cut_off_postgres,
    STOP: stop,
    ROLLING: restart_all,
}
