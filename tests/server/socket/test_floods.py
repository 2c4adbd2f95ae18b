"""Floods, crowds and what is too large: a coded error or a clean close, and nobody else notices."""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.clients import ANSWER_TIMEOUT_SECONDS, Person, Server, SocketClient, open_socket, seat_two, start_bot_game
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus


def test_a_huge_frame_is_closed_and_others_do_not_notice(server: Server) -> None:
    async def send() -> int:
        async with open_socket(server) as opened, open_socket(server) as other:
            await opened.socket.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                await opened.next()
            assert (await other.ask("ping"))["type"] == "pong"
            assert closed.value.rcvd is not None
            return closed.value.rcvd.code

    assert asyncio.run(send()) == 1009


def test_a_large_request_is_refused(server: Server) -> None:
    ann = Person(server, "Ann")
    answer = ann.http.post("/api/tables", json={"game": "x", "players": 2, "options": {"layout": "x" * 50_000}})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


FLOOD_SECONDS = 15.0  # for whoever is not cut off before


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("strict"), messages_per_second="10", message_burst="30") as server:
        yield server


class TestLimits:
    def test_a_flood_is_slowed_down_and_then_closed(self, strict_server: Server) -> None:
        async def flood() -> tuple[set[str], int]:
            async with open_socket(strict_server) as opened:
                with pytest.raises(ConnectionClosed) as closed:
                    await _ping_without_end(opened)
                codes = {json.loads(message).get("code", "") for message in opened.received}
                assert closed.value.rcvd is not None
                return codes, closed.value.rcvd.code

        assert asyncio.run(flood()) == ({"", "slow-down"}, 1008)

    @pytest.mark.parametrize(
        "frame",
        [b"\x81\x81\0\0\0\0x", b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"],
        ids=["messages", "pings", "pongs", "parts of a message"],
    )
    def test_a_client_that_only_sends_is_cut_off_and_slows_nobody(self, strict_server: Server, frame: bytes) -> None:
        async def flood() -> tuple[float, bool]:
            async with open_socket(strict_server) as other:
                flooding = asyncio.create_task(asyncio.to_thread(_flood, strict_server.port, frame, FLOOD_SECONDS))
                slowest = 0.0
                while not flooding.done():
                    started = time.monotonic()
                    await other.ask("ping")
                    slowest = max(slowest, time.monotonic() - started)
                    await asyncio.sleep(0.2)
                return slowest, await flooding

        slowest, was_cut_off = asyncio.run(flood())
        assert was_cut_off
        assert slowest < FLOOD_SECONDS  # and not when the flood was over

    def test_so_is_who_opens_one_after_the_other(self, tmp_path: Path) -> None:
        with Server(tmp_path, requests_per_second="1", request_burst="5") as server:

            async def come_again_and_again() -> int:
                refused = 0
                for _ in range(20):
                    try:
                        async with open_socket(server):
                            pass
                    except InvalidStatus:
                        refused += 1
                return refused

            assert asyncio.run(come_again_and_again()) > 0

    def test_connections_from_one_address_are_limited(self, tmp_path: Path) -> None:
        with Server(tmp_path, connections_per_address="3") as server:

            async def crowd() -> None:
                async with open_socket(server), open_socket(server), open_socket(server):
                    with pytest.raises(InvalidStatus):
                        async with connect(f"ws://127.0.0.1:{server.port}/live"):
                            pass

            asyncio.run(crowd())
            with ExitStack() as stack:
                silent = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(4)]
                silent[-1].settimeout(ANSWER_TIMEOUT_SECONDS)
                with suppress(ConnectionResetError):
                    assert silent[-1].recv(1) == b""
            for _ in range(4):
                _let_in(lambda: _flood(server.port, b"", 0, before="GET /lobby HTTP/1.1\r\nHost: x\r\n\r\n"))
            assert _let_in(lambda: server.visit().get("/health")).status_code == 200

    def test_requests_tables_and_chat_are_limited(self, tmp_path: Path) -> None:
        limits = {"tables_per_person": "1", "chats_per_minute": "4", "new_tables_per_minute": "2"}
        with Server(tmp_path, **limits, request_burst="12", requests_per_second="1") as server:
            ann = Person(server, "Ann")
            table = ann.new_table(players=2)["id"]
            again = ann.http.post("/api/tables", json={"game": "cat-in-the-box", "players": 2})
            assert again.json()["code"] == "too-many-tables"
            again = ann.http.post("/api/tables", json={"game": "cat-in-the-box", "players": 2})
            assert again.json()["code"] == "slow-down"

            async def talk() -> list[str]:
                async with open_socket(server, ann) as one:
                    await one.ask("watch", table=table)
                    return [(await one.ask("say", text="hi")).get("code", "said") for _ in range(4)]

            assert asyncio.run(talk()) == ["said", "said", "slow-down", "slow-down"]
            visitor = server.visit()
            refused = [visitor.get("/health") for _ in range(100)][-1]
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
            assert [visitor.get("/lobby").status_code for _ in range(20)] == [200] * 20  # the page is there

    def test_new_guests_are_limited_and_those_who_are_known_are_not(self, tmp_path: Path) -> None:
        with Server(tmp_path, new_guests_per_minute="2") as server:
            ann, _ = Person(server, "Ann"), Person(server, "Bo")
            refused = server.visit().put("/api/me", json={"name": "Cy"})
            assert (refused.status_code, refused.json()["code"]) == (429, "slow-down")
            assert refused.headers["retry-after"] == "30"
            assert "cookie" not in str(refused.headers)
            assert ann.http.put("/api/me", json={"name": "Anna"}).status_code == 200

    def test_a_reader_that_stops_reading_is_cut_off_and_slows_nobody(self, tmp_path: Path) -> None:
        with Server(tmp_path, outbox_messages="16") as server:
            ann = Person(server, "Ann")
            table = start_bot_game(ann)

            async def play() -> dict[str, Any]:
                async with open_socket(server, ann) as host:
                    deaf = await _deaf(server, table)
                    while (await host.ask("watch", table=table))["presence"]["spectators"]:
                        await host.ask("ping")  # nobody would be answered by a server that waits for the deaf one
                    deaf.transport.abort()
                    return await host.ask("watch", table=table)

            told = asyncio.run(play())
            assert told["presence"]["seats"][0]
            assert "a client was disconnected because it read too slowly" in server.log.read_text()


EVENTS_HEARD = 80  # while others come and are sent off


def test_a_client_that_is_about_to_go_is_nobody_elses_trouble(server: Server) -> None:
    """Frames that are too large close their connection; the others at the table hear everything all the same."""
    ann = Person(server, "Ann")
    table = ann.new_table(players=5, bots=["random"] * 5, sit=False, pace=0.02, start=True)["id"]

    async def spoil() -> None:
        while True:
            async with open_socket(server) as opened:
                await opened.ask("watch", table=table)
                await opened.socket.send("x" * 5_000)
                await asyncio.sleep(0.005)

    async def look_on() -> list[int]:
        async with open_socket(server, ann) as opened:
            seqs = [(await opened.ask("watch", table=table))["seq"]]
            spoilers = [asyncio.create_task(spoil()) for _ in range(4)]
            while len(seqs) < EVENTS_HEARD:
                seqs.append((await opened.until("event"))["seq"])
            for spoiler in spoilers:
                spoiler.cancel()
            await asyncio.gather(*spoilers, return_exceptions=True)
            return seqs

    seqs = asyncio.run(look_on())
    assert seqs == list(range(seqs[0], seqs[-1] + 1))
    assert "the callback of a stored write failed" not in server.log.read_text()


def test_one_guest_cannot_use_up_a_table(server: Server) -> None:
    ann, bo = Person(server, "Ann"), Person(server, "Bo")
    table = ann.new_table(players=3)["id"]

    async def add() -> list[str]:
        async with open_socket(server, ann) as host, open_socket(server, bo) as guest:
            await seat_two(host, guest, table)
            added = [(await guest.ask("entropy", text=f"{number}")).get("code", "done") for number in range(40)]
            return [added[-1], (await host.ask("bot", seat=2, bot="random"))["type"]]

    assert asyncio.run(add()) == ["too-much", "done"]


def test_who_asks_for_the_whole_past_again_and_again_is_slowed_down(tmp_path: Path) -> None:
    """Else a few sockets could keep the server busy with playing old games again."""
    with Server(tmp_path, messages_per_second="1", message_burst="20") as server:
        ann = Person(server, "Ann")
        table = ann.new_table(players=2, bots=["random", "random"], sit=False, start=True)["id"]
        while ann.get(f"/api/tables/{table}")["status"] != "over":
            time.sleep(0.05)

        async def ask() -> list[str]:
            async with open_socket(server) as opened:
                for _ in range(10):
                    await opened.send("watch", table=table, seq=0, id="past")
                return [(await opened.until("caught-up", "error")).get("code", "told") for _ in range(10)]

        answers = asyncio.run(ask())
        assert answers[0] == "told"
        assert answers[-1] == "slow-down"


def test_there_is_an_end_to_what_can_happen_before_a_game(server: Server) -> None:
    ann = Person(server, "Ann")
    table = ann.new_table(players=2)["id"]

    async def add() -> list[str]:
        async with open_socket(server, ann) as opened:
            await opened.ask("watch", table=table)
            answers = [await opened.ask("entropy", text=str(number)) for number in range(310)]
            return [answer.get("code", "done") for answer in answers]

    answers = asyncio.run(add())
    assert answers[0] == "done"
    assert answers[-1] == "too-much"


def test_tables_at_which_nobody_looks_take_no_room(tmp_path: Path) -> None:
    with Server(tmp_path, tables="3") as server:
        ann = Person(server, "Ann")
        assert [ann.new_table(players=2)["status"] for _ in range(6)] == ["waiting"] * 6
        assert ann.get("/health")["tables"] == 0


def _let_in(knock: Callable[[], Any]) -> Any:
    """The server may hear a little later that others have gone."""
    deadline = time.monotonic() + ANSWER_TIMEOUT_SECONDS
    while True:
        try:
            return knock()
        except (AssertionError, OSError, httpx.TransportError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _flood(port: int, frame: bytes, seconds: float, before: str = "") -> bool:
    """Whether the server hung up on somebody who writes and never reads."""
    with socket.create_connection(("127.0.0.1", port)) as plain:
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
        hello = f"GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}\r\n\r\n"
        plain.sendall((before + hello).encode())
        plain.settimeout(ANSWER_TIMEOUT_SECONDS)
        heard = b""
        while b"101 Switching" not in heard:
            more = plain.recv(65536)
            assert more, f"hung up after {heard!r}"
            heard += more
        plain.settimeout(1)
        if frame[:1] == b"\0":
            plain.sendall(b"\x01\x80\0\0\0\0")
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                plain.sendall(frame * 5_000)
            except TimeoutError:
                continue
            except OSError:
                return True
    return False


async def _ping_without_end(opened: SocketClient) -> None:
    while True:
        await opened.send("ping")
        await opened.next()


async def _deaf(server: Server, table: str) -> ClientConnection:
    """A client that asks for much and reads nothing of it."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", server.port))
    narrow.setblocking(False)  # noqa: FBT003
    deaf = await connect(f"ws://127.0.0.1:{server.port}/live", sock=narrow, ping_interval=None)
    deaf.transport.pause_reading()
    with suppress(ConnectionClosed):
        for _ in range(6_000):
            await deaf.send(json.dumps({"type": "watch", "table": table}))
    return deaf
