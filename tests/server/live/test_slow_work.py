"""Past games, pictures and rooms of one's own wait for one thread, by turns of addresses."""

import asyncio
import threading

import pytest

from purrlab.server.errors import Refused
from purrlab.server.live.slow_work import MAX_SLOW_REQUESTS_PER_ADDRESS, SlowWork


def test_an_address_with_much_work_lets_others_go_first() -> None:
    async def scenario() -> list[str]:
        work, done, begin = SlowWork(), list[str](), threading.Event()
        first = asyncio.create_task(work.run("a", begin.wait))
        await asyncio.sleep(0)
        many = [asyncio.create_task(work.run("a", done.append, "a")) for _ in range(5)]
        await asyncio.sleep(0)
        one = asyncio.create_task(work.run("b", done.append, "b"))
        await asyncio.sleep(0)
        begin.set()
        await asyncio.gather(first, one, *many)
        work.stop()
        return done

    assert asyncio.run(scenario()).index("b") <= 1


def test_an_address_with_too_much_work_is_refused_and_others_are_not() -> None:
    async def scenario() -> None:
        work, begin = SlowWork(), threading.Event()
        tasks = [asyncio.create_task(work.run("a", begin.wait)) for _ in range(MAX_SLOW_REQUESTS_PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await work.run("a", begin.wait)
        assert refused.value.code == "busy"
        tasks.append(asyncio.create_task(work.run("b", begin.wait)))
        await asyncio.sleep(0)
        begin.set()
        assert all(await asyncio.gather(*tasks))
        work.stop()

    asyncio.run(scenario())
