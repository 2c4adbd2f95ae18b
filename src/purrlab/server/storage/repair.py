"""Undoes a migration that was interrupted.

Earlier versions committed each step of a migration on SQLite by itself. Killed in between, they left tables and indexes
that the next start tried to create again. These are empty, so they are removed, and the whole migration runs again.
Anything that could hold data is not touched.
"""

import logging
from typing import NamedTuple

import sqlalchemy as sa

from purrlab.server.storage.migrate import migrate, revision_of, revisions

log = logging.getLogger(__name__)


class UnexpectedSchemaObject(Exception):
    """A table or index is in the way of a migration, and may be more than its leftover. Says which, for people."""


class SchemaObject(NamedTuple):
    """A table or an index."""

    kind: str
    name: str
    definition: str

    def __str__(self) -> str:
        return f"the {self.kind} {self.name}"


def undo_interrupted_migration(connection: sa.Connection) -> None:
    """In an SQLite database. Raises UnexpectedSchemaObject, and changes nothing, where data could be lost."""
    current, known = revision_of(connection), revisions()
    existing = _schema_objects(connection)
    if current == known[-1] or (current is not None and current not in known) or not existing:
        return
    pending = known[known.index(current) + 1 :] if current is not None else known
    leftovers = [
        (created, revision)
        for created, revision in _created_by_migrations(known)
        if revision in pending and created.name in existing
    ]
    for created, revision in leftovers:
        _check_is_leftover(connection, existing[created.name], created, revision)
    for created, revision in reversed(leftovers):
        connection.exec_driver_sql(f'DROP {created.kind} IF EXISTS "{created.name}"')
        log.warning(
            "removed what an interrupted migration left",
            extra={"kind": created.kind, "object": created.name, "migration": revision},
        )


def _check_is_leftover(connection: sa.Connection, found: SchemaObject, created: SchemaObject, revision: str) -> None:
    if found != created:
        raise UnexpectedSchemaObject(f"{found} differs from the one that migration {revision} creates")
    if found.kind == "table" and connection.exec_driver_sql(f'SELECT 1 FROM "{found.name}" LIMIT 1').first():  # noqa: S608
        raise UnexpectedSchemaObject(f"{found} has rows, but migration {revision}, which creates it, has not run")


def _schema_objects(connection: sa.Connection) -> dict[str, SchemaObject]:
    """All tables and indexes by name, oldest first, except what SQLite and Alembic keep for themselves."""
    query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'"
    rows = connection.exec_driver_sql(f"{query} ORDER BY rowid")
    return {name: SchemaObject(kind, name, " ".join(sql.split())) for kind, name, sql in rows}


def _created_by_migrations(known: list[str]) -> list[tuple[SchemaObject, str]]:
    """What each migration creates, in this order, found by running all of them in memory."""
    created: dict[str, tuple[SchemaObject, str]] = {}
    engine = sa.create_engine("sqlite://")
    for revision in known:
        with engine.begin() as connection:
            migrate(connection, revision)
            for name, found in _schema_objects(connection).items():
                created.setdefault(name, (found, revision))
    engine.dispose()
    return list(created.values())
