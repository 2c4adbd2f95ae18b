"""What waits for a client, and for whom."""

import asyncio

from purrlab.server.socket.queues import Gate, MessageQueue


async def settled() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def test_messages_come_in_their_order() -> None:
    async def check() -> None:
        queue = MessageQueue()
        queue.put_nowait(1)
        queue.put_nowait(2)
        assert not queue.empty()
        assert [await queue.get(), await queue.get()] == [1, 2]
        assert queue.empty()

    asyncio.run(check())


def test_who_reads_waits_for_a_message() -> None:
    async def check() -> None:
        queue = MessageQueue()
        reading = asyncio.create_task(queue.get())
        await settled()
        assert not reading.done()
        queue.put_nowait(1)
        queue.put_nowait(2)
        assert await reading == 1
        assert await queue.get() == 2

    asyncio.run(check())


def test_no_message_is_lost_with_a_reader_that_is_cancelled() -> None:
    async def check() -> None:
        queue = MessageQueue()
        reading = asyncio.create_task(queue.get())
        await settled()
        reading.cancel()
        queue.put_nowait(1)
        await asyncio.wait([reading])
        assert reading.cancelled()
        assert await queue.get() == 1

    asyncio.run(check())


def test_all_who_wait_go_on_when_the_gate_is_set() -> None:
    async def check() -> None:
        gate = Gate()
        waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
        await settled()
        waiting[0].cancel()
        assert not gate.is_set()
        gate.set()
        await asyncio.wait(waiting)
        assert [each.cancelled() for each in waiting] == [True, False, False]
        assert gate.is_set()
        await gate.wait()

    asyncio.run(check())


def test_a_gate_that_was_cleared_lets_nobody_through() -> None:
    async def check() -> None:
        gate = Gate()
        gate.set()
        gate.clear()
        waiting = asyncio.create_task(gate.wait())
        await settled()
        assert not waiting.done()
        gate.set()
        await waiting

    asyncio.run(check())
