"""One of the processes of a server, and what it says to the one that started it."""

import asyncio
import multiprocessing
import os
import signal
import socket
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Literal

from purrlab.server.cluster import passing
from purrlab.server.errors import CannotServe
from purrlab.server.logs import set_up_logs
from purrlab.server.main import run_server
from purrlab.server.settings import Settings
from purrlab.server.storage.locks import HeldLocks
from purrlab.server.uvicorn_support import is_supported

HEARTBEAT_SECONDS = 1  # between two messages that the event loop is not stuck
READY: Literal["ready"] = "ready"
ALIVE: Literal["alive"] = "alive"


def run_worker(
    settings: Settings, listener: socket.socket, folder: Path | None, pipe: Connection, _locks: HeldLocks
) -> None:
    """Serve until told to stop, or until nobody is left who could. The locks are free once all processes have ended.

    In ``folder`` the processes find each other to pass connections on.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process tells it when to stop
    set_up_logs(settings.log_level)
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    can_pass = passing.is_possible() and is_supported()
    passes = passing.Passing(folder) if folder is not None and can_pass else None
    tasks = set()

    def ready() -> None:
        pipe.send(READY)
        tasks.add(asyncio.get_running_loop().create_task(_send_heartbeats(pipe)))

    try:
        with listener:
            run_server(settings, listener, ready, is_worker=True, passing=passes)
    except CannotServe as error:
        pipe.send(str(error))
    finally:
        if folder is not None and not parent_process().is_alive():
            with suppress(OSError):  # others are still there
                folder.rmdir()


async def _send_heartbeats(pipe: Connection) -> None:
    while True:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        pipe.send(ALIVE)


def _stop_with_parent() -> None:
    parent_process().join()
    os.kill(os.getpid(), signal.SIGTERM)


def parent_process() -> BaseProcess:
    parent = multiprocessing.parent_process()
    assert parent is not None
    return parent
