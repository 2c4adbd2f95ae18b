"""Bots at the table: they think in processes of their own, and see their seat's view and nothing else."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from random import Random, SystemRandom

from purrlab.bots import find_bot
from purrlab.games.game import View
from purrlab.server.door import STAND_IN

log = logging.getLogger(__name__)

_spawn = multiprocessing.get_context("spawn")
LESS_URGENT = 5  # than the server itself, by this much niceness


class BotFailed(Exception):
    """A bot gave no legal action. Says why."""


class BotPool:
    """Bots in worker processes. Whatever goes wrong there, a legal action comes back.

    A worker that answers too late is ended: its place is free for the other tables' bots.
    """

    def __init__(self, workers: int, patience: float) -> None:
        self._patience = patience  # seconds
        self._places = asyncio.Semaphore(workers)
        self._threads = ThreadPoolExecutor(workers, "purrlab-bots")  # each waits for one worker
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._chance = SystemRandom()

    async def choose(self, bot: str, view: View) -> str:
        """The action, in notation, that a bot takes here; or the bot that stands in for it; or any at all."""
        for name in dict.fromkeys((bot, STAND_IN)):
            try:
                return await self._ask(name, view)
            except BotFailed as failure:
                log.warning("bot gives no move", extra={"bot": name, "game": view.game, "error": str(failure)})
        return str(self._chance.choice(view.legal))

    async def _ask(self, bot: str, view: View) -> str:
        async with self._places:
            worker = self._idle.pop() if self._idle else self._start()
            thought = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, bot, view)
            thought.add_done_callback(lambda done: done.cancelled() or done.exception())  # when nobody waits any more
            try:
                answer = await asyncio.wait_for(asyncio.shield(thought), self._patience)
            except TimeoutError:
                self._end(worker)
                await asyncio.wait([thought])
                raise BotFailed("it thinks for too long") from thought.exception()
            except (EOFError, OSError) as error:
                self._end(worker)
                raise BotFailed("its process has died") from error
            except asyncio.CancelledError:
                self._end(worker)
                raise
            self._idle.append(worker)
        if isinstance(answer, Exception):
            raise BotFailed(str(answer))
        if answer not in [str(action) for action in view.legal]:
            raise BotFailed("it has chosen what it may not do")
        return answer

    async def stop(self) -> None:
        """Bots that still think are cut short."""
        workers = list(self._workers)
        for worker in workers:
            self._end(worker)
        for worker in workers:
            await asyncio.to_thread(worker.process.join)
        await asyncio.to_thread(self._threads.shutdown)

    def _start(self) -> "_Worker":
        worker = _Worker()
        self._workers.add(worker)
        return worker

    def _end(self, worker: "_Worker") -> None:
        self._workers.discard(worker)
        worker.process.kill()


class _Worker:
    def __init__(self) -> None:
        self._line, theirs = _spawn.Pipe()
        self.process = _spawn.Process(target=work, args=(theirs,), name="purrlab-bot", daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, bot: str, view: View) -> str | Exception:
        """Waits for what the bot answers. EOFError: the process is no more."""
        self._line.send((bot, view))
        answer: str | Exception = self._line.recv()
        return answer


def work(line: Connection) -> None:
    """In the worker: think about one view after the other, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if hasattr(os, "nice"):
        os.nice(LESS_URGENT)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    while True:
        line.send(_thought(*line.recv()))


def _end_with_the_server() -> None:
    """Even when it was killed, and a bot still thinks."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def _thought(bot: str, view: View) -> str | Exception:
    try:
        return str(find_bot(view.game, bot).choose(view, Random()))  # noqa: S311  # it plays, it keeps no secrets
    except Exception as error:  # noqa: BLE001  # whatever it is, the table goes on
        return RuntimeError(repr(error))
