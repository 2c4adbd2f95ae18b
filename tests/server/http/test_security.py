"""Foreign pages are refused, and every answer has security headers."""

import asyncio
from typing import Any

import pytest
from server.clients import Person, Server, open_socket
from websockets.exceptions import InvalidStatus


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil.example"]
)
def test_a_foreign_page_can_neither_open_a_socket_nor_change_anything(server: Server, origin: str) -> None:
    ann = Person(server, "Ann")

    async def ask_from_origin() -> int:
        with pytest.raises(InvalidStatus) as refused:
            async with open_socket(server, ann, Origin=origin):
                pass
        return refused.value.response.status_code

    assert asyncio.run(ask_from_origin()) == 403
    answer = ann.http.put("/api/me", json={"name": "Evil"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    assert ann.http.delete("/api/me", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert ann.get("/api/me")["person"]["name"] == "Ann"


def test_its_own_page_may_do_both(server: Server) -> None:
    ann = Person(server, "Ann")

    async def ask_from_origin() -> dict[str, Any]:
        async with open_socket(server, ann, Origin=server.url) as opened:
            return await opened.ask("ping")

    assert asyncio.run(ask_from_origin())["type"] == "pong"
    assert ann.http.put("/api/me", json={"name": "Anna"}, headers={"Origin": server.url}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/health", "/api/games", "/nowhere", "/api/me"])
def test_every_answer_has_security_headers(server: Server, path: str) -> None:
    headers = server.visit().get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers
