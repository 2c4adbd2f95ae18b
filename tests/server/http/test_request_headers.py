"""Requests that two readers could understand in two ways, and those that come under another name, are refused."""

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.clients import Server, open_socket
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from purrlab.server.asgi import client_network
from purrlab.server.http.strict_heads import MAX_BODY_PARTS, MAX_HEAD_BYTES, MAX_HEAD_FIELDS
from purrlab.server.logs import LINES_PER_MINUTE
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


POST = b"POST /api/logout HTTP/1.1\r\nHost: x\r\n"
AMBIGUOUS_REQUESTS = {
    "a list of lengths": POST + b"Content-Length: 5, 5\r\n\r\nhello",
    "two lengths": POST + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    "a length with a sign": POST + b"Content-Length: +5\r\n\r\nhello",
    "bare line feeds": POST.replace(b"\r\n", b"\n") + b"\n",
    "a bare line feed in the head": POST + b"X-A: b\nX-C: d\r\n\r\n",
    "a blank line without a carriage return": POST + b"X-A: b\r\n\n",
    "a bare carriage return": POST + b"X-A: b\rX-C: d\r\n\r\n",
    "a folded line": POST + b"X-A: b\r\n c: d\r\n\r\n",
    "a folded encoding": POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
    "a folded trailer": POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX-A: b\r\n c\r\n\r\n",
    "a version that is not spoken": POST.replace(b"1.1", b"2.0") + b"\r\n",
    "a length with a zero before it": POST + b"Content-Length: 05\r\n\r\nhello",
    "a part whose size ends with a space": POST + b"Transfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n",
    "a part without a size": POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 20 + b"\r\n",
    "parts in HTTP/1.0": POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("request_bytes", AMBIGUOUS_REQUESTS.values(), ids=AMBIGUOUS_REQUESTS)
def test_a_head_that_a_proxy_may_read_differently_is_refused(server: Server, request_bytes: bytes) -> None:
    answer = answer_to(server, request_bytes + b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    "asked",
    [
        POST + b"Connection: close\r\nContent-Length: 0\r\n\r\n",
        POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-A: b\r\n\r\n",
        POST.replace(b"1.1", b"1.0") + b"\r\n",
        POST + b"Connection: close\r\nContent-Length:\t0 \r\n\r\n",
    ],
    ids=["a length", "parts and a trailer", "HTTP/1.0", "blanks around a length"],
)
def test_an_ordinary_head_is_not(server: Server, asked: bytes) -> None:
    assert b" 200 " in answer_to(server, asked).split(b"\r\n")[0]


IN_PARTS = POST + b"Transfer-Encoding: chunked\r\n\r\n"
SLOW_REQUESTS = {  # to read
    "a long path": b"GET /" + b"a" * MAX_HEAD_BYTES + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long field": POST + b"X-A: " + b"b" * MAX_HEAD_BYTES + b"\r\n\r\n",
    "many fields": POST + b"a:b\r\n" * MAX_HEAD_FIELDS + b"\r\n",
    "many parts": IN_PARTS + b"1\r\na\r\n" * (MAX_BODY_PARTS + 1),
    "a trailer of many fields": IN_PARTS + b"0\r\n" + b"a:b\r\n" * (MAX_HEAD_FIELDS + 2) + b"\r\n",
}


@pytest.mark.parametrize("request_bytes", SLOW_REQUESTS.values(), ids=SLOW_REQUESTS)
def test_a_request_that_takes_long_to_read_is_not_read(server: Server, request_bytes: bytes) -> None:
    answer = answer_to(server, request_bytes)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    "asked",
    [
        b"GET /" + b"a" * (MAX_HEAD_BYTES - 100) + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        POST + b"Connection: close\r\n" + b"a:b\r\n" * (MAX_HEAD_FIELDS - 2) + b"\r\n",
        IN_PARTS.replace(b"Host", b"Connection: close\r\nHost") + b"1\r\n \r\n" * (MAX_BODY_PARTS - 1) + b"0\r\n\r\n",
    ],
    ids=["a long path", "many fields", "many parts"],
)
def test_one_that_is_just_short_enough_is(server: Server, asked: bytes) -> None:
    assert answer_to(server, asked).split()[1] in (b"200", b"404")


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


def test_a_request_for_a_socket_may_be_long(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as opened:
        opened.sendall(UPGRADE + b"Cookie: a=" + b"b" * 6_000 + b"\r\n\r\n")
        assert opened.recv(100).startswith(b"HTTP/1.1 101 ")


@pytest.mark.parametrize(
    "fields",
    [b"X-A: b\r\n" * 200, b"X-A: " + b"b" * 10_000 + b"\r\n"],
    ids=["many fields", "a long field"],
)
def test_a_request_for_a_socket_that_nobody_understands_is_closed(server: Server, fields: bytes) -> None:
    """Else it would be held for ever: it counts neither as a connection nor as a socket any more."""
    assert answer_to(server, UPGRADE + fields + b"\r\n").startswith(b"HTTP/1.1 431 ")


BURST = 5
NO_KEY = (
    b"GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize("malformed", [b"nonsense\r\n\r\n", NO_KEY], ids=["no request", "no request for a socket"])
def test_requests_that_make_no_sense_count_as_requests(tmp_path: Path, malformed: bytes) -> None:
    """Beyond the limit of the address nothing is read of them, and the log has a line for the first few."""
    with Server(tmp_path, requests_per_second="1", request_burst=str(BURST)) as server:
        answers = [_answer_or_reset(server, malformed) for _ in range(LINES_PER_MINUTE + 2 * BURST)]
        assert all(b" 400 " in answer for answer in answers[:BURST])
        assert answers.count(b"") >= LINES_PER_MINUTE
        said = [json.loads(line) for line in server.log.read_text().splitlines() if "malformed" in line]
        assert BURST <= len(said) <= LINES_PER_MINUTE
        assert {line["address"] for line in said} == {"127.0.0.1"}
        assert "Invalid HTTP request" not in server.log.read_text()


def _answer_or_reset(server: Server, request: bytes) -> bytes:
    try:
        return answer_to(server, request)
    except ConnectionError:
        return b""


def test_an_upgrade_to_something_else_is_not_a_line_of_the_log(server: Server) -> None:
    asked = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n"
    assert answer_to(server, asked).startswith(b"HTTP/1.1 200 ")
    assert "Unsupported upgrade" not in server.log.read_text()
