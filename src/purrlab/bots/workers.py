"""Processes in which bots play end with the one that started them."""

import multiprocessing
import os
import signal
import threading


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
