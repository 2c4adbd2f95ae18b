"""Several servers on one database: they share the tables, and carry connections to each other (docs/operations.md)."""
