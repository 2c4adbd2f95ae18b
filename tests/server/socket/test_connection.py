"""A connection: how a text begins, and the outbox, by which a slow reader slows nobody else."""

import asyncio
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from purrlab.server.rate_limiter import TokenBucket
from purrlab.server.socket.connection import Connection
from purrlab.server.socket.websocket_protocol import head_of_text


def test_who_does_not_read_is_cut_off_by_the_bytes_that_wait() -> None:
    async def read_nothing(_message: object) -> None:
        await asyncio.Event().wait()

    async def write() -> bool:
        connection = _connection(read_nothing, most=1_000)
        for _ in range(3):
            connection.send(b"x" * 400_000)
        assert not connection.dropped
        connection.send(b"x" * 400_000)
        return connection.dropped

    assert asyncio.run(write())


def test_who_has_missed_much_and_reads_gets_all_of_it() -> None:
    read: list[str] = []

    async def read_slowly(message: Any) -> None:
        await asyncio.sleep(0)
        read.append(message["text"])

    async def write() -> bool:
        connection = _connection(read_slowly, most=3)
        await connection.send_all([b"%d" % number for number in range(100)])
        return connection.dropped

    assert not asyncio.run(write())
    assert read == [str(number) for number in range(100)]


def _connection(send: Any, most: int) -> Connection:
    connection = Connection(send, None, set(), TokenBucket(1, 1, 0), most)
    connection._task = None
    return connection


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_text_begins_as_the_library_would_begin_it(length: int) -> None:
    text = b"x" * length
    assert head_of_text(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
