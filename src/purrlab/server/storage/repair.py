"""Undoes a migration that was killed half-way.

Earlier versions committed each step of a migration on SQLite by itself. Killed in between, they left tables and indexes
that the next start wanted to make again. What is left of such a migration holds nothing, so it is removed, and the
migration runs once more, whole. Whatever could be something else is not touched.
"""

import logging
from typing import NamedTuple

import sqlalchemy as sa

from purrlab.server.storage.migrate import migrate, revision_of, revisions

log = logging.getLogger(__name__)


class NotHalfDone(Exception):
    """What stands in the way of a migration may be more than what is left of it. Says what it is, for people."""


class Thing(NamedTuple):
    """A table or an index."""

    kind: str
    name: str
    definition: str

    def __str__(self) -> str:
        return f"the {self.kind} {self.name}"


def undo_half_done_migration(connection: sa.Connection) -> None:
    """In an SQLite database. Raises NotHalfDone, without a change, for what is no half-done migration."""
    done, known = revision_of(connection), revisions()
    there = _things(connection)
    if done == known[-1] or (done is not None and done not in known) or not there:
        return
    to_do = known[known.index(done) + 1 :] if done is not None else known
    to_make = _made_by(known)
    left = [(thing, revision) for thing, revision in to_make.values() if revision in to_do and thing.name in there]
    for thing, revision in left:
        _check_nothing_is_lost(connection, there[thing.name], thing, revision)
    for thing, revision in reversed(left):
        connection.exec_driver_sql(f'DROP {thing.kind} IF EXISTS "{thing.name}"')
        log.warning("what a killed migration left is removed", extra={"left": thing.name, "migration": revision})


def _check_nothing_is_lost(connection: sa.Connection, there: Thing, wanted: Thing, revision: str) -> None:
    if there != wanted:
        raise NotHalfDone(f"{there} stands where migration {revision} makes one, and is another")
    if there.kind == "table" and connection.exec_driver_sql(f'SELECT 1 FROM "{there.name}" LIMIT 1').first():  # noqa: S608
        raise NotHalfDone(f"{there} has rows, although migration {revision}, which makes it, has not been run")


def _things(connection: sa.Connection) -> dict[str, Thing]:
    """All that somebody has made, oldest first, but what Alembic keeps for itself."""
    query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'"
    rows = connection.exec_driver_sql(f"{query} ORDER BY rowid")
    return {name: Thing(kind, name, " ".join(sql.split())) for kind, name, sql in rows}


def _made_by(known: list[str]) -> dict[str, tuple[Thing, str]]:
    """What each migration makes, seen in a database in memory."""
    made: dict[str, tuple[Thing, str]] = {}
    engine = sa.create_engine("sqlite://")
    for revision in known:
        with engine.begin() as connection:
            migrate(connection, revision)
            for name, thing in _things(connection).items():
                made.setdefault(name, (thing, revision))
    engine.dispose()
    return made
