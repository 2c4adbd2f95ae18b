"""A table and the game on it: events, commands, clocks, history. No network, no database."""
