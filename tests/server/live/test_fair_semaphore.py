"""A semaphore that serves its owners in turn."""

import asyncio

from purrlab.server.live.fair_semaphore import FairSemaphore


def test_who_has_many_bots_lets_others_have_theirs_in_between() -> None:
    async def visit(semaphore: FairSemaphore, owner: str, order: list[str]) -> None:
        async with semaphore.slot(owner):
            order.append(owner)
            await asyncio.sleep(0)

    async def crowd() -> list[str]:
        semaphore, order = FairSemaphore(1), list[str]()
        await asyncio.gather(*(visit(semaphore, owner, order) for owner in "aaaaabc"))
        assert semaphore._free == 1
        return order

    assert "".join(asyncio.run(crowd())) == "aabcaaa"


def test_a_place_is_not_lost_when_somebody_stops_waiting() -> None:
    async def crowd() -> int:
        semaphore = FairSemaphore(1)

        async def visit() -> None:
            async with semaphore.slot("a"):
                await asyncio.sleep(0)

        visits = [asyncio.create_task(visit()) for _ in range(6)]
        await asyncio.sleep(0)
        for each in visits[1:4]:
            each.cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        return semaphore._free

    assert asyncio.run(crowd()) == 1
