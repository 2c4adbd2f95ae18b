"""This server among the others: it keeps its lease, takes shards that nobody has, and gives away what is too much.

By a clock that runs on while a process is stopped, it knows when its lease may be over, and then believes nothing of
what it has in memory until the database has told it who owns what.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from purrlab import __version__
from purrlab.server.ids import new_id
from purrlab.server.logs import describe_error
from purrlab.server.storage import leases
from purrlab.server.storage.leases import SHARD_COUNT, ClusterState, Lease, shard_of
from purrlab.server.storage.sqlite import turns_to_write
from purrlab.server.time_source import TimeSource

log = logging.getLogger(__name__)

T = TypeVar("T")
RENEWALS_PER_LEASE = 4
MAX_ID_ATTEMPTS = 10_000  # to find an id that falls into an own shard
Release = Callable[[dict[int, str | None]], Coroutine[Any, Any, None]]  # shards, and to whom each goes


class MembershipHandlers(NamedTuple):
    gained: Callable[[set[int]], None] = lambda _shards: None
    lost: Callable[[set[int]], None] = lambda _shards: None
    changed: Callable[[], None] = lambda: None  # shards have other owners
    release: Release | None = None  # gives some away
    reachable: Callable[[], bool] = lambda: True  # whether the others can reach this server


class Membership:
    def __init__(self, engine: sa.Engine, time_source: TimeSource, lease_seconds: float) -> None:
        self.member = new_id()
        self.state = ClusterState({}, {number: leases.Shard(None, 0) for number in range(SHARD_COUNT)})
        self._handlers = MembershipHandlers()
        self._engine = engine
        self._time = time_source
        self._lease_seconds = lease_seconds
        self._good_until = 0.0  # by time.monotonic
        self._refreshed_at = 0.0  # the same
        self._epochs: dict[int, int] = {}  # of own shards
        self._gone: set[str] = set()  # others who said that they leave: no id comes twice
        self._opened_at: dict[int, int] = {}
        self.losses = 0  # of shards, since the start
        self._releasing: set[int] = set()
        self._unreachable_since: float | None = None
        self._turn = turns_to_write(engine)
        self._thread = ThreadPoolExecutor(1, "purrlab-leases")
        self._lock = asyncio.Lock()
        self._moving = asyncio.Lock()  # while shards are being given away
        self._wake = asyncio.Event()
        self._leaving = False
        self._task: asyncio.Task[None] | None = None

    # What the tables ask

    def owns(self, table_id: str) -> bool:
        return self.lease_of(table_id) is not None

    def lease_of(self, table_id: str) -> Lease | None:
        shard = shard_of(table_id)
        epoch = self._epochs.get(shard)
        if epoch is None or shard in self._releasing or time.monotonic() > self._good_until:
            return None
        return Lease(shard, epoch)

    def opened_at(self, table_id: str) -> int:
        return self._opened_at.get(shard_of(table_id)) or self._time.now_ms()

    def new_table_id(self) -> str:
        """One that falls into an own shard, so that a table is where who made it came in."""
        for _ in range(MAX_ID_ATTEMPTS if self.own_shards() else 0):
            if self.owns(found := new_id()):
                return found
        return new_id()

    def lease_lost(self) -> None:
        self.wake()

    def lease_age_seconds(self) -> float:
        """Since it was renewed."""
        return time.monotonic() - (self._good_until - self._lease_seconds)

    def own_shards(self) -> set[int]:
        return self._epochs.keys() - self._releasing

    def owner(self, table_id: str) -> str | None:
        """Who has this table, as far as this server knows."""
        return self.state.owner(shard_of(table_id))

    def epoch(self, table_id: str) -> int:
        """The last one of its shard, as far as this server knows."""
        return self.state.shards[shard_of(table_id)].epoch

    def forget(self, member: str) -> None:
        """They said that they leave."""
        self._gone.add(member)
        self.state.members.pop(member, None)

    # Coming, staying and going

    async def open(self, handlers: MembershipHandlers) -> None:
        self._handlers = handlers
        await self._run(leases.join)
        await self.refresh()
        self._task = asyncio.create_task(self._keep_lease())

    def wake(self) -> None:
        """Look at once who owns what."""
        self._wake.set()

    async def refresh(self) -> None:
        """Renew the lease, and see who owns what; once for all who ask for it at the same time."""
        asked = time.monotonic()
        async with self._lock:
            if not self._leaving and self._refreshed_at < asked:
                await self._refresh()

    async def close(self) -> None:
        """Give everything away, and go."""
        async with self._lock:
            self._leaving = True
        async with self._moving:  # what was begun to be given away is given away
            if self._task is not None:
                self._task.cancel()
        try:
            if self._handlers.release is not None and self._epochs:
                await self._handlers.release(self._shares(self.own_shards()))
            await self._run(leases.leave, self.member)
            self._handlers.changed()
        except sa.exc.SQLAlchemyError as error:
            log.error("the shards could not be handed over", extra={"error": describe_error(error)})  # noqa: TRY400
        self._epochs = {}
        self._thread.shutdown(wait=False)

    async def shared_secret(self, name: str, own: bytes) -> bytes:
        return await self._run(leases.shared_secret, name, own)

    def begin_release(self, shards: Iterable[int]) -> None:
        """From now on this server does not own these, though nobody else does yet."""
        self._releasing |= set(shards)

    async def end_release(self, targets: dict[int, str | None]) -> None:
        """Others own these from now on."""
        try:
            for target in set(targets.values()):
                numbers = [number for number, to in targets.items() if to == target]
                await self._run(leases.hand_over, self.member, numbers, target)
                for number in numbers:
                    self.state.shards[number] = leases.Shard(target, self.state.shards[number].epoch + 1)
        finally:
            for number in targets:  # where that failed, they are gained once more, as soon as it is known who has them
                self._epochs.pop(number, None)
            self._releasing -= set(targets)
            self.wake()
            self._handlers.changed()

    async def _keep_lease(self) -> None:
        wait = self._lease_seconds / RENEWALS_PER_LEASE
        while True:
            try:
                async with asyncio.timeout(wait):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                await self.refresh()
                await self._balance()
            except sa.exc.SQLAlchemyError as error:
                log.warning("the lease could not be renewed", extra={"error": describe_error(error)})
            except Exception:
                log.exception("the lease could not be renewed")

    async def _refresh(self) -> None:
        asked = time.monotonic()
        reachable = self._is_reachable()
        lease_ms = int(self._lease_seconds * 1000)
        state = await self._run(leases.renew, self.member, lease_ms, __version__, reachable=reachable)
        self._set_state(state)
        self._good_until = asked + self._lease_seconds
        self._refreshed_at = asked
        share = self._share(self.member)
        free = [number for number in state.shards if state.owner(number) is None]
        if free and len(self._epochs) < share:
            claimed = await self._run(leases.claim, self.member, share - len(self._epochs))
            if claimed:
                shards = dict(state.shards)
                for lease in claimed:
                    shards[lease.shard] = leases.Shard(self.member, lease.epoch)
                self._set_state(ClusterState(state.members, shards))
                self._handlers.changed()

    def _set_state(self, state: ClusterState) -> None:
        for member in self._gone:
            state.members.pop(member, None)
        before, now = self._epochs, state.owned_by(self.member)
        self.state, self._epochs = state, now
        lost = {number for number, epoch in before.items() if now.get(number) != epoch}
        gained = {number for number, epoch in now.items() if before.get(number) != epoch}
        for number in gained:
            self._opened_at[number] = self._time.now_ms()
        if lost - self._releasing:
            log.warning("other servers took over shards of this one", extra={"shards": len(lost)})
            self.losses += len(lost - self._releasing)
            self._handlers.lost(lost - self._releasing)
        if gained:
            self._handlers.gained(gained)

    def _is_reachable(self) -> bool:
        """A moment without the bus is none; and where nobody has it, everybody keeps what they have."""
        if self._handlers.reachable():
            self._unreachable_since = None
            return True
        self._unreachable_since = self._unreachable_since or time.monotonic()
        return time.monotonic() - self._unreachable_since < self._lease_seconds

    def should_have_shards(self) -> bool:
        """Not where the others hear of each other, and nothing of this server."""
        return self.member in self._candidates()

    def _candidates(self, *, without_me: bool = False) -> list[str]:
        """Who should have shards."""
        there = {member: reachable for member, reachable in self.state.members.items() if member != self.member}
        if not without_me:
            there[self.member] = self._unreachable_since is None or self._is_reachable()
        return sorted(member for member in there if there[member] or not any(there.values()))

    def _share(self, member: str) -> int:
        candidates = self._candidates()
        if member not in candidates:
            return 0
        return SHARD_COUNT // len(candidates) + (candidates.index(member) < SHARD_COUNT % len(candidates))

    async def _balance(self) -> None:
        """Give away what is too much. Others may not have come to take theirs yet."""
        own = self.own_shards()
        surplus = len(own) - self._share(self.member)
        if surplus <= 0 or self._handlers.release is None or self._leaving:
            return
        owned = {member: len(self.state.owned_by(member)) for member in self._candidates(without_me=True)}
        targets: dict[int, str | None] = {}
        for number in sorted(own)[:surplus]:
            lacking = [member for member in owned if owned[member] < self._share(member)]
            if not lacking:
                break
            targets[number] = lacking[0]
            owned[lacking[0]] += 1
        if targets:
            async with self._moving:
                await self._handlers.release(targets)

    def _shares(self, shards: set[int]) -> dict[int, str | None]:
        """All of these to the others, in equal parts."""
        others: list[str | None] = list(self._candidates(without_me=True))
        others.sort(key=lambda member: len(self.state.owned_by(member or "")))
        others = others or [None]
        return {number: others[at % len(others)] for at, number in enumerate(sorted(shards))}

    async def _run(self, query: Callable[..., T], *about: Any, **named: Any) -> T:
        """In a thread and a connection of its own: a lease waits for nothing else."""

        def work() -> T:
            with self._turn(), self._engine.begin() as connection:
                return query(connection, *about, **named)

        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
