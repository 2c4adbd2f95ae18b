"""What keeps a game going: bots whose turn it is, and the clocks of people whose turn it is."""

import asyncio
import logging
from collections.abc import Callable

from purrlab.games.game import State
from purrlab.server.live.bot_pool import Bots
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.tasks import is_being_cancelled
from purrlab.server.settings import Settings
from purrlab.server.storage.store import OPEN_STATUSES
from purrlab.server.tables import commands
from purrlab.server.tables.clock import SECOND_MS
from purrlab.server.tables.events import Acted, Left, Reason, TakenOver
from purrlab.server.time_source import TimeSource, seconds_left

log = logging.getLogger(__name__)

BOT_RETRY_SECONDS = 1  # after which a bot whose turn failed is asked again


class Turns:
    def __init__(
        self,
        settings: Settings,
        bots: Bots,
        accept: Callable[[LiveTable, Acted | TakenOver | Left], None],
        time: TimeSource,
    ) -> None:
        self._solo_ms = int(settings.solo_player_seconds * SECOND_MS)
        self._absent_ms = int(settings.absent_player_seconds * SECOND_MS)
        self._idle_ms = int(settings.idle_player_seconds * SECOND_MS)
        self._absent_seat_ms = int(settings.absent_seat_seconds * SECOND_MS)
        self._bots = bots
        self._accept = accept
        self._time = time
        self._bot_turns: set[asyncio.Task[None]] = set()
        self._stopping = False

    def wake(self, live: LiveTable) -> None:
        """See to it that the table goes on: let bots think, and watch the clocks of people."""
        table = live.table
        if table.status not in OPEN_STATUSES or live.broken or self._stopping:
            self.cancel_timer(live)
            return
        for seat in table.bots_to_act():
            if seat not in live.thinking:
                live.thinking.add(seat)
                bot, state = table.seats[seat].bot, table.state
                assert bot is not None
                assert state is not None
                turn = self._bot_turn(live, seat, bot, state, table.asked[seat])
                task = asyncio.get_running_loop().create_task(turn)
                self._bot_turns.add(task)
                task.add_done_callback(self._bot_turns.discard)
        self._schedule_timer(live)

    async def _bot_turn(self, live: LiveTable, seat: int, bot: str, state: State, asked: int) -> None:
        """A table goes on whatever fails here: the bot is asked again a little later."""
        try:
            await self._think(live, seat, bot, state, asked)
        except (Exception, asyncio.CancelledError):
            if is_being_cancelled():
                raise
            log.exception("a bot's turn failed", extra={"table": live.id, "bot": bot})
            self._time.call_later(BOT_RETRY_SECONDS, self.wake, live)

    async def _think(self, live: LiveTable, seat: int, bot: str, state: State, asked: int) -> None:
        """The question is handed over: by the time it begins to think, the person may have the seat again.

        It thinks within its pace, so that nobody can tell by the time how much it had to think about.
        """
        table = live.table
        began_ms = self._time.now_ms()
        try:
            async with live.bot_lock:
                action = await self._bots.choose(bot, state.view(seat), table.host, live.address)
            await self._time.sleep(seconds_left(self._time, began_ms, table.pace))
        finally:
            live.thinking.discard(seat)
        if live.broken or self._stopping:
            return
        if table.asked.get(seat) == asked and table.seats[seat].bot == bot:
            self._accept(live, commands.move(table, seat, action, self._time.now_ms()))
        else:
            self.wake(live)

    def _schedule_timer(self, live: LiveTable) -> None:
        """One timer a table: it is set anew only when somebody's time ends before it would ring."""
        table, now = live.table, self._time.now_ms()
        if table.status == "waiting":
            ends = list(self._seat_release_times(live).values())
        else:
            ends = [self._time_runs_out(live, seat, now) for seat in table.asked if table.seats[seat].bot is None]
        if not ends:
            return
        deadline = min(ends)
        if live.timer is not None:
            if live.deadline <= deadline:
                return
            live.timer.cancel()
        live.deadline = deadline
        live.timer = self._time.call_later(max(0, deadline - now) / SECOND_MS, self._timer_fired, live)

    def _time_runs_out(self, live: LiveTable, seat: int, now: int) -> int:
        table, clock = live.table, live.table.clock
        left = clock.remaining(seat, now)
        if left is not None:
            return now + left
        asked = clock.running[seat]
        if table.is_solo:
            return asked + self._solo_ms
        if (away := live.away_since.get(seat)) is not None:
            return max(asked, away) + self._absent_ms
        return asked + self._idle_ms

    def _seat_release_times(self, live: LiveTable) -> dict[int, int]:
        """Before the start: which seats become free, and when. In a correspondence game none does; never the host's."""
        table = live.table
        if table.clock.is_correspondence:
            return {}
        absent = [seat for person, seat in table.seat_by_person.items() if person != table.host]
        return {seat: live.away_since[seat] + self._absent_seat_ms for seat in absent if seat in live.away_since}

    def _timer_fired(self, live: LiveTable) -> None:
        live.timer = None
        table, now = live.table, self._time.now_ms()
        if live.broken or self._stopping:
            return
        if table.status == "waiting":
            for seat, end in self._seat_release_times(live).items():
                if end <= now:
                    self._accept(live, commands.release_seat(table, seat, now))
        for seat in list(table.asked):
            if table.seats[seat].bot is None and self._time_runs_out(live, seat, now) <= now:
                reason: Reason = "clock" if table.clock.left[seat] is not None else "away"
                self._accept(live, commands.take_over(table, seat, reason, now))
        self._schedule_timer(live)

    def cancel_timer(self, live: LiveTable) -> None:
        """Nothing more rings for this table."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None

    def stop(self) -> None:
        self._stopping = True
        for turn in self._bot_turns:
            turn.cancel()
