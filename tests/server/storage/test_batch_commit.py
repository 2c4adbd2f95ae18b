"""A batch is stored whole or not at all, in one statement or in a transaction."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from purrlab.server.storage.batch_commit import MAX_ROWS_PER_STATEMENT, BatchCommit
from purrlab.server.storage.database import Database, open_database
from purrlab.server.storage.event_rows import EventRow
from purrlab.server.storage.schema import events, people, tables
from purrlab.server.storage.writer import Write


@pytest.fixture(params=["postgresql", "sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    on_sqlite = request.param == "sqlite"
    url = f"sqlite:///{tmp_path / 'purrlab.sqlite'}" if on_sqlite else request.getfixturevalue("postgres")
    with open_database(url) as opened:
        with opened.writes.begin() as connection:
            connection.execute(sa.insert(people), {"id": "ann", "name": "Ann", "created": 0})
            terms = {"game": "g", "players": 2, "options": "{}", "speed": "{}", "listed": True, "pace": 0}
            row = {"id": "t", "host": "ann", "server_seed": "", "created": 0, "status": "playing", **terms}
            connection.execute(sa.insert(tables), row)
        yield opened


def row(seq: int, work: Any = None, table: str = "t") -> Write:
    return Write(EventRow(table, seq, 0, "acted", 0, "x", None, None), work, lambda _result, _error: None)


def seqs(database: Database) -> list[int]:
    with database.reads.connect() as connection:
        return list(connection.execute(sa.select(events.c.seq).order_by(events.c.seq)).scalars())


@pytest.mark.parametrize("count", [1, 2, MAX_ROWS_PER_STATEMENT, MAX_ROWS_PER_STATEMENT + 1])
def test_rows_are_stored_in_their_order(database: Database, count: int) -> None:
    writes = [row(seq) for seq in range(count)]
    assert BatchCommit(database.writes)(writes) == [(write, None, None) for write in writes]
    assert seqs(database) == list(range(count))


@pytest.mark.parametrize("work", [None, lambda _connection: None], ids=["rows alone", "with other work"])
@pytest.mark.parametrize(("seq", "table"), [(1, "t"), (9, "no such table")], ids=["a number twice", "no table"])
def test_one_bad_row_and_nothing_is_stored(database: Database, work: Any, seq: int, table: str) -> None:
    commit = BatchCommit(database.writes)
    commit([row(1)])
    with pytest.raises(sa.exc.IntegrityError):
        commit([row(2), row(seq, work, table), row(3)])
    assert seqs(database) == [1]
    commit([row(2)])
    assert seqs(database) == [1, 2]


def test_work_that_fails_takes_all_rows_with_it(database: Database) -> None:
    def fail(_connection: sa.Connection) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        BatchCommit(database.writes)([row(1), row(2, fail), row(3)])
    assert seqs(database) == []


def test_work_is_answered_and_sees_the_row_that_it_belongs_to(database: Database) -> None:
    def count(connection: sa.Connection) -> int:
        return connection.execute(sa.select(sa.func.count()).select_from(events)).scalar_one()

    writes = [row(1), row(2, count), Write(None, lambda _connection: "done", row(0).done)]
    assert [result for _, result, _ in BatchCommit(database.writes)(writes)] == [None, 2, "done"]
