"""Pictures of tables as anybody may see them: for messengers, and to show how a game ended."""

import asyncio
import subprocess
from collections import OrderedDict
from itertools import count

from purrlab.drawings.png import render_png_in_process
from purrlab.drawings.table import HEIGHT_PIXELS, WIDTH_PIXELS, draw_table
from purrlab.games.game import View
from purrlab.games.registry import find_game
from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.live_table import LiveTable
from purrlab.server.live.slow_work import SlowWork
from purrlab.server.protocol import BOT_SEAT_NAMES, Seat
from purrlab.server.rate_limiter import RateLimiter
from purrlab.server.time_source import TimeSource

MAX_KEPT_PICTURES = 64  # of about 100 kB each
PICTURES_PER_MINUTE, PICTURES_BURST = 10, 10  # that are drawn for one address: each takes half a second of a core

PictureKey = tuple[str, bool, tuple[str | None, ...]]  # a table, whether its game is over, and the names


class TablePictures:
    """They are made one at a time, and the last ones are kept. Nothing of a running game is in them but names."""

    def __init__(self, time: TimeSource) -> None:
        self._work = SlowWork()
        self._rates = RateLimiter(PICTURES_PER_MINUTE / 60, PICTURES_BURST, lambda: time.now_ms() / 1000)
        self._kept: OrderedDict[PictureKey, asyncio.Task[bytes]] = OrderedDict()

    async def png(self, live: LiveTable, address: str) -> bytes:
        """Raises Refused for an address that asks for too many that are not kept."""
        now = live.published
        names = tuple(map(_shown_name, now.info.seats, count()))
        over = now.status == "over"
        key = live.id, over, names
        task = self._kept.pop(key, None)
        if task is None:
            if not self._rates.allow(address):
                message = "too many new pictures for your network; please wait a minute"
                raise Refused(ErrorCode.SLOW_DOWN, message, retry_seconds=self._rates.retry_seconds)
            view = now.state.view(None) if over and now.state else None
            task = asyncio.create_task(self._work.run(address, _picture, now.info.game, names, view))
        self._kept[key] = task
        while len(self._kept) > MAX_KEPT_PICTURES:
            self._kept.popitem(last=False)
        try:
            return await asyncio.shield(task)  # others may wait for the same
        except Exception:
            self._kept.pop(key, None)  # the next one tries again
            raise

    def stop(self) -> None:
        self._work.stop()


def _shown_name(seat: Seat, number: int) -> str | None:
    """As the page has it: a bot is called by its seat."""
    return BOT_SEAT_NAMES[number % len(BOT_SEAT_NAMES)] if seat.bot and not seat.person else seat.name


def _picture(game: str, names: tuple[str | None, ...], view: View | None) -> bytes:
    svg = draw_table(find_game(game), names, view).alone(WIDTH_PIXELS)
    try:
        return render_png_in_process(svg, WIDTH_PIXELS, HEIGHT_PIXELS)
    except subprocess.TimeoutExpired:
        raise Refused(ErrorCode.BUSY, "the server is busy; please try again") from None
