"""Starts servers without waiting for their imports: it has them all, and each server is a fork of it.

``python launcher.py SWITCHES [--bots-inside]`` reads one JSON object a line and answers each with a line. What it forks
is ``purrlab serve``, but for two switches in a shared file: how long a commit takes, and how far the clock is off. With
bots inside, these choose in the server's own process: two more after every start would take longer than the start.
"""

import gc
import json
import mmap
import os
import select
import signal
import struct
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

COMMIT_SECONDS, CLOCK_OFFSET_MS = struct.Struct("d"), struct.Struct("q")
CLOCK_AT = COMMIT_SECONDS.size
FAKETIME_FILE = "FAKETIME_TIMESTAMP_FILE"  # in the environment: libfaketime moves the clock

BOTS_INSIDE = "--bots-inside"


class Switches:
    """Numbers in a file that a running server and whoever tests it share."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(bytes(CLOCK_AT + CLOCK_OFFSET_MS.size))
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), 0)

    @property
    def commit_seconds(self) -> float:
        seconds: float = COMMIT_SECONDS.unpack_from(self._shared)[0]
        return seconds

    @commit_seconds.setter
    def commit_seconds(self, seconds: float) -> None:
        COMMIT_SECONDS.pack_into(self._shared, 0, seconds)

    @property
    def clock_offset_ms(self) -> int:
        offset: int = CLOCK_OFFSET_MS.unpack_from(self._shared, CLOCK_AT)[0]
        return offset

    @clock_offset_ms.setter
    def clock_offset_ms(self, offset: int) -> None:
        CLOCK_OFFSET_MS.pack_into(self._shared, CLOCK_AT, offset)


def _sleep(seconds: float) -> None:
    """libfaketime knows nothing of the clock by which ``time.sleep`` sleeps."""
    if seconds > 0:
        select.select([], [], [], seconds)


def _install(switches: Switches) -> None:
    from purrlab.server.storage.batch_commit import BatchCommit  # noqa: PLC0415  # a bot's process needs none of it
    from purrlab.server.time_source import SystemTime  # noqa: PLC0415

    commit, now_ms = BatchCommit.__call__, SystemTime.now_ms

    def slow_commit(self: BatchCommit, writes: Any) -> Any:
        _sleep(switches.commit_seconds / 2)
        answers = commit(self, writes)
        _sleep(switches.commit_seconds / 2)  # stored, and told to nobody yet
        return answers

    BatchCommit.__call__ = slow_commit  # type: ignore[method-assign]
    if FAKETIME_FILE not in os.environ:
        SystemTime.now_ms = lambda self: now_ms(self) + switches.clock_offset_ms  # type: ignore[method-assign]


def _take_bots_inside() -> None:
    from purrlab.bots import find_bot  # noqa: PLC0415
    from purrlab.server.live.bot_pool import BotPool  # noqa: PLC0415

    async def choose(_self: BotPool, bot: str, view: Any, *_owner: str) -> str:
        return str(find_bot(view.game, bot).choose(view, Random()))

    BotPool.choose = choose  # type: ignore[assignment, method-assign]


def _serve(environment: dict[str, str], arguments: list[str]) -> None:
    """In the fork: what it says goes to standard error, and nothing is shared with the launcher but that."""
    from purrlab.cli import main  # noqa: PLC0415

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    os.environ.update(environment)
    status = 1
    try:
        main(["serve", *arguments])
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        os._exit(status)


def _exit_status(process: int, options: int) -> int | None:
    ended, status = os.waitpid(process, options)
    return os.waitstatus_to_exitcode(status) if ended else None


def _warm_up() -> None:
    """What every start does, and need not do again in every fork."""
    import psycopg  # noqa: F401, PLC0415

    from purrlab.server.accounts.lookalikes import looks_like_bot  # noqa: PLC0415
    from purrlab.server.app import App  # noqa: PLC0415
    from purrlab.server.main import serve  # noqa: F401, PLC0415
    from purrlab.server.settings import Settings  # noqa: PLC0415
    from purrlab.server.storage.database import open_database  # noqa: PLC0415
    from purrlab.server.uvicorn_support import http_protocol, websocket_protocol  # noqa: PLC0415

    looks_like_bot("")
    with TemporaryDirectory() as folder, open_database(f"sqlite:///{folder}/any.sqlite"):
        settings = Settings(data=Path(folder))
        App(settings)
        http_protocol(settings)
        websocket_protocol(settings)


def main() -> None:
    _warm_up()
    _install(Switches(Path(sys.argv[1])))
    if BOTS_INSIDE in sys.argv:
        _take_bots_inside()
    gc.collect()
    gc.freeze()  # the forks need not look at all this again
    running: int | None = None
    answer: int | None
    for line in sys.stdin:
        asked = json.loads(line)
        if "arguments" in asked:
            running = answer = os.fork()
            if running == 0:
                _serve(asked["environment"], asked["arguments"])
        else:
            assert running is not None
            answer = _exit_status(running, os.WNOHANG if asked["polls"] else 0)
            running = running if answer is None else None
        print(json.dumps(answer), flush=True)  # noqa: T201
    if running is not None:  # whoever wanted it is gone
        os.kill(running, signal.SIGKILL)


if __name__ == "__main__":
    main()
