"""Which server owns which shard. A lease is a member's: whoever renews it in time keeps its shards.

Time is the database's: the clocks of the servers need not agree. Where that clock is set back, leases from before are
over too, since none can be so long. An epoch counts the owners of a shard, and what is written under any but the last
one is refused (fenced_commit.py). So a server that was stopped for longer than its lease can do no harm when it goes
on.

On PostgreSQL rows are locked; on SQLite, which the processes of one machine share, whoever writes has the whole file.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple
from zlib import crc32

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from purrlab.server.settings import MAX_LEASE_SECONDS
from purrlab.server.storage.schema import members, secrets, shards

SHARD_COUNT = 64
FORGET_MEMBER_AFTER_MS = 3_600_000  # for which somebody who is gone is remembered


class _NowMs(FunctionElement[int]):
    """Milliseconds since 1970, by the clock of the database."""

    type = sa.BigInteger()
    inherit_cache = True


@compiles(_NowMs, "postgresql")
def _now_on_postgresql(_element: _NowMs, _compiler: Any, **_: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


@compiles(_NowMs, "sqlite")
def _now_on_sqlite(_element: _NowMs, _compiler: Any, **_: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


_NOW_MS = _NowMs()
_IS_THERE = members.c.expires.between(_NOW_MS + 1, _NOW_MS + MAX_LEASE_SECONDS * 1000)


class Lease(NamedTuple):
    """The right to write about the tables of a shard."""

    shard: int
    epoch: int


class LeaseLost(Exception):
    """Another server owns the shard by now, so this was not written."""


class Shard(NamedTuple):
    owner: str | None
    epoch: int


class ClusterState(NamedTuple):
    """All members that are there, and all shards."""

    members: dict[str, bool]  # by id: whether the others can reach it
    shards: dict[int, Shard]

    def owned_by(self, member: str) -> dict[int, int]:
        """The epochs of its shards."""
        return {number: shard.epoch for number, shard in self.shards.items() if shard.owner == member}

    def owner(self, shard: int) -> str | None:
        """Who has it and is there."""
        owner = self.shards[shard].owner
        return owner if owner in self.members else None


def shard_of(table_id: str) -> int:
    return crc32(table_id.encode()) % SHARD_COUNT


def join(connection: sa.Connection) -> None:
    """Before the first lease: all shards are there, and those who are long gone, or seem to come, are forgotten."""
    rows = [{"number": number, "epoch": 0} for number in range(SHARD_COUNT)]
    connection.execute(_insert(connection, shards).on_conflict_do_nothing(), rows)
    kept = members.c.expires.between(_NOW_MS - FORGET_MEMBER_AFTER_MS, _NOW_MS + MAX_LEASE_SECONDS * 1000)
    connection.execute(sa.delete(members).where(~kept))


def renew(connection: sa.Connection, member: str, lease_ms: int, version: str, *, reachable: bool) -> ClusterState:
    """This member is there for so much longer. Gives what there is."""
    row = {"expires": _NOW_MS + lease_ms, "reachable": reachable, "version": version}
    added = _insert(connection, members).values(id=member, **row)
    connection.execute(added.on_conflict_do_update(index_elements=["id"], set_=row))
    return read_state(connection)


def read_state(connection: sa.Connection) -> ClusterState:
    there = connection.execute(sa.select(members.c.id, members.c.reachable).where(_IS_THERE))
    owned = connection.execute(sa.select(shards.c.number, shards.c.owner, shards.c.epoch).order_by(shards.c.number))
    by_number = {row.number: Shard(row.owner, row.epoch) for row in owned}
    return ClusterState({row.id: row.reachable for row in there}, by_number)


def claim(connection: sa.Connection, member: str, most: int) -> list[Lease]:
    """Take shards that nobody has, or only somebody who is gone. One that is being written about is left for now."""
    there = sa.select(members.c.id).where(_IS_THERE)
    free = sa.select(shards.c.number).where(sa.or_(shards.c.owner.is_(None), shards.c.owner.not_in(there)))
    free = free.order_by(shards.c.number).limit(most).with_for_update(skip_locked=True)
    numbers = list(connection.execute(free).scalars())
    return _pass_on(connection, member, shards.c.number.in_(numbers)) if numbers else []


def hand_over(connection: sa.Connection, member: str, numbers: Iterable[int], target: str | None) -> list[Lease]:
    """Give shards to somebody else, or to whoever comes first."""
    return _pass_on(connection, target, sa.and_(shards.c.owner == member, shards.c.number.in_(list(numbers))))


def _pass_on(connection: sa.Connection, owner: str | None, which: sa.ColumnElement[bool]) -> list[Lease]:
    changed = sa.update(shards).where(which).values(owner=owner, epoch=shards.c.epoch + 1)
    rows = connection.execute(changed.returning(shards.c.number, shards.c.epoch))
    return [Lease(row.number, row.epoch) for row in rows]


def forget_members(connection: sa.Connection) -> None:
    """Whoever asks for this is alone: nobody who was here before still is."""
    connection.execute(sa.delete(members))


def leave(connection: sa.Connection, member: str) -> None:
    hand_over(connection, member, range(SHARD_COUNT), None)
    connection.execute(sa.delete(members).where(members.c.id == member))


def lost(connection: sa.Connection, member: str, leases: set[Lease]) -> set[Lease]:
    """Those of these leases that are no longer good; the others stay so until the transaction ends."""
    numbers = [lease.shard for lease in leases]
    query = sa.select(shards.c.number, shards.c.epoch).where(shards.c.owner == member, shards.c.number.in_(numbers))
    rows = connection.execute(query.order_by(shards.c.number).with_for_update(read=True))
    return leases - {Lease(row.number, row.epoch) for row in rows}


def shared_secret(connection: sa.Connection, name: str, own: bytes) -> bytes:
    """What all servers have under this name. Whoever comes first brings it along."""
    connection.execute(_insert(connection, secrets).values(name=name, value=own).on_conflict_do_nothing())
    return bytes(connection.execute(sa.select(secrets.c.value).where(secrets.c.name == name)).scalar_one())


def _insert(connection: sa.Connection, table: sa.Table) -> Any:
    """Which can say what happens where the row is there already."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)
