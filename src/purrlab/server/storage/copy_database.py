"""All that one database holds, into another that holds nothing yet: from an SQLite file to PostgreSQL, or back."""

import sqlalchemy as sa

from purrlab.server.errors import CannotServe
from purrlab.server.storage.database import Database, open_database
from purrlab.server.storage.schema import compatibility, members, metadata, people, secrets, shards

ROWS_AT_ONCE = 1_000
OF_EACH_DATABASE = {compatibility, members}
KEPT_FOR_EMPTY_ONES = (secrets, shards)  # which a server writes that nobody has come to yet


def copy_database(source_url: str, target_url: str) -> dict[str, int]:
    """While no server uses either; all or nothing. Gives the number of rows of each table. Raises CannotServe."""
    with open_database(source_url) as source, open_database(target_url) as target:
        shown = target.writes.url.render_as_string(hide_password=True)
        try:
            return _copy(source, target)
        except NotEmpty:
            raise CannotServe(f"the database {shown} is not empty") from None
        except sa.exc.SQLAlchemyError as error:
            said = " ".join(str(getattr(error, "orig", error)).split())
            raise CannotServe(f"nothing was copied to {shown}: {said}") from error


class NotEmpty(Exception):
    """Somebody plays there already."""


def _copy(source: Database, target: Database) -> dict[str, int]:
    counts = {}
    with source.reads.connect() as reading, target.writes.begin() as writing:
        if writing.execute(sa.select(people.c.id).limit(1)).first() is not None:
            raise NotEmpty
        for table in KEPT_FOR_EMPTY_ONES:
            writing.execute(sa.delete(table))
        for table in metadata.sorted_tables:
            if table not in OF_EACH_DATABASE:
                counts[table.name] = _copy_table(reading, writing, table)
        writing.execute(sa.update(shards).values(owner=None))  # epochs go on: none of an event may go down
    return counts


def _copy_table(reading: sa.Connection, writing: sa.Connection, table: sa.Table) -> int:
    count = 0
    rows = reading.execution_options(yield_per=ROWS_AT_ONCE).execute(sa.select(table))
    for part in rows.mappings().partitions():
        writing.execute(sa.insert(table), [dict(row) for row in part])
        count += len(part)
    return count
