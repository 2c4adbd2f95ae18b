"""A batch of writes in one transaction."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import chain
from typing import Any

import sqlalchemy as sa

from purrlab.server.storage.event_rows import EventRow
from purrlab.server.storage.schema import events
from purrlab.server.storage.writer import Write, WriteResult

MAX_ROWS_PER_STATEMENT = 500


class BatchCommit:
    columns: tuple[str, ...] = EventRow._fields
    rows_need_checks = False  # whether something has to be looked up in the transaction that stores a row

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        quote = engine.dialect.identifier_preparer.quote
        placeholder = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self._insert_into = f"INSERT INTO {events.name} ({', '.join(map(quote, self.columns))}) VALUES"
        self._one_row = f"({', '.join([placeholder] * len(self.columns))})"
        self._stores_rows_alone = engine.dialect.name == "sqlite" and not self.rows_need_checks

    def __call__(self, writes: list[Write]) -> list[WriteResult]:
        if self._stores_rows_alone and len(writes) <= MAX_ROWS_PER_STATEMENT:
            rows = [write.row for write in writes if write.work is None and write.row is not None]
            if len(rows) == len(writes):
                self._store_rows_alone(rows)
                return [(write, None, None) for write in writes]
        with self._engine.begin() as connection:
            return self.store(connection, writes)

    def _store_rows_alone(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """SQLite stores one statement in a transaction of its own. To begin and to end one takes as long again, and
        after each of the three this thread has to wait for Python's lock.
        """
        statement = self._insert_statement(len(rows))
        with closing(self._engine.raw_connection()) as connection, closing(connection.cursor()) as cursor:
            try:
                cursor.execute(statement, tuple(chain.from_iterable(rows)))
            except sqlite3.Error as error:
                known = sa.exc.DBAPIError.instance(statement, None, error, sqlite3.Error)
                raise known from error

    def _insert_statement(self, rows: int) -> str:
        return f"{self._insert_into} {', '.join([self._one_row] * rows)}"

    def values(self, write: Write) -> tuple[Any, ...]:
        """Of the row, one for each column."""
        assert write.row is not None
        return write.row

    def store(self, connection: sa.Connection, writes: list[Write]) -> list[WriteResult]:
        """First all rows, then the other work, in their order: no work here looks at the rows of running tables."""
        rows = [self.values(write) for write in writes if write.row is not None]
        for start in range(0, len(rows), MAX_ROWS_PER_STATEMENT):
            self._insert(connection, rows[start : start + MAX_ROWS_PER_STATEMENT])
        return [(write, write.work and write.work(connection), None) for write in writes]

    def _insert(self, connection: sa.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        """All rows in one statement: with one for each, this thread would have to wait for Python's lock each time."""
        connection.exec_driver_sql(self._insert_statement(len(rows)), tuple(chain.from_iterable(rows)))
