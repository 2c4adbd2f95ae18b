"""Starts the processes of one server, and starts again what ends or hangs.

All of them share the database, an SQLite file too: the one who writes has the whole file, so that what is stored under
a lease is stored by its owner (storage/leases.py). A process that hangs while it writes would keep the others from
writing, and is therefore ended.
"""

import logging
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from multiprocessing.connection import Connection, wait

import msgspec

from purrlab.server.errors import CannotServe
from purrlab.server.main import addresses, listen, prepare
from purrlab.server.processes.local_nats import LocalNats
from purrlab.server.processes.worker import ALIVE, READY, run_worker
from purrlab.server.settings import Settings
from purrlab.server.storage.data_dir import open_data_dir
from purrlab.server.storage.database import make_writing_engine, open_database
from purrlab.server.storage.leases import forget_members
from purrlab.server.storage.locks import HeldLocks, InUse

log = logging.getLogger(__name__)

WORKER_POLL_SECONDS = 0.2
WORKER_HUNG_SECONDS = 10  # after which a process that says nothing is ended
WORKER_STOP_SECONDS = 20  # that a process may take to stop
WORKER_RESTART_SECONDS = 1  # between two starts of the same process
ORPHAN_EXIT_TIMEOUT_SECONDS = 10  # that processes may take to end whose server was killed
_spawn = multiprocessing.get_context("spawn")


class Worker:
    """One process, with the listener at which it takes connections. Whoever comes while it is away waits there."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings
        self._listener = listener
        self.is_ready = False
        self.failure: str | None = None  # why it could not serve
        self.start()

    def start(self) -> None:
        self.is_ready, self.failure = False, None
        self.pipe, given = _spawn.Pipe()
        about = self._settings, self._listener, given, HeldLocks()
        self.process = _spawn.Process(target=run_worker, args=about, name="purrlab")
        self.process.start()
        given.close()
        self.started = self.last_message = time.monotonic()

    def read_messages(self) -> None:
        """All that it has said."""
        with suppress(EOFError, OSError):
            while self.pipe.poll():
                said = self.pipe.recv()
                self.last_message = time.monotonic()
                if said == READY:
                    self.is_ready = True
                elif said != ALIVE:
                    self.failure = said

    @property
    def has_ended(self) -> bool:
        return self.process.exitcode is not None

    @property
    def hangs(self) -> bool:
        return self.is_ready and time.monotonic() - self.last_message > WORKER_HUNG_SECONDS

    def stop(self) -> None:
        """It is told to, and has some time for it."""
        if not self.has_ended:
            self.process.terminate()

    def wait(self) -> None:
        self.process.join(WORKER_STOP_SECONDS)
        if not self.has_ended:
            log.error("a process did not stop, and is ended", extra={"pid": self.process.pid})
            self.process.kill()
            self.process.join()
        self.pipe.close()


class Supervisor:
    def __init__(self, settings: Settings, nats: LocalNats | None, listeners: list[socket.socket]) -> None:
        self._nats = nats
        self._workers = [Worker(_numbered(settings, at), listener) for at, listener in enumerate(listeners)]
        self._is_stopping = False
        self._is_replacing = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._replace)

    def _stop(self, _signal: int, _frame: object) -> None:
        self._is_stopping = True

    def _replace(self, _signal: int, _frame: object) -> None:
        self._is_replacing = True

    def run(self, ready: Callable[[], None]) -> None:
        """Until told to stop. Raises CannotServe where one of them cannot even begin."""
        try:
            self._wait_until_ready(self._workers)
            if not self._is_stopping:
                ready()
            while not self._is_stopping:
                self._check_workers()
                if self._is_replacing:
                    self._replace_all()
        finally:
            for worker in self._workers:
                worker.stop()
            for worker in self._workers:
                worker.wait()

    def _wait_until_ready(self, workers: list[Worker]) -> None:
        while not self._is_stopping and not all(worker.is_ready for worker in workers):
            self._read_messages()
            for worker in workers:
                if worker.has_ended and not worker.is_ready:
                    raise CannotServe(worker.failure or "a process ended before it could serve")

    def _read_messages(self) -> None:
        asked = time.monotonic()
        running = [worker for worker in self._workers if not worker.has_ended]
        pipes: list[Connection | int] = [worker.pipe for worker in running]
        wait([*pipes, *(worker.process.sentinel for worker in running)], WORKER_POLL_SECONDS)
        slept = time.monotonic() - asked > WORKER_HUNG_SECONDS / 2  # then nobody could be heard
        for worker in self._workers:
            worker.read_messages()
            if slept:
                worker.last_message = time.monotonic()

    def _check_workers(self) -> None:
        self._read_messages()
        if self._nats is not None and not self._nats.runs:
            log.error("NATS has ended; it is started again")
            with suppress(CannotServe):
                self._nats.start()
        for worker in self._workers:
            if worker.hangs:
                log.error("a process hangs, and is ended", extra={"pid": worker.process.pid})
                worker.process.kill()
                worker.process.join()
            if worker.has_ended and time.monotonic() - worker.started > WORKER_RESTART_SECONDS:
                extra = {"pid": worker.process.pid, "exit": worker.process.exitcode, "reason": worker.failure}
                log.error("a process has ended; it is started again", extra=extra)
                worker.pipe.close()
                worker.start()

    def _replace_all(self) -> None:
        """One after the other, so that the others go on with its tables."""
        self._is_replacing = False
        for worker in self._workers:
            worker.stop()
            worker.wait()
            worker.start()
            with suppress(CannotServe):  # it is tried again
                self._wait_until_ready([worker])


def _numbered(settings: Settings, number: int) -> Settings:
    """Each process is asked for its figures at a port of its own."""
    port = settings.metrics_port
    return msgspec.structs.replace(settings, metrics_port=port + number) if port else settings


def serve_with_processes(settings: Settings, ready: Callable[[str, str | None], None]) -> None:
    """The same as ``serve`` does with one process. Raises CannotServe."""
    if not hasattr(signal, "SIGHUP"):
        raise CannotServe("processes: several processes need Linux or macOS")
    prepare(settings)
    with ExitStack() as stack:
        _enter_when_free(stack, lambda: open_data_dir(settings.data))
        _enter_when_free(stack, lambda: _hold_database(settings.database_url))
        listeners = [stack.enter_context(listener) for listener in _listen(settings)]
        nats = None if settings.bus else stack.enter_context(LocalNats())
        own = msgspec.structs.replace(
            settings,
            bus=settings.bus if nats is None else nats.url,
            bot_workers=-(
                -settings.bot_workers // settings.processes
            ),  # the machine has no more cores than with one process
        )
        port = listeners[0].getsockname()[1]
        Supervisor(own, nats, listeners).run(lambda: ready(*addresses(settings.host, port)))


def _enter_when_free(stack: ExitStack, opening: Callable[[], AbstractContextManager[object]]) -> None:
    """What the processes of the server before have until they end, however that one ended."""
    deadline = time.monotonic() + ORPHAN_EXIT_TIMEOUT_SECONDS
    while True:
        try:
            stack.enter_context(opening())
        except InUse:
            if time.monotonic() > deadline:
                raise
            time.sleep(WORKER_POLL_SECONDS)
        else:
            return


@contextmanager
def _hold_database(url: str) -> Iterator[None]:
    """An SQLite file is locked here for all processes, and brought up to date. On PostgreSQL they share its lock."""
    engine = make_writing_engine(url)
    if engine.dialect.name != "sqlite":
        yield
        return
    with open_database(url) as database:
        with database.writes.begin() as connection:
            forget_members(connection)
        database.writes.dispose()
        yield


def _listen(settings: Settings) -> Iterator[socket.socket]:
    """One for each process. On Linux the system deals connections out to them; elsewhere they share one."""
    shares = sys.platform == "linux"
    first = listen(settings, shared_port=shares)
    yield first
    settings = msgspec.structs.replace(settings, port=first.getsockname()[1])
    for _ in range(settings.processes - 1):
        yield listen(settings, shared_port=True) if shares else first.dup()
