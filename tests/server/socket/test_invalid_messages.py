"""Messages that make no sense are answered with a code, and disturb nobody."""

import asyncio
import json
import random
from typing import Any

import pytest
from server.clients import Person, Server, open_socket

INVALID_MESSAGES: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"act"',
    "{}",
    '{"type":null}',
    '{"type":"fly"}',
    '{"type":"watch"}',
    '{"type":"watch","table":7}',
    '{"type":"watch","table":"../../etc"}',
    '{"type":"watch","table":"x","seq":-1}',
    '{"type":"watch","table":"x","seq":1e99}',
    '{"type":"act","id":"a","seq":0,"action":["play"]}',
    '{"type":"act","id":"","seq":0,"action":"play 1 red"}',
    '{"type":"say","text":"\\ud800"}',
    '{"type":"sit","seat":99}',
    '{"type":"sit","seat":true}',
    '{"type":"sit","unknown":1}',
    '{"type":"ping","id":' + "[" * 1000 + "]" * 1000 + "}",
    b"\x00\xff\xfe",
    b"{}",
]


@pytest.mark.parametrize("message", INVALID_MESSAGES)
def test_nonsense_is_answered_with_a_code(server: Server, message: Any) -> None:
    async def send() -> list[dict[str, Any]]:
        async with open_socket(server, Person(server, "Mallory")) as opened:
            await opened.socket.send(message)
            answer = await opened.until("error")
            return [answer, await opened.ask("ping")]

    error, pong = asyncio.run(send())
    assert error["code"] == "bad-message"
    assert pong["type"] == "pong"


@pytest.mark.parametrize(
    "message", ["act", "sit", "leave", "back", "start", "rematch", "bot", "pace", "mute", "say", "entropy"]
)
def test_without_a_table_there_is_nothing_to_do(server: Server, message: str) -> None:
    fields: dict[str, dict[str, Any]] = {
        "act": {"seq": 0, "action": "play 1 red"},
        "bot": {"seat": 0},
        "pace": {"pace": 1},
        "mute": {"seat": 0},
        "say": {"text": "x"},
        "entropy": {"text": "x"},
    }

    async def send() -> dict[str, Any]:
        async with open_socket(server, Person(server, "Mallory")) as opened:
            return await opened.ask(message, **fields.get(message, {}))

    assert asyncio.run(send())["code"] == "no-table"


def test_a_fuzzer_on_the_socket_neither_stops_the_server_nor_disturbs_a_game(server: Server) -> None:
    ann = Person(server, "Ann")
    table = ann.new_table(players=3, bots=["random", "random"], start=True)["id"]
    mallory = Person(server, "Mallory")

    async def fuzz(seed: int) -> set[str]:
        chance, codes = random.Random(seed), set[str]()
        for _ in range(12):
            async with open_socket(server, mallory) as opened:
                await opened.ask("watch", table=table)
                for _ in range(25):
                    await opened.socket.send(_mutant(chance, table))
                await opened.ask("ping")
                codes |= {json.loads(message).get("code", "") for message in opened.received}
        return codes

    async def attack() -> tuple[dict[str, Any], set[str], dict[str, Any]]:
        async with open_socket(server, ann) as opened:
            before = await opened.ask("watch", table=table)
            codes = await asyncio.gather(*(fuzz(seed) for seed in range(4)))
            return before, set().union(*codes), await opened.ask("watch", table=table)

    before, codes, after = asyncio.run(attack())
    assert before["view"]["hand"] == after["view"]["hand"]
    assert after["table"]["seats"] == before["table"]["seats"]
    assert {"bad-message", "no-seat"} <= codes
    assert "server-error" not in codes
    assert server.visit().get("/health").json()["status"] == "ok"


VALID_FIELDS_BY_TYPE: dict[str, dict[str, Any]] = {
    "watch": {"table": "x", "seq": 3, "chat": 0},
    "sit": {"seat": 0},
    "leave": {},
    "back": {},
    "bot": {"seat": 0, "bot": "random"},
    "entropy": {"text": "x"},
    "start": {},
    "act": {"id": "x", "seq": 4, "action": "play 5 red"},
    "say": {"text": "x"},
    "mute": {"seat": 0, "muted": True},
    "rematch": {},
    "pace": {"pace": 0.5},
}
ODD_VALUES: list[Any] = [None, True, -1, 0, 3, 1 << 40, 0.5, "", "a", "play 5 red", "discard 1", [], {}, "é\u2028"]


def _mutant(chance: random.Random, table: str) -> str | bytes:
    """Something between a good message and random bytes."""
    kind = chance.choice(list(VALID_FIELDS_BY_TYPE))
    message = {"type": kind, **VALID_FIELDS_BY_TYPE[kind]}
    if kind == "watch" and chance.random() < 0.9:
        message["table"] = table
    if chance.random() < 0.3:
        message[chance.choice([*message, "id", "unknown"])] = chance.choice(ODD_VALUES)
    encoded = json.dumps(message)
    roll = chance.random()
    if roll < 0.7:
        return encoded
    if roll < 0.85:
        cut = chance.randrange(len(encoded))
        return encoded[:cut] + chance.choice('{}[]",:\u0000é') + encoded[cut + 1 :]
    return chance.randbytes(chance.randrange(200))


def test_a_last_word_and_a_goodbye_in_one_breath(server: Server) -> None:
    async def leave() -> int | None:
        async with open_socket(server) as opened:
            transport = opened.socket.transport
            opened.socket.protocol.send_text(b'{"type":"ping"}')
            opened.socket.protocol.send_close(1000)
            transport.write(b"".join(opened.socket.protocol.data_to_send()))
            await opened.socket.wait_closed()
            return opened.socket.close_code

    assert [asyncio.run(leave()) for _ in range(5)] == [1000] * 5
    assert "Traceback" not in server.log.read_text()
    assert "Fatal error" not in server.log.read_text()


@pytest.mark.parametrize("message", [b'{"type":"ping","id":"\xff"}', b"\xed\xa0\x80"])
def test_a_text_that_is_not_utf_8_ends_the_connection_and_is_no_error_of_the_server(
    server: Server, message: bytes
) -> None:
    async def send() -> int | None:
        async with open_socket(server, Person(server, "Mallory")) as opened:
            await opened.ask("ping")
            await opened.socket.send(message, text=True)
            await opened.socket.wait_closed()
            return opened.socket.close_code

    assert asyncio.run(send()) == 1007
    assert "Invalid UTF-8" not in server.log.read_text()
