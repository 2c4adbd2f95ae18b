"""Bots at the table: they think in processes of their own, and see their seat's view and nothing else."""

import asyncio
import logging
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from typing import Protocol

from purrlab.bots.registry import is_search
from purrlab.games.game import View
from purrlab.server.live.bot_process import run_bot_process
from purrlab.server.live.fair_semaphore import FairSemaphore
from purrlab.server.tables.commands import STAND_IN_BOT
from purrlab.server.time_source import TimeSource, seconds_left

log = logging.getLogger(__name__)

_spawn = multiprocessing.get_context("spawn")
QUICK_BOT_WORKERS = 2  # processes for the bots that answer at once
MIN_SEARCH_SECONDS = 0.2  # for a move of a bot that searches, however little there is to choose from


class BotFailed(Exception):
    """A bot gave no legal action. Says why."""


class Bots(Protocol):
    """Whoever chooses for the seats of bots."""

    async def choose(self, bot: str, view: View, host: str = "", address: str = "") -> str:
        """The action, in notation, that a bot takes here."""

    async def stop(self) -> None: ...

    def waiting(self) -> dict[str, int]:
        """How many wait for their turn, by kind."""


class BotPool:
    """Bots in worker processes. Whatever goes wrong there, a legal action comes back.

    A worker that answers too late is ended. Bots that answer at once do not wait for those that think.
    """

    def __init__(self, workers: int, timeout_seconds: float, time: TimeSource) -> None:
        self._timeout_seconds = timeout_seconds
        self._time = time
        self._thinkers = FairSemaphore(workers)
        self._quick = FairSemaphore(QUICK_BOT_WORKERS)
        self._threads = ThreadPoolExecutor(workers + QUICK_BOT_WORKERS, "purrlab-bots")  # each waits for one worker
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._chance = SystemRandom()

    async def choose(self, bot: str, view: View, host: str = "", address: str = "") -> str:
        """The action, in notation, that a bot takes here; or the bot that stands in for it; or any at all.

        The host, and the address from which they come, should not keep the others' bots waiting.
        """
        for name in (bot, STAND_IN_BOT):
            searches = is_search(view.game, name)
            try:
                async with (self._thinkers if searches else self._quick).slot(host, address):
                    began_ms = self._time.now_ms()
                    answer = await self._ask(name, view)
                if searches:  # or the time would tell how much there was to choose from
                    await self._time.sleep(seconds_left(self._time, began_ms, MIN_SEARCH_SECONDS))
                if answer in [str(action) for action in view.legal]:
                    return answer
                log.error("a bot chose an illegal action", extra={"bot": name, "game": view.game})
            except BotFailed as failure:
                log.warning("a bot gave no action", extra={"bot": name, "game": view.game, "error": str(failure)})
        return str(self._chance.choice(view.legal))

    async def _ask(self, bot: str, view: View) -> str:
        worker = self._worker()
        choosing = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, bot, view)
        choosing.add_done_callback(lambda done: done.cancelled() or done.exception())  # when nobody waits any more
        try:
            async with asyncio.timeout(self._timeout_seconds):
                answer = await asyncio.shield(choosing)
        except TimeoutError:
            self._end(worker)
            await asyncio.wait([choosing])
            raise BotFailed("it took too long") from None
        except (EOFError, OSError) as error:
            self._end(worker)
            raise BotFailed("its process ended") from error
        except BaseException:
            self._end(worker)
            raise
        self._idle.append(worker)
        if isinstance(answer, Exception):
            raise BotFailed(str(answer))
        return answer

    def waiting(self) -> dict[str, int]:
        return {"searching": self._thinkers.waiting, "quick": self._quick.waiting}

    async def stop(self) -> None:
        """Bots that still think are cut short."""
        workers = list(self._workers)
        for worker in workers:
            self._end(worker)
        for worker in workers:
            await asyncio.to_thread(worker.process.join)
        await asyncio.to_thread(self._threads.shutdown)

    def _worker(self) -> "_Worker":
        """One that has nothing to do, or a new one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.process.is_alive():
                return worker
            self._workers.discard(worker)
        try:
            worker = _Worker()
        except OSError as error:
            raise BotFailed(f"its process could not be started: {error.strerror}") from error
        self._workers.add(worker)
        return worker

    def _end(self, worker: "_Worker") -> None:
        self._workers.discard(worker)
        worker.process.kill()


class _Worker:
    def __init__(self) -> None:
        self._pipe, worker_end = _spawn.Pipe()
        self.process = _spawn.Process(target=run_bot_process, args=(worker_end,), name="purrlab-bot", daemon=True)
        self.process.start()
        worker_end.close()

    def ask(self, bot: str, view: View) -> str | Exception:
        """Waits for what the bot answers. EOFError: the process has ended."""
        self._pipe.send((bot, view))
        answer: str | Exception = self._pipe.recv()
        return answer
