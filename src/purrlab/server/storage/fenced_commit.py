"""A batch of writes in one transaction, of a server among others: only what it has the lease for is stored."""

import sqlite3
from contextlib import closing
from itertools import chain
from typing import Any

import sqlalchemy as sa

from purrlab.server.storage.batch_commit import MAX_ROWS_PER_STATEMENT, BatchCommit
from purrlab.server.storage.event_rows import EventRow
from purrlab.server.storage.leases import LeaseLost, lost
from purrlab.server.storage.schema import shards
from purrlab.server.storage.sqlite import turns_to_write
from purrlab.server.storage.writer import BrokenChain, Write, WriteResult

LEASES_PER_STEP = 16  # by which statements differ, so that SQLite's few compiled ones are used again


class FencedCommit(BatchCommit):
    """The shards are locked against another owner until the commit, so what is stored was written by the owner."""

    columns = (*EventRow._fields, "epoch")
    rows_need_checks = True

    def __init__(self, engine: sa.Engine, member: str) -> None:
        super().__init__(engine)
        self._member = member
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._turn = turns_to_write(engine)

    def __call__(self, writes: list[Write]) -> list[WriteResult]:
        with self._turn():
            if self._is_sqlite and len(writes) <= MAX_ROWS_PER_STATEMENT and self._store_at_once(writes):
                return [(write, None, None) for write in writes]
            return super().__call__(writes)

    def _store_at_once(self, writes: list[Write]) -> bool:
        """By one statement, as nearly every batch: to begin and to end a transaction takes as long again.

        It writes, so nobody else does meanwhile. False: nothing was stored, as there is other work, or a lease is lost.
        """
        if any(write.row is None or write.work is not None or write.lease is None for write in writes):
            return False
        leases = list({write.lease for write in writes if write.lease is not None})
        padded = leases + leases[:1] * (-len(leases) % LEASES_PER_STEP)
        statement = self._fenced_insert(len(writes), len(padded))
        values = chain(*map(self.values, writes), (self._member,), *padded, (len(leases),))
        with closing(self._engine.raw_connection()) as connection, closing(connection.cursor()) as cursor:
            try:
                cursor.execute(statement, tuple(values))
            except sqlite3.Error as error:
                known = sa.exc.DBAPIError.instance(statement, None, error, sqlite3.Error)
                raise known from error
            return cursor.rowcount == len(writes)

    def _fenced_insert(self, rows: int, leases: int) -> str:
        wanted = _many("(?, ?)", leases)
        held = f"SELECT count(*) FROM {shards.name} WHERE owner = ? AND (number, epoch) IN (VALUES {wanted})"  # noqa: S608
        into = self._insert_into.removesuffix("VALUES")
        return f"{into} SELECT * FROM (VALUES {_many(self._one_row, rows)}) WHERE ({held}) = ?"  # noqa: S608

    def values(self, write: Write) -> tuple[Any, ...]:
        assert write.row is not None
        return (*write.row, write.lease and write.lease.epoch)

    def store(self, connection: sa.Connection, writes: list[Write]) -> list[WriteResult]:
        wanted = {write.lease for write in writes if write.lease is not None}
        gone = lost(connection, self._member, wanted) if wanted else wanted
        if not gone:
            return super().store(connection, writes)
        refused = [write for write in writes if write.lease in gone]
        for write in refused:
            if write.chain is not None:
                write.chain.broken = True
        answers: list[WriteResult] = [(write, None, LeaseLost()) for write in refused]
        rest = [write for write in writes if write.lease not in gone]
        fallen = [write for write in rest if write.chain is not None and write.chain.broken]
        answers += [(write, None, BrokenChain()) for write in fallen]  # what they stand on is refused
        return answers + super().store(connection, [write for write in rest if write not in fallen])


def _many(one: str, times: int) -> str:
    return ", ".join([one] * times)
