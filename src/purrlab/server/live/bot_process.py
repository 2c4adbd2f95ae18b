"""The process in which bots of tables think: it is given views and nothing else."""

import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random

from purrlab.bots import find_bot
from purrlab.bots.workers import end_with_parent
from purrlab.games.game import View

NICENESS = 5  # the server itself comes first


def run_bot_process(pipe: Connection) -> None:
    """Choose an action for one view after another, until the server has ended."""
    for ending in (signal.SIGINT, signal.SIGTERM):  # they are for the server, which ends this one too
        signal.signal(ending, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    end_with_parent()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_choose(*pipe.recv()))


def _choose(bot: str, view: View) -> str | Exception:
    try:
        return str(find_bot(view.game, bot).choose(view, Random()))  # noqa: S311  # it plays, it keeps no secrets
    except Exception as error:  # noqa: BLE001  # whatever it is, the table goes on
        return RuntimeError(type(error).__name__)  # its words could tell what the bot saw
