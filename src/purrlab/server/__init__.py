"""The table: a game server that loses nothing and tells nobody's secrets (docs/server.md)."""
