"""Requests that two readers could understand in two ways, and those that come under another name, are refused."""

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from server.clients import Server, open_socket
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from purrlab.server.asgi import client_network
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.settings import InvalidSettings, load_settings


def answer_to(server: Server, request: bytes) -> bytes:
    """All that comes until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(request)
        received = b""
        while part := connection.recv(65536):
            received += part
        return received


@pytest.mark.parametrize("path", [b"/api/logout", b"/"])
def test_a_length_and_an_encoding_together_are_refused_and_nothing_after_it_is_read(
    server: Server, path: bytes
) -> None:
    hidden = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    head = b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = answer_to(server, head + b"0\r\n\r\n" + hidden)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1
    assert b"bad-request" in answer
    assert b"content-security-policy" in answer


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("named"), allowed_hosts="127.0.0.1, play.example, [::1]") as server:
        yield server


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("play.example", 200),
        ("PLAY.example:8400", 200),
        ("[::1]:8400", 200),
        ("evil.example", 400),
        ("play.example.evil.example", 400),
        ("play.example:8400:1", 400),
        ("", 400),
    ],
)
def test_only_the_names_that_are_allowed_are_answered(named: Server, host: str, status: int) -> None:
    for path in ("/api/me", "/", "/health"):
        assert named.visit().get(path, headers={"Host": host}).status_code == status


def test_a_socket_under_another_name_is_refused(named: Server) -> None:
    async def open_line(**headers: str) -> str:
        async with open_socket(named, None, **headers) as opened:
            kind: str = (await opened.ask("ping"))["type"]
            return kind

    assert asyncio.run(open_line()) == "pong"
    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(_open_as(named, "evil.example"))
    assert refused.value.response.status_code == 403


async def _open_as(server: Server, host: str) -> None:
    """The client writes the name that it is told to connect to, so this one is told another address beside it."""

    async with connect(f"ws://{host}/live", host="127.0.0.1", port=server.port):
        pass


def test_a_name_with_a_port_is_no_allowed_host() -> None:
    with pytest.raises(InvalidSettings, match="allowed_hosts"):
        load_settings(environment={"PURRLAB_ALLOWED_HOSTS": "play.example:80"})


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_limits_are_kept_for_a_network(address: str, network: str) -> None:
    assert client_network({"client": (address, 1)}) == network


def test_one_network_has_one_limit() -> None:
    limiter = RateLimiter(1, 2, lambda: 0.0)
    scopes: list[dict[str, Any]] = [{"client": (f"2001:db8::{number}", 1)} for number in range(3)]
    assert [limiter.allow(client_network(scope)) for scope in scopes] == [True, True, False]


@pytest.mark.parametrize("length", ["", "Content-Length: 5\r\n"])
@pytest.mark.parametrize("path", ["/", "/api/nothing"])
def test_a_body_that_makes_no_sense_is_no_error_of_the_server(server: Server, path: str, length: str) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\n{length}Transfer-Encoding: chunked\r\n\r\n-1\r\n"
    assert answer_to(server, head.encode()).startswith(b"HTTP/1.1 400 ")
    assert "LocalProtocolError" not in server.log.read_text()


UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Length: 1\r\n",
        b"Transfer-Encoding: chunked\r\n",
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
    ],
)
def test_a_request_for_a_socket_has_no_body(server: Server, body: bytes) -> None:
    assert answer_to(server, UPGRADE + body + b"\r\n").startswith(b"HTTP/1.1 400 ")


def test_a_request_for_a_socket_may_say_that_it_has_no_body(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as opened:
        opened.sendall(UPGRADE + b"Content-Length: 0\r\n\r\n")
        assert opened.recv(100).startswith(b"HTTP/1.1 101 ")
