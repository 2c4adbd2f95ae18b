"""What Alembic runs: it gets an open connection from the store."""

from alembic import context

from purrlab.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,  # on SQLite too, by the way in which its transactions begin (sqlite.py)
)
with context.begin_transaction():
    context.run_migrations()
