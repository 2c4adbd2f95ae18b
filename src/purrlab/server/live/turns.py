"""What keeps a table going: bots that are to act, and the clocks of people who are."""

import asyncio
from collections.abc import Callable

from purrlab.games.game import State
from purrlab.server.live.bot_pool import BotPool
from purrlab.server.live.live_table import LiveTable, now_ms
from purrlab.server.settings import Settings
from purrlab.server.tables import commands
from purrlab.server.tables.clock import SECOND
from purrlab.server.tables.table import Event


class Turns:
    def __init__(self, settings: Settings, bots: BotPool, accept: Callable[[LiveTable, Event], None]) -> None:
        self._settings = settings
        self._bots = bots
        self._accept = accept
        self._turns: set[asyncio.Task[None]] = set()
        self._stopping = False

    def wake(self, live: LiveTable) -> None:
        """See to it that the table goes on: let bots think, and watch the clocks of people."""
        table = live.table
        if table.status != "playing" or live.broken or self._stopping:
            self.rest(live)
            return
        for seat in table.bots_to_act():
            if seat not in live.thinking:
                live.thinking.add(seat)
                bot, state = table.chairs[seat].bot, table.state
                assert bot is not None
                assert state is not None
                thought = self._bot_turn(live, seat, bot, state, table.asked[seat])
                turn = asyncio.get_running_loop().create_task(thought)
                self._turns.add(turn)
                turn.add_done_callback(self._turns.discard)
        self._watch_clocks(live)

    async def _bot_turn(self, live: LiveTable, seat: int, bot: str, state: State, asked: int) -> None:
        """What it was asked is given: by the time it begins to think, the person may have the seat again.

        It thinks within its pace, so that nobody can tell by the time how much it had to think about.
        """
        table, loop = live.table, asyncio.get_running_loop()
        ready = loop.time() + table.terms.pace
        try:
            async with live.quiet:
                action = await self._bots.choose(bot, state.view(seat), table.host)
            await asyncio.sleep(max(0, ready - loop.time()))
        finally:
            live.thinking.discard(seat)
        if live.broken or self._stopping:
            return
        if table.asked.get(seat) == asked and table.chairs[seat].bot == bot:
            self._accept(live, commands.move(table, seat, action, now_ms()))
        else:
            self.wake(live)

    def _watch_clocks(self, live: LiveTable) -> None:
        """One timer a table: it is set anew only when somebody's time ends before it would ring."""
        table = live.table
        ends = [self._time_ends(live, seat) for seat in table.asked if table.chairs[seat].bot is None]
        if not ends:
            return
        loop = asyncio.get_running_loop()
        at = loop.time() + max(0, min(ends) - now_ms()) / SECOND
        if live.timer is not None:
            if live.timer.when() <= at:
                return
            live.timer.cancel()
        live.timer = loop.call_at(at, self._ring, live)

    def _time_ends(self, live: LiveTable, seat: int) -> int:
        now = now_ms()
        left = live.table.clock.remaining(seat, now)
        if left is not None:
            return now + left
        asked = live.table.clock.running[seat]
        if (away := live.away.get(seat)) is not None:
            return max(asked, away) + int(self._settings.absence * SECOND)
        return asked + int(self._settings.patience * SECOND)

    def _ring(self, live: LiveTable) -> None:
        live.timer = None
        table, now = live.table, now_ms()
        if live.broken or table.status != "playing":
            return
        for seat in list(table.asked):
            if table.chairs[seat].bot is None and self._time_ends(live, seat) <= now:
                reason = "clock" if table.clock.left[seat] is not None else "away"
                self._accept(live, commands.take_over(table, seat, reason, now))
        self._watch_clocks(live)

    def rest(self, live: LiveTable) -> None:
        """Nothing more rings for this table."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None

    def stop(self) -> None:
        self._stopping = True
        for turn in self._turns:
            turn.cancel()
