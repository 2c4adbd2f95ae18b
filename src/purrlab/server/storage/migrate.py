"""Brings the schema up to date by the migrations, in the transaction of the connection that it gets."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from purrlab.server.storage.schema import compatibility

MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def is_newer(connection: sa.Connection) -> bool:
    """Whether a newer program has migrated this database."""
    current = revision_of(connection)
    return current is not None and current not in revisions()


def accepts_this_version(connection: sa.Connection) -> bool:
    """Of a newer database: whether what came since only adds to what this program knows."""
    if not sa.inspect(connection).has_table(compatibility.name):
        return False
    oldest = connection.execute(sa.select(compatibility.c.oldest)).scalar_one_or_none()
    return oldest in revisions()


def revision_of(connection: sa.Connection) -> str | None:
    """None: no migration has been run."""
    return MigrationContext.configure(connection).get_current_revision()


def revisions() -> list[str]:
    """All that there are, the oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
