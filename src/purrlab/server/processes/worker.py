"""One of the processes of a server, and what it says to the one that started it."""

import asyncio
import multiprocessing
import os
import signal
import socket
import threading
from multiprocessing.connection import Connection
from typing import Literal

from purrlab.server.errors import CannotServe
from purrlab.server.logs import set_up_logs
from purrlab.server.main import run_server
from purrlab.server.settings import Settings
from purrlab.server.storage.locks import HeldLocks

HEARTBEAT_SECONDS = 1  # between two messages that the event loop is not stuck
READY: Literal["ready"] = "ready"
ALIVE: Literal["alive"] = "alive"


def run_worker(settings: Settings, listener: socket.socket, pipe: Connection, _locks: HeldLocks) -> None:
    """Serve until told to stop, or until nobody is left who could. The locks are free once all processes have ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process tells it when to stop
    set_up_logs(settings.log_level)
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    tasks = set()

    def ready() -> None:
        pipe.send(READY)
        tasks.add(asyncio.get_running_loop().create_task(_send_heartbeats(pipe)))

    try:
        with listener:
            run_server(settings, listener, ready, is_worker=True)
    except CannotServe as error:
        pipe.send(str(error))


async def _send_heartbeats(pipe: Connection) -> None:
    while True:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        pipe.send(ALIVE)


def _stop_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
