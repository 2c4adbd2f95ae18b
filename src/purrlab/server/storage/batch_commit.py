"""A batch of writes in one transaction."""

from itertools import groupby
from typing import Any

import sqlalchemy as sa

from purrlab.server.storage.event_rows import EventRow
from purrlab.server.storage.schema import events
from purrlab.server.storage.writer import Write, WriteResult

_insert_event = sa.insert(events)
MAX_ROWS_PER_STATEMENT = 500


class BatchCommit:
    columns: tuple[str, ...] = EventRow._fields

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        quote = engine.dialect.identifier_preparer.quote
        placeholder = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self._insert_into = f"INSERT INTO {events.name} ({', '.join(map(quote, self.columns))}) VALUES"
        self._one_row = f"({', '.join([placeholder] * len(self.columns))})"

    def __call__(self, writes: list[Write]) -> list[WriteResult]:
        with self._engine.begin() as connection:
            return self.store(connection, writes)

    def values(self, write: Write) -> tuple[Any, ...]:
        """Of the row, one for each column."""
        assert write.row is not None
        return write.row

    def store(self, connection: sa.Connection, writes: list[Write]) -> list[WriteResult]:
        """All of them, in their order."""
        answers: list[WriteResult] = []
        for only_rows, group in groupby(writes, key=lambda write: write.work is None):
            if only_rows:
                rows = list(group)
                for start in range(0, len(rows), MAX_ROWS_PER_STATEMENT):
                    self._insert(connection, rows[start : start + MAX_ROWS_PER_STATEMENT])
                answers += [(write, None, None) for write in rows]
            else:
                answers += [(write, self._work(connection, write), None) for write in group]
        return answers

    def _insert(self, connection: sa.Connection, writes: list[Write]) -> None:
        """All rows in one statement: with one for each, this thread would have to wait for Python's lock each time."""
        values = [value for write in writes for value in self.values(write)]
        rows = ", ".join([self._one_row] * len(writes))
        connection.exec_driver_sql(f"{self._insert_into} {rows}", tuple(values))

    def _work(self, connection: sa.Connection, write: Write) -> Any:
        if write.row is not None:
            connection.execute(_insert_event, dict(zip(self.columns, self.values(write), strict=True)))
        assert write.work is not None
        return write.work(connection)
