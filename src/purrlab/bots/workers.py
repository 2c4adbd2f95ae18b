"""Processes in which bots play. They end with the one that started them.

Every worker has a pipe of its own, so that one which is killed in the middle of a result leaves no lock behind that
others wait for.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from multiprocessing.connection import Connection, wait
from time import monotonic
from traceback import format_exc
from types import FrameType
from typing import Any, Generic, TypeVar

REPEATED_INTERRUPT_SECONDS = 1.0  # a second Ctrl-C within these is the same one

Result = TypeVar("Result")


class WorkerEnded(Exception):
    """A worker ended before it had finished its task: somebody killed it, or the memory was used up."""

    def __str__(self) -> str:
        return "a process that was playing has been ended, perhaps for want of memory"


def end_with_parent() -> None:
    """In a worker: end when its parent does, even when that was killed and a bot still thinks."""
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


class WorkerPool(Generic[Result]):
    """Processes that call a function, each on one task after the other."""

    def __init__(self, function: Callable[..., Result]) -> None:
        self._function = function
        self._workers: list[_Worker] = []

    def start(self, workers: int) -> None:
        for _ in range(workers):
            self._workers.append(_Worker(self._function))

    def run(self, tasks: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, Result]]:
        """What comes of the tasks as they are finished, each with the index of its task."""
        waiting = enumerate(tasks)
        busy: dict[Any, _Worker] = {worker.pipe: worker for worker in self._workers if worker.start_next(waiting)}
        while busy:
            for pipe in wait(list(busy)):
                worker = busy[pipe]
                task_index, result = worker.task_index, worker.result()
                if not worker.start_next(waiting):
                    del busy[pipe]
                yield task_index, result

    def kill(self) -> None:
        """End all workers at once, rather than let them finish what nobody wants."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()


class _Worker:
    """One process, and this end of its pipe."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.task_index = -1  # of the task that it works on
        self.pipe, worker_end = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=_run_worker, args=(worker_end, function), daemon=True)
        self.process.start()
        worker_end.close()

    def start_next(self, tasks: Iterator[tuple[int, tuple[Any, ...]]]) -> bool:
        """Hand it the next task, if there is one left."""
        for self.task_index, task in tasks:
            with suppress(BrokenPipeError):  # its result says that it has ended
                self.pipe.send(task)
            return True
        return False

    def result(self) -> Any:
        try:
            result, error = self.pipe.recv()
        except (EOFError, OSError):
            raise WorkerEnded from None
        if error is not None:
            raise error
        return result


def _run_worker(pipe: Connection, function: Callable[..., Any]) -> None:
    """In the worker: one task after the other. An interrupt is for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_answer(function, pipe.recv()))


def _answer(function: Callable[..., Any], task: tuple[Any, ...]) -> tuple[Any, Exception | None]:
    """The result, or the error that the parent is to raise, with where it came from."""
    try:
        return function(*task), None
    except Exception as error:  # noqa: BLE001
        error.add_note(format_exc())
        return None, error


def run_tasks(
    function: Callable[..., Result], tasks: Sequence[tuple[Any, ...]], processes: int
) -> Generator[tuple[int, Result], None, None]:
    """What comes of the tasks as they are finished, each with the index of its task. One process is this one."""
    if processes == 1:
        yield from ((task_index, function(*task)) for task_index, task in enumerate(tasks))
        return
    with worker_pool(min(processes, len(tasks)), function) as pool:
        yield from pool.run(tasks)


def in_order(results: Iterator[tuple[int, Result]]) -> Iterator[Result]:
    """The results in the order of their tasks."""
    early: dict[int, Result] = {}  # those that were finished before others that come first
    following = 0
    for task_index, result in results:
        early[task_index] = result
        while following in early:
            yield early.pop(following)
            following += 1


@contextmanager
def worker_pool(workers: int, function: Callable[..., Result]) -> Iterator[WorkerPool[Result]]:
    """Processes to play in, which are killed in the end: whoever is not done then does what nobody wants."""
    with _one_interrupt() as ignore_interrupts:
        pool = WorkerPool(function)
        try:
            pool.start(workers)
            yield pool
        finally:
            ignore_interrupts()
            pool.kill()


@contextmanager
def _one_interrupt() -> Iterator[Callable[[], None]]:
    """Ctrl-C once more within a moment is the same one: it would break into the clean-up and leave workers running.

    Gives something to call before a clean-up: from there to the end none is heeded.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: None
        return
    ignored_until = -inf

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal ignored_until
        if (now := monotonic()) >= ignored_until:
            ignored_until = now + REPEATED_INTERRUPT_SECONDS
            before(number, frame)

    def ignore_interrupts() -> None:
        nonlocal ignored_until
        ignored_until = inf

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield ignore_interrupts
    finally:
        signal.signal(signal.SIGINT, before)
