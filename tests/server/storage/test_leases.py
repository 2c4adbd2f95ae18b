"""Leases of shards: who has which, who takes over from whom, and that nothing is written under a lease that is lost."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from purrlab.server.errors import CannotServe
from purrlab.server.settings import MAX_LEASE_SECONDS
from purrlab.server.storage import leases, store
from purrlab.server.storage.database import Database, open_database
from purrlab.server.storage.event_rows import EventRow
from purrlab.server.storage.fenced_commit import FencedCommit
from purrlab.server.storage.leases import SHARD_COUNT, Lease, LeaseLost, shard_of
from purrlab.server.storage.schema import events, people, tables
from purrlab.server.storage.writer import BrokenChain, Write
from purrlab.server.tables.clock import DAY_MS

LONG_MS, OVER_MS = 60_000, -1
TABLE = "t1"


@pytest.fixture(params=["postgresql", "sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    on_sqlite = request.param == "sqlite"
    url = f"sqlite:///{tmp_path / 'purrlab.sqlite'}" if on_sqlite else request.getfixturevalue("postgres")
    with open_database(url, shared=True, is_locked=on_sqlite) as opened:
        with opened.writes.begin() as connection:
            leases.join(connection)
            connection.execute(sa.insert(people), {"id": "ann", "name": "Ann", "created": 0})
            terms = {"game": "g", "players": 2, "options": "{}", "speed": "{}", "listed": True, "pace": 0}
            row = {"id": TABLE, "host": "ann", "server_seed": "", "created": 0, "status": "playing", **terms}
            connection.execute(sa.insert(tables), row)
        yield opened


def renew(database: Database, member: str, lease_ms: int = LONG_MS) -> leases.ClusterState:
    with database.writes.begin() as connection:
        return leases.renew(connection, member, lease_ms, "1", reachable=True)


def claim(database: Database, member: str, most: int = SHARD_COUNT) -> list[Lease]:
    with database.writes.begin() as connection:
        return leases.claim(connection, member, most)


def event(seq: int, lease: Lease | None) -> Write:
    row = EventRow(TABLE, seq, 0, "acted", 0, "x", None, None)
    return Write(row, None, lambda _result, _error: None, lease=lease)


def test_shards_go_to_who_is_there_and_stay_until_their_lease_is_over(database: Database) -> None:
    renew(database, "a")
    assert len(claim(database, "a", 40)) == 40
    renew(database, "b")
    assert len(claim(database, "b")) == SHARD_COUNT - 40
    assert claim(database, "b") == []
    renew(database, "a", OVER_MS)
    taken = claim(database, "b")
    assert len(taken) == 40
    assert {lease.epoch for lease in taken} == {2}
    state = renew(database, "b")
    assert state.members == {"b": True}
    assert len(state.owned_by("b")) == SHARD_COUNT


def test_nobody_keeps_shards_for_as_long_as_the_clock_was_set_back(database: Database) -> None:
    """A server that is killed has a lease that seems to go on for a day, by the clock that was set back by a day."""
    renew(database, "a", DAY_MS)
    claim(database, "a")
    hall = renew(database, "b")
    assert hall.members == {"b": True}
    assert len(claim(database, "b")) == SHARD_COUNT
    renew(database, "a", MAX_LEASE_SECONDS * 1000)  # it was only asleep
    assert renew(database, "b").members == {"a": True, "b": True}


def test_who_leaves_hands_over_and_who_is_stopped_keeps_nothing(database: Database) -> None:
    renew(database, "a")
    renew(database, "b")
    claim(database, "a")
    with database.writes.begin() as connection:
        assert leases.hand_over(connection, "a", [1, 2], "b") == [Lease(1, 2), Lease(2, 2)]
        assert leases.hand_over(connection, "a", [1], None) == []  # it is not theirs any more
        leases.leave(connection, "a")
    state = renew(database, "b")
    assert [number for number in state.shards if state.owner(number) == "b"] == [1, 2]
    assert all(shard.owner is None for number, shard in state.shards.items() if number > 2)


def test_only_the_owner_writes_and_each_row_says_under_which_epoch(database: Database) -> None:
    shard = shard_of(TABLE)
    renew(database, "a")
    claim(database, "a")
    ours, theirs = FencedCommit(database.writes, "a"), FencedCommit(database.writes, "b")
    assert [error for _, _, error in ours([event(1, Lease(shard, 1))])] == [None]
    renew(database, "a", OVER_MS)
    assert [error for _, _, error in ours([event(2, Lease(shard, 1))])] == [None]  # nobody else has taken over
    renew(database, "b")
    claim(database, "b")
    chat = Write(None, lambda _connection: "said", lambda _result, _error: None)
    assert [type(error) for _, _, error in ours([event(3, Lease(shard, 1))])] == [LeaseLost]
    answers = ours([event(3, Lease(shard, 1)), chat])
    assert [type(error) for _, _, error in answers] == [LeaseLost, type(None)]
    assert [error for _, _, error in theirs([event(3, Lease(shard, 2))])] == [None]
    with database.reads.connect() as connection:
        stored = connection.execute(sa.select(events.c.seq, events.c.epoch).order_by(events.c.seq)).all()
    assert [tuple(row) for row in stored] == [(1, 1), (2, 1), (3, 2)]


class TableInMemory:
    broken = False


def test_what_stands_on_something_that_is_refused_is_refused_too(database: Database) -> None:
    """As a move that was asked for twice: the second time nothing is written, but it is told to be stored."""
    shard = shard_of(TABLE)
    for member in ("a", "b"):
        renew(database, member, OVER_MS if member == "a" else LONG_MS)
        claim(database, member)
    table, other = TableInMemory(), TableInMemory()
    moved = event(1, Lease(shard, 1))._replace(chain=table)
    again, elsewhere = (Write(None, lambda _: "told", moved.done, chain) for chain in (table, other))
    answers = FencedCommit(database.writes, "a")([again, moved, again, elsewhere])
    assert {write: type(error) for write, _, error in answers} == {
        moved: LeaseLost,
        again: BrokenChain,
        elsewhere: type(None),
    }
    assert table.broken
    assert not other.broken


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # on SQLite the other would wait
def test_a_shard_is_not_taken_over_in_the_midst_of_a_write(database: Database) -> None:
    renew(database, "a")
    claim(database, "a")
    renew(database, "a", OVER_MS)
    renew(database, "b")
    with database.reads.begin() as writing:
        assert leases.lost(writing, "a", {Lease(5, 1)}) == set()
        assert 5 not in {lease.shard for lease in claim(database, "b")}
    assert [lease.shard for lease in claim(database, "b")] == [5]


def test_a_secret_is_that_of_who_came_first(database: Database) -> None:
    with database.writes.begin() as connection:
        assert leases.shared_secret(connection, "cookies", b"one") == b"one"
        assert leases.shared_secret(connection, "cookies", b"two") == b"one"


def test_servers_that_share_a_database_keep_out_one_that_would_be_alone(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("purrlab.server.storage.locks.LOCK_WAIT_MS", 50)
    with open_database(postgres, shared=True) as first, open_database(postgres, shared=True) as second:
        with closing(first.writes.connect()), closing(second.writes.connect()):
            pass
        with pytest.raises(CannotServe, match="another server is already using"), open_database(postgres):
            pass


def test_an_sqlite_file_is_not_shared_by_machines() -> None:
    with pytest.raises(CannotServe, match="several servers need PostgreSQL"), open_database("sqlite:///x", shared=True):
        pass


def test_who_takes_over_a_shard_reads_its_running_tables_and_those_of_unknown_shards(database: Database) -> None:
    """A server of the version before notes no shard."""
    with database.writes.begin() as connection:
        known = sa.select(tables).where(tables.c.id == TABLE)
        row = dict(connection.execute(known).mappings().one())
        connection.execute(sa.insert(tables), [row | {"id": f"t{shard}", "shard": shard} for shard in (5, 6)])
        connection.execute(sa.insert(tables), row | {"id": "over", "shard": 5, "status": "over"})
        assert set(store.running_tables(connection, {5})) == {TABLE, "t5"}
        assert set(store.running_tables(connection)) == {TABLE, "t5", "t6"}
