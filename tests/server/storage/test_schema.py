"""The schema as the code has it is the one that the migrations make."""

from pathlib import Path

import sqlalchemy as sa
from server.schema_differences import differences

from purrlab.server.storage.database import open_database
from purrlab.server.storage.fenced_commit import FencedCommit
from purrlab.server.storage.schema import events


def test_the_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    with open_database(f"sqlite:///{tmp_path / 'new.sqlite'}") as database:
        assert differences(database.reads) == []


def test_a_difference_would_be_seen(tmp_path: Path) -> None:
    with open_database(f"sqlite:///{tmp_path / 'new.sqlite'}") as database:
        with database.writes.begin() as connection:
            connection.execute(sa.text("ALTER TABLE chat ADD COLUMN mood TEXT"))
        assert differences(database.reads) != []


def test_the_writer_names_the_columns_that_there_are() -> None:
    assert list(FencedCommit.columns) == [column.name for column in events.columns]
