"""What operators watch: figures for Prometheus, at an address of their own (docs/operations.md)."""
