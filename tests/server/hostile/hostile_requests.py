"""HTTP requests that nobody should send: each with its kind, its bytes, and how it may be answered."""

import json
from random import Random
from typing import Any, NamedTuple

OK, NO_CONTENT, BAD, WHO, FORBIDDEN = 200, 204, 400, 401, 403
REFUSALS = frozenset({BAD, WHO, FORBIDDEN, 404, 405, 409, 413, 415, 426, 429, 431})
BUSY = 503  # declared: too many wait for a password to be hashed, or for a picture

PATHS = [
    "/api/me",
    "/api/tables",
    "/api/games",
    "/api/login",
    "/api/logout",
    "/api/me/tables",
    "/api/me/export",
    "/api/me/password",
    "/api/me/sessions",
    "/api/me/sessions/x",
    "/api/me/sessions/%00",
    "/api/tables/x",
    "/api/tables/x/record",
    "/api/tables/x/picture.png",
    "/api/network-address",
    "/health",
]
ODD_PATHS = ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/tables/%00", "/api/tables/%ff%fe", "//api//me"]
ODD_PATHS += [
    "/api/tables/" + "a" * 2_000,
    "/api/tables/x/replay?seat=99",
    "/api/tables/x/replay?seat=1&seat=2",
    "/api;x",
]
ODD_PATHS += ["/assets/../../settings.toml", "/api/tables/x/replay?" + "a=b&" * 300, "/%", "/api/me/sessions/%2F", "/*"]
METHODS = ["PATCH", "TRACE", "CONNECT", "PROPFIND", "DELETE", "PUT", "POST", "get", "QUERY", "OPTIONS", "X" * 30]
JSON_VALUES: list[Any] = [None, True, -1, 1 << 70, 1e308, "", "x" * 500, "\u202e", [], {}, [[[]]], {"a": {"b": 1}}]
MALFORMED = [b"", b"{", b"null", b"[]", b'{"name":', b"\xff\xfe", b'{"name":"\\ud800"}', b"{} {}", b'{"a":1e999999}']
MEDIA_TYPES = ["application/json", "text/plain", "multipart/form-data; boundary=x", "application/msgpack", "\x7f", ""]
MAX_BODY = 16_384
LARGE_SHARE = 0.05  # of all connections


class HostileRequest(NamedTuple):
    kind: str
    data: bytes
    allowed: frozenset[int]  # statuses; any other is a wrong accept, or an error of the server
    closes: bool = False  # nothing can follow it on the same connection
    answers: bool = True  # whether there has to be one
    is_head: bool = False


UPGRADE_WITH_BODY = (
    b"GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 1\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class RequestMaker:
    """``cookie`` is that of somebody real; ``tables`` are those of others."""

    def __init__(self, chance: Random, host: str, cookie: str, tables: list[str]) -> None:
        self._chance = chance
        self._host = host
        self._cookie = cookie
        self._tables = tables
        self._keeping = [
            self._body,
            self._body,
            self._typed_body,
            self._typed_body,
            self._deep_body,
            self._cookies,
            self._cookies,
            self._foreign,
            self._path,
            self._method,
            self._head,
            self._table,
            self._setup,
            self._login,
            self._chunks,
        ]
        self._closing = [
            self._smuggled,
            self._broken_head,
            self._half,
            self._handshake,
        ]

    def batch(self, size: int) -> list[HostileRequest]:
        """To be sent at once on one connection, which the last one may end.

        What is too large comes alone: it is not read, and with it goes all that was written to such a connection.
        """
        if self._chance.random() < LARGE_SHARE:
            return [self._large()]
        made = [self._chance.choice(self._keeping)() for _ in range(size)]
        return [*made, self._chance.choice(self._closing)()]

    def _request(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None
    ) -> bytes:
        lines = {"Host": self._host, **(headers or {})}
        if body is not None:
            lines.setdefault("Content-Length", str(len(body)))
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return head.encode("latin-1") + b"\r\n" + (body or b"")

    def _who(self) -> dict[str, str]:
        return {"Cookie": self._cookie} if self._chance.random() < 0.5 else {}

    def _body(self) -> HostileRequest:
        method, path = self._chance.choice(
            [("PUT", "/api/me"), ("PUT", "/api/me/password"), ("POST", "/api/tables"), ("POST", "/api/login")]
        )
        headers = self._who() | {"Content-Type": self._chance.choice(MEDIA_TYPES)}
        data = self._request(method, path, headers, self._chance.choice(MALFORMED))
        return HostileRequest("malformed bodies", data, REFUSALS)

    def _typed_body(self) -> HostileRequest:
        wanted: list[tuple[str, str, dict[str, Any]]] = [
            ("PUT", "/api/me", {"name": "x"}),
            ("PUT", "/api/me/password", {"login": "x", "password": "y", "old": "z"}),
            ("POST", "/api/tables", {"game": "cat-in-the-box", "players": 2, "options": {}, "bots": [], "pace": 1}),
        ]
        method, path, body = self._chance.choice(wanted)
        body = {**body, self._chance.choice([*body, "unknown"]): self._chance.choice(JSON_VALUES)}
        if body.get("name") == "x":
            body["name"] = "\u200b"  # a good one would make a guest, which is no attack
        if path == "/api/tables" and body.get("players") == 2 and "unknown" not in body:
            body["players"] = 99
        data = self._request(method, path, self._who(), json.dumps(body).encode())
        return HostileRequest("wrong types", data, REFUSALS)

    def _deep_body(self) -> HostileRequest:
        depth = self._chance.choice([500, 5_000, 8_000])
        body = (
            b'{"game":"cat-in-the-box","players":2,"options":{"layout":' + b"[" * (depth - 100) + b"]" * (depth - 100)
        )
        data = self._request("POST", "/api/tables", {"Cookie": self._cookie}, body[: MAX_BODY - 2] + b"}}")
        return HostileRequest("deep nesting", data, REFUSALS)

    def _cookies(self) -> HostileRequest:
        """Cookies by which nobody is known: where somebody has to be, nothing is done."""
        name, _, token = self._cookie.partition("=")
        at = self._chance.randrange(len(token))
        forged = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
        values = [
            f"{name}={forged}",
            f"{name}={token}; {name}={forged}",
            f"{name}={forged}; {name}={token}",
            f"{name}={token[:-1]}",
            f"{name}={token} x",
            f"{name}=somebody.{'A' * 43}",
            f"{name}=.{token}",
            f"{name}={'A' * 4_000}",
            "; ".join(f"c{number}=x" for number in range(200)),
            "\x7f\xe9=\xff",
            f"__Host-{name}={token}",
        ]
        method, path = self._chance.choice(
            [("POST", "/api/tables"), ("DELETE", "/api/me"), ("GET", "/api/me/export"), ("GET", "/api/me/sessions")]
        )
        body = b'{"game":"cat-in-the-box","players":2}' if method == "POST" else None
        data = self._request(method, path, {"Cookie": self._chance.choice(values)}, body)
        return HostileRequest("cookies of nobody", data, frozenset({BAD, WHO}))

    def _foreign(self) -> HostileRequest:
        """A page from elsewhere, with the cookie of somebody real."""
        origin = self._chance.choice(
            [
                "https://evil.example",
                "null",
                f"http://{self._host}.evil.example",
                "http://[",
                "file://",
                "http://127.0.0.1:1",
            ]
        )
        headers = {"Cookie": self._cookie, "Origin": origin}
        if self._chance.random() < 0.3:
            headers = {"Cookie": self._cookie, "Sec-Fetch-Site": self._chance.choice(["cross-site", "same-site", "x"])}
        method, path = self._chance.choice([("DELETE", "/api/me"), ("POST", "/api/logout"), ("PUT", "/api/me")])
        data = self._request(method, path, headers, b'{"name":"Evil"}')
        return HostileRequest("foreign origins", data, frozenset({FORBIDDEN}))

    def _path(self) -> HostileRequest:
        data = self._request("GET", self._chance.choice(ODD_PATHS), self._who())
        return HostileRequest("odd paths", data, REFUSALS | {OK})

    def _method(self) -> HostileRequest:
        """Without a cookie: there is nobody whom it could harm."""
        method, path = self._chance.choice(METHODS), self._chance.choice(PATHS)
        allowed = (
            REFUSALS | {OK, NO_CONTENT}
            if (method, path) == ("POST", "/api/logout") or method == "OPTIONS"
            else REFUSALS
        )
        return HostileRequest("odd methods", self._request(method, path, body=b""), allowed)

    def _head(self) -> HostileRequest:
        data = self._request("HEAD", self._chance.choice(PATHS), self._who())
        return HostileRequest("HEAD", data, REFUSALS | {OK}, is_head=True)

    def _table(self) -> HostileRequest:
        """Of running games: what may be looked at, and what may not."""
        what = self._chance.choice(["", "/record", "/scores", "/replay", "/replay?seat=0", "/picture.png"])
        allowed = REFUSALS | {OK, BUSY} if what == "/picture.png" else REFUSALS | {OK}
        data = self._request("GET", f"/api/tables/{self._chance.choice(self._tables)}{what}")
        return HostileRequest("tables of others", data, allowed)

    def _setup(self) -> HostileRequest:
        options: list[tuple[str, int, Any]] = [
            ("cat-in-the-box", 2, {"layout": {"name": "x", "grid": ["R1"] * 36}}),
            ("cat-in-the-box", 7, {}),
            ("cat-in-the-box", 4, {"start": 4}),
            ("rascal-kittens", 2, {"rooms": [{"walls": {}}, "attic"]}),
            ("rascal-kittens", 2, {"string": 1e300}),
            ("rascal-kittens", 2, {"rooms": ["../attic", "attic"]}),
            ("chess", 2, {}),
            ("x" * 41, 2, {}),
        ]
        game, players, chosen = self._chance.choice(options)
        body = json.dumps({"game": game, "players": players, "options": chosen}).encode()
        return HostileRequest("impossible tables", self._request("POST", "/api/tables", self._who(), body), REFUSALS)

    def _login(self) -> HostileRequest:
        login = self._chance.choice([f"n{self._chance.randrange(50)}", "nul\0", "\u202e", "N", "x" * 100])
        body = json.dumps({"login": login, "password": "guessed it"}).encode()
        return HostileRequest("guessed passwords", self._request("POST", "/api/login", body=body), REFUSALS | {BUSY})

    def _chunks(self) -> HostileRequest:
        body = b"%x\r\n%b\r\n0\r\n\r\n" % (5, b'{"a":')
        headers = {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}
        data = self._request("POST", "/api/tables", headers) + body
        return HostileRequest("chunked bodies", data, REFUSALS)

    # What ends a connection

    def _smuggled(self) -> HostileRequest:
        """Two readers would see different ends: the second request must never be answered."""
        inner = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
        both = {"Content-Length": str(5 + len(inner)), "Transfer-Encoding": "chunked"}
        requests = [
            self._request("POST", "/api/login", both) + b"0\r\n\r\n" + inner,
            self._request("GET", "/api/games", both) + b"0\r\n\r\n" + inner,
            self._request("POST", "/api/login", {"Content-Length": "5\r\nContent-Length: 6"}) + b"12345" + inner,
            self._request("POST", "/api/login", {"Transfer-Encoding": "xchunked"}) + b"0\r\n\r\n" + inner,
            self._request("POST", "/api/login", {"Transfer-Encoding": "chunked, identity"}) + b"0\r\n\r\n" + inner,
            self._request("POST", "/api/login", {"Transfer-Encoding": "chunked"}) + b"-1\r\n" + inner,
            self._request("POST", "/api/login", {"Content-Length": "+5"}) + b"12345" + inner,
            self._request("POST", "/api/login", {"Content-Length": "-1"}) + inner,
            self._request("POST", "/api/login", {"Content-Length ": "5"}) + b"12345" + inner,
            UPGRADE_WITH_BODY,
        ]
        return HostileRequest("smuggling", self._chance.choice(requests), REFUSALS, closes=True)

    def _broken_head(self) -> HostileRequest:
        heads = [
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nA: \x00\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 200 + b"\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
            self._chance.randbytes(300) + b"\r\n\r\n",
        ]
        return HostileRequest("broken heads", self._chance.choice(heads), REFUSALS | {OK}, answers=False)

    def _large(self) -> HostileRequest:
        requests = [
            b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 300_000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a:b\r\n" * 10_000 + b"\r\n",
            b"GET /?" + b"a=%41&" * 5_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            self._request("PUT", "/api/me", {"Cookie": ";" * 30_000}, b"{}"),
            self._request("PUT", "/api/me", {"Transfer-Encoding": "chunked"}) + b"1\r\n \r\n" * 10_000,
            self._request("PUT", "/api/me", {}, b"x" * (MAX_BODY + 1)),
            self._request("PUT", "/api/me", {"Content-Length": "99999999999"}) + b"x" * 100,
        ]
        return HostileRequest("too large", self._chance.choice(requests), REFUSALS, closes=True, answers=False)

    def _half(self) -> HostileRequest:
        whole = self._request("PUT", "/api/me", self._who(), b'{"name":"half"}')
        cut = self._chance.randrange(1, len(whole))
        return HostileRequest("half requests", whole[:cut], REFUSALS, closes=True, answers=False)

    def _handshake(self) -> HostileRequest:
        """Sockets that may not be opened."""
        headers = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        headers["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ=="
        wrong = self._chance.choice(
            [
                {"Origin": "https://evil.example"},
                {"Sec-WebSocket-Key": "short"},
                {"Sec-WebSocket-Version": "7"},
                {"Origin": "null"},
            ]
        )
        data = self._request("GET", "/live", {"Cookie": self._cookie} | headers | wrong)
        return HostileRequest("foreign sockets", data, REFUSALS, closes=True)
