"""What became of people is remembered for a while."""

import asyncio

from server.manual_time import ManualTime

from purrlab.server.live.recent_changes import RECENT_CHANGE_SECONDS, RecentChanges


def test_the_last_change_of_a_person_is_remembered_for_its_time() -> None:
    async def change() -> None:
        time = ManualTime()
        renamed = RecentChanges[str](time)
        renamed.add("ann", "Anna")
        await time.advance(RECENT_CHANGE_SECONDS / 2)
        renamed.add("ann", "Hanna")
        await time.advance(RECENT_CHANGE_SECONDS - 0.001)
        assert renamed == {"ann": "Hanna"}
        await time.advance(0.001)
        assert renamed == {}

    asyncio.run(change())
