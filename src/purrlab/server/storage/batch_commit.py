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
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        quote = engine.dialect.identifier_preparer.quote
        placeholder = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self._insert_into = f"INSERT INTO {events.name} ({', '.join(map(quote, EventRow._fields))}) VALUES"
        self._one_row = f"({', '.join([placeholder] * len(EventRow._fields))})"

    def __call__(self, writes: list[Write]) -> list[WriteResult]:
        answers: list[WriteResult] = []
        with self._engine.begin() as connection:
            for only_rows, group in groupby(writes, key=lambda write: write.work is None):
                if only_rows:
                    rows = list(group)
                    for start in range(0, len(rows), MAX_ROWS_PER_STATEMENT):
                        self._insert(connection, rows[start : start + MAX_ROWS_PER_STATEMENT])
                    answers += [(write, None, None) for write in rows]
                else:
                    answers += [(write, _work(connection, write), None) for write in group]
        return answers

    def _insert(self, connection: sa.Connection, writes: list[Write]) -> None:
        """All rows in one statement: with one for each, this thread would have to wait for Python's lock each time."""
        values = [value for write in writes if write.row is not None for value in write.row]
        rows = ", ".join([self._one_row] * len(writes))
        connection.exec_driver_sql(f"{self._insert_into} {rows}", tuple(values))


def _work(connection: sa.Connection, write: Write) -> Any:
    if write.row is not None:
        connection.execute(_insert_event, write.row._asdict())
    assert write.work is not None
    return write.work(connection)
