"""Bots at the table: they think in processes of their own, and see their seat's view and nothing else."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random, SystemRandom

from purrlab.bots import find_bot
from purrlab.games.game import View

log = logging.getLogger(__name__)


class BotPool:
    """Bots in worker processes. Whatever goes wrong there, a legal action comes back."""

    def __init__(self, workers: int, patience: float) -> None:
        self._workers = workers
        self._patience = patience  # seconds
        self._pool: ProcessPoolExecutor | None = None
        self._chance = SystemRandom()

    async def choose(self, bot: str, view: View) -> str:
        """The action, in notation, that a bot takes here."""
        loop = asyncio.get_running_loop()
        try:
            thought = loop.run_in_executor(self._started(), think, bot, view)
            action = await asyncio.wait_for(thought, self._patience)
            if action in map(str, view.legal):
                return action
            log.error("bot has chosen what it may not do", extra={"bot": bot, "game": view.game})
        except TimeoutError:
            log.warning("bot is too slow", extra={"bot": bot, "game": view.game})
        except BrokenProcessPool:
            log.warning("the bots' process has died", extra={"bot": bot, "game": view.game})
            self._pool = None
        except Exception:
            log.exception("bot has failed", extra={"bot": bot, "game": view.game})
        return str(self._chance.choice(view.legal))

    async def stop(self) -> None:
        """Bots that still think are cut short."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list(getattr(pool, "_processes", None) or {}):
                _end(process)
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=spawn, initializer=_begin)
        return self._pool


def think(bot: str, view: View) -> str:
    return str(find_bot(view.game, bot).choose(view, Random()))  # noqa: S311  # it plays, it keeps no secrets


def _begin() -> None:
    """In the worker: let the server handle Ctrl-C, and end with it, even when it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def _end(process: int) -> None:
    try:
        os.kill(process, signal.SIGTERM)
    except ProcessLookupError:
        log.debug("bot process has already ended")
