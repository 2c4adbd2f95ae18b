"""Names of people who sit at one table are told apart as they are stored, so nobody is faster than these checks.

They are part of the writer's transaction, and on PostgreSQL one server at a time makes them.
"""

import sqlalchemy as sa

from purrlab.server.accounts.names import check_distinct
from purrlab.server.storage import store
from purrlab.server.storage.locks import change_names_alone


def rename(connection: sa.Connection, person: str, name: str, now: int) -> None:
    """Raises Refused where somebody at a table of theirs has such a name by now."""
    change_names_alone(connection)
    check_distinct(name, store.names_of_tablemates(connection, person, now))
    store.rename_person(connection, person, name)


def check_seated(connection: sa.Connection, table_id: str, person: str) -> None:
    """Raises Refused where somebody at this table has a name like that of this person by now."""
    change_names_alone(connection)
    names = store.names_of_seated(connection, table_id)
    check_distinct(names.pop(person), names.values())


def check_all_seated(connection: sa.Connection, table_id: str) -> None:
    """Raises Refused where two people at this table have such names by now."""
    change_names_alone(connection)
    names = list(store.names_of_seated(connection, table_id).values())
    for number, name in enumerate(names):
        check_distinct(name, names[:number])
