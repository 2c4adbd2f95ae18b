"""Pure rules: the standard library only; no clock, no global randomness, and no I/O but layout files."""
