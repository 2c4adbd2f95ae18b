"""``purrlab serve --processes``: one server of several processes on one machine (docs/operations.md)."""
