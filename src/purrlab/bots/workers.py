"""Processes in which bots play end with the one that started them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from math import inf
from time import monotonic
from types import FrameType

A_MOMENT = 1.0  # seconds


def begin_to_work() -> None:
    """In a worker of a command: an interrupt is for the parent, and when that ends, so does this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """In a worker: end when its parent does, even when that was killed and a bot still thinks."""
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


@contextmanager
def pool_of(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes to play in. When something goes wrong they end at once, rather than finish what nobody wants."""
    others = set(multiprocessing.active_children())
    with _one_interrupt() as heed_no_more, ProcessPoolExecutor(jobs, initializer=begin_to_work) as pool:
        writing = pool._result_queue._wlock  # type: ignore[attr-defined]  # noqa: SLF001
        try:
            yield pool
        except BaseException:
            heed_no_more()
            # Half a result would be waited for to its end, and that for ever: let whoever writes one finish it.
            finished = writing is not None and writing.acquire(timeout=A_MOMENT)
            for worker in set(multiprocessing.active_children()) - others:
                worker.kill()
            if finished:
                writing.release()
            raise


@contextmanager
def _one_interrupt() -> Iterator[Callable[[], None]]:
    """Ctrl-C once more within a moment is the same one: it would break into the clean-up and leave a lock held.

    Gives something to call before a clean-up: from there to the end none is heeded.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: None
        return
    deaf_until = -inf

    def heed(number: int, frame: FrameType | None) -> None:
        nonlocal deaf_until
        if (now := monotonic()) >= deaf_until:
            deaf_until = now + A_MOMENT
            before(number, frame)

    def heed_no_more() -> None:
        nonlocal deaf_until
        deaf_until = inf

    signal.signal(signal.SIGINT, heed)
    try:
        yield heed_no_more
    finally:
        signal.signal(signal.SIGINT, before)
