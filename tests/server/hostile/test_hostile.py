"""Nonsense and malice over real sockets: nothing breaks, nothing wrong is accepted, and real games go on."""

import asyncio
from pathlib import Path

from server.hostile.attack import Attack, hostile_server

MESSAGES, REQUESTS = 2_000, 300


def test_hostile_clients_break_nothing(tmp_path: Path) -> None:
    with hostile_server(tmp_path) as server:
        result = asyncio.run(Attack(server, MESSAGES, REQUESTS, seed=13).run())
    assert result.problems == []
    assert result.messages.total() >= MESSAGES
    assert result.requests.total() == REQUESTS
    assert {"bad-message", "illegal", "stale", "no-seat", "no-name", "closed with 1002"} <= result.answers.keys()
    assert {400, 401, 403} <= result.statuses.keys()
    assert result.moves > 50
