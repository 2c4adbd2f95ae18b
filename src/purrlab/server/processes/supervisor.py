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
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TypeVar

import msgspec
import sqlalchemy as sa

from purrlab.server.errors import CannotServe
from purrlab.server.main import addresses, listen, prepare
from purrlab.server.processes.local_nats import LocalNats
from purrlab.server.processes.worker import ALIVE, READY, run_worker
from purrlab.server.settings import Settings
from purrlab.server.storage.data_dir import open_data_dir
from purrlab.server.storage.database import hold_bus, make_writing_engine, open_database
from purrlab.server.storage.leases import forget_members
from purrlab.server.storage.locks import HeldLocks, InUse, is_held_by_another

log = logging.getLogger(__name__)

WORKER_POLL_SECONDS = 0.2
WORKER_HUNG_SECONDS = 10  # after which a process that says nothing is ended
WORKER_START_SECONDS = 300  # the same for one that has not begun to serve: it may have a large database to migrate
WORKER_STOP_SECONDS = 20  # that a process may take to stop
WORKER_RESTART_SECONDS = 1  # between two starts of the same process
ORPHAN_EXIT_TIMEOUT_SECONDS = 10  # that processes may take to end whose server was killed
LOCK_CHECK_SECONDS = 5  # between two looks whether the database is still this server's
T = TypeVar("T")
_spawn = multiprocessing.get_context("spawn")


class Worker:
    """One process, with the listener at which it takes connections. Whoever comes while it is away waits there."""

    def __init__(self, settings: Settings, listener: socket.socket, folder: Path | None = None) -> None:
        self._settings = settings
        self._folder = folder
        self._listener = listener
        self.is_ready = False
        self.failure: str | None = None  # why it could not serve
        self.start()

    def start(self) -> None:
        self.is_ready, self.failure = False, None
        self.pipe, given = _spawn.Pipe()
        about = self._settings, self._listener, self._folder, given, HeldLocks()
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
        longest = WORKER_HUNG_SECONDS if self.is_ready else WORKER_START_SECONDS
        return time.monotonic() - self.last_message > longest

    def why_not_ready(self) -> str | None:
        """It will not be."""
        if self.is_ready:
            return None
        if self.hangs:
            return "a process did not begin to serve"
        if not self.has_ended:
            return None
        self.read_messages()
        return self.failure or "a process ended before it could serve"

    def successor(self) -> "Worker":
        """Another one at the same listener."""
        return Worker(self._settings, self._listener, self._folder)

    def stop(self) -> None:
        """It is told to, and has some time for it."""
        if not self.has_ended:
            self.process.terminate()

    def wait(self, seconds: float = WORKER_STOP_SECONDS) -> None:
        self.process.join(seconds)
        if not self.has_ended:
            log.error("a process did not stop, and is ended", extra={"pid": self.process.pid})
            self.kill()
        self.pipe.close()

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


class Supervisor:
    def __init__(
        self,
        settings: Settings,
        nats: LocalNats | None,
        listeners: list[socket.socket],
        folder: Path | None = None,
    ) -> None:
        """``folder``: where processes find each other, for themselves alone."""
        self._nats = nats
        self._workers = [Worker(_numbered(settings, at), listener, folder) for at, listener in enumerate(listeners)]
        self._is_stopping = False
        self._is_replacing = False
        self._failure: str | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._replace)

    def _stop(self, _signal: int, _frame: object) -> None:
        self._is_stopping = True

    def fail(self, reason: str) -> None:
        """Stop, and say why."""
        self._failure = reason
        self._is_stopping = True

    def _replace(self, _signal: int, _frame: object) -> None:
        self._is_replacing = True

    def run(self, ready: Callable[[], None]) -> None:
        """Until told to stop. Raises CannotServe where one of them cannot even begin."""
        try:
            self._wait_until_ready()
            if not self._is_stopping:
                ready()
            while not self._is_stopping:
                self._check_workers()
                if self._is_replacing:
                    self._replace_all()
        finally:
            _stop_all(self._workers)
        if self._failure is not None:
            raise CannotServe(self._failure)

    def _wait_until_ready(self) -> None:
        while not self._is_stopping and not all(worker.is_ready for worker in self._workers):
            self._read_messages()
            for worker in self._workers:
                if (reason := worker.why_not_ready()) is not None:
                    raise CannotServe(reason)

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
                worker.kill()
            if worker.has_ended and time.monotonic() - worker.started > WORKER_RESTART_SECONDS:
                _log_end(worker)
                worker.pipe.close()
                worker.start()

    def _replace_all(self) -> None:
        """Each by one that serves before it goes. Where one cannot, all go on as they are."""
        self._is_replacing = False
        for at, old in enumerate(self._workers):
            new = old.successor()
            if not self._serves(new):
                _stop_all([new])
                return
            self._workers[at] = new
            self._let_go(old)

    def _serves(self, new: Worker) -> bool:
        """In the end. All others are looked after meanwhile."""
        while not self._is_stopping and not new.is_ready:
            self._check_workers()
            new.read_messages()
            if (reason := new.why_not_ready()) is not None:
                log.error("a process cannot be replaced, and goes on", extra={"reason": reason})
                return False
        return new.is_ready

    def _let_go(self, old: Worker) -> None:
        old.stop()
        deadline = time.monotonic() + WORKER_STOP_SECONDS
        while not old.has_ended and time.monotonic() < deadline:
            self._check_workers()
        old.wait(0)


def _stop_all(workers: list[Worker]) -> None:
    for worker in workers:
        worker.stop()
    for worker in workers:
        worker.wait()


def _log_end(worker: Worker) -> None:
    """Somebody may have told it to stop, which is no error."""
    exitcode = worker.process.exitcode
    extra = {"pid": worker.process.pid, "exit": exitcode, "reason": worker.failure}
    level = logging.ERROR if exitcode or worker.failure else logging.WARNING
    log.log(level, "a process has ended; it is started again", extra=extra)


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
        lock = _enter_when_free(stack, lambda: _hold_database(settings))
        listeners = [stack.enter_context(listener) for listener in _listen(settings)]
        _check_metrics_ports(settings)
        nats = None if settings.bus else stack.enter_context(LocalNats())
        own = msgspec.structs.replace(
            settings,
            bus=settings.bus if nats is None else nats.url,
            bot_workers=-(
                -settings.bot_workers // settings.processes
            ),  # the machine has no more cores than with one process
        )
        port = listeners[0].getsockname()[1]
        folder = stack.enter_context(TemporaryDirectory(prefix="purrlab-", ignore_cleanup_errors=True))
        supervisor = Supervisor(own, nats, listeners, Path(folder))
        if lock is not None:
            Thread(target=_watch_lock, args=(lock, supervisor.fail), daemon=True).start()
        supervisor.run(lambda: ready(*addresses(settings.host, port)))


def _enter_when_free(stack: ExitStack, opening: Callable[[], AbstractContextManager[T]]) -> T:
    """What the processes of the server before have until they end, however that one ended."""
    deadline = time.monotonic() + ORPHAN_EXIT_TIMEOUT_SECONDS
    while True:
        try:
            return stack.enter_context(opening())
        except InUse:
            if time.monotonic() > deadline:
                raise
            time.sleep(WORKER_POLL_SECONDS)


@contextmanager
def _hold_database(settings: Settings) -> Iterator[sa.Engine | None]:
    """An SQLite file is locked here for all processes, and brought up to date.

    On PostgreSQL they share its lock; gives the connection whose lock keeps away who is not on their bus.
    """
    url = settings.database_url
    engine = make_writing_engine(url)
    if engine.dialect.name != "sqlite":
        with hold_bus(url, shared=bool(settings.bus)) as held:
            yield held
        return
    with open_database(url) as database:
        with database.writes.begin() as connection:
            forget_members(connection)
        database.writes.dispose()
        yield None


def _watch_lock(engine: sa.Engine, lost: Callable[[str], None]) -> None:
    """It goes with the connection. To ask anything gets both again, unless another server came in between."""
    while True:
        time.sleep(LOCK_CHECK_SECONDS)
        try:
            with engine.begin():
                pass
        except sa.exc.SQLAlchemyError as error:  # while the database is only away, it may come back
            if is_held_by_another(error):
                lost("the connection to the database was lost, and another server is using the database now")
                return


def _listen(settings: Settings) -> Iterator[socket.socket]:
    """One for each process. On Linux the system deals connections out to them; elsewhere they share one."""
    shares = sys.platform == "linux"
    if shares:
        listen(settings).close()  # or others who share the port would get a part of them
    first = listen(settings, shared_port=shares)
    yield first
    settings = msgspec.structs.replace(settings, port=first.getsockname()[1])
    for _ in range(settings.processes - 1):
        yield listen(settings, shared_port=True) if shares else first.dup()


def _check_metrics_ports(settings: Settings) -> None:
    """Nobody is there: the processes share theirs with those who take their place."""
    for number in range(settings.processes if settings.metrics_port else 0):
        host, port = settings.metrics_host, settings.metrics_port + number
        try:
            socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise CannotServe(f"metrics_port: cannot listen on {host}, port {port}: {reason}") from None
