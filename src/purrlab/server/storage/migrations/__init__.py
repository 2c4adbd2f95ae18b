"""Changes of the schema, in order, run by Alembic when the server starts."""
