"""A real server in a process of its own, which can be killed, stopped and started again at once."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

from server.clients import NO_LIMITS, free_port
from soak.launcher import BOTS_INSIDE, FAKETIME_FILE, Switches
from soak.violation import Violation

PROC = Path("/proc")
OPEN_STATES = ("01", "08")  # as Linux numbers them: established, and closed by the client only
POLL_SECONDS = 0.005
LAST_WORDS_SECONDS = 1.0  # after which they have come through the pipe
READY = "Purrlab is at"
LOCKED = "another server is already using the database"
SETTINGS = NO_LIMITS | {"absent_player_seconds": "600", "bot_workers": "2"}
LIBFAKETIME = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)


class Resources(NamedTuple):
    """What a process has of the machine."""

    memory_mb: float
    descriptors: int
    processes: int  # its children


class ServerProcess:
    def __init__(
        self, folder: Path, database: str | None, *, bots_inside: bool = False, libfaketime: Path | None = None
    ) -> None:
        """On SQLite in the folder, or on the PostgreSQL database of this URL."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = folder / "data"
        self.database = database or f"sqlite:///{self.data / 'purrlab.sqlite'}"
        self._is_on_postgres = database is not None
        self.lines: list[str] = []  # of its log, since the last look
        self.kills = self.starts = 0
        self.pid: int | None = None
        self._clock_file = folder / "clock" if libfaketime is not None else None
        self._times_ready = 0
        folder.mkdir(parents=True, exist_ok=True)
        self.switches = Switches(folder / "switches")
        given = {f"PURRLAB_{name.upper()}": value for name, value in SETTINGS.items()}
        self._environment = given | ({"PURRLAB_DATABASE": database} if database else {})
        command = [sys.executable, str(Path(__file__).with_name("launcher.py")), str(folder / "switches")]
        self._launcher = subprocess.Popen(  # noqa: S603
            [*command, *([BOTS_INSIDE] if bots_inside else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | self._faketime(libfaketime),
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _faketime(self, library: Path | None) -> dict[str, str]:
        if library is None or self._clock_file is None:
            return {}
        self.jump(0)
        return {
            "LD_PRELOAD": str(library),
            FAKETIME_FILE: str(self._clock_file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DISABLE_SHM": "1",
        }

    def _listen(self) -> None:
        assert self._launcher.stderr is not None
        for line in self._launcher.stderr:
            self.lines.append(line)
            self._times_ready += READY in line

    def _ask_launcher(self, **asked: Any) -> Any:
        assert self._launcher.stdin is not None
        assert self._launcher.stdout is not None
        self._launcher.stdin.write(json.dumps(asked) + "\n")
        self._launcher.stdin.flush()
        return json.loads(self._launcher.stdout.readline())

    # Starting and ending

    def begin_start(self) -> None:
        arguments = ["--port", str(self.port), "--data", str(self.data)]
        self.pid = self._ask_launcher(environment=self._environment, arguments=arguments)
        self.starts += 1

    def start(self) -> None:
        """Until it is ready; again, as a supervisor would, while PostgreSQL has not noticed a kill."""
        while (status := self._try_start()) is not None:
            if not (self._is_on_postgres and LOCKED in "".join(self.lines[-2:])):
                raise Violation(f"a start failed with status {status}: {''.join(self.lines[-5:])}")
            self.lines = [line for line in self.lines if LOCKED not in line]

    def _try_start(self) -> int | None:
        """None: it is ready; else with which status it ended."""
        ready = self._times_ready
        self.begin_start()
        while self._times_ready == ready:
            status: int | None = self._ask_launcher(polls=True)
            if status is not None:
                self.pid = None
                time.sleep(LAST_WORDS_SECONDS)
                return status
            time.sleep(POLL_SECONDS)
        return None

    def signal(self, sent: signal.Signals) -> None:
        assert self.pid is not None
        os.kill(self.pid, sent)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        status = self._ask_launcher(polls=False)
        self.pid = None
        self.kills += 1
        if status != -signal.SIGKILL:
            raise Violation(f"the server ended by itself, with status {status}: {''.join(self.lines[-5:])}")

    def stop(self) -> None:
        """As whoever runs it stops it."""
        self.signal(signal.SIGTERM)
        status = self._ask_launcher(polls=False)
        self.pid = None
        if status != 0:
            raise Violation(f"the server stopped with status {status}: {''.join(self.lines[-5:])}")

    def close(self) -> None:
        """The launcher kills what still runs."""
        for pipe in (self._launcher.stdin, self._launcher.stdout):
            assert pipe is not None
            pipe.close()
        self._launcher.wait(60)
        self._listener.join(60)
        assert self._launcher.stderr is not None
        self._launcher.stderr.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What is done to it, and what it needs

    def jump(self, offset_ms: int) -> None:
        """Its clock is off by so much from now on."""
        if self._clock_file is None:
            self.switches.clock_offset_ms = offset_ms
        else:
            new = self._clock_file.with_suffix(".new")
            new.write_text(f"{offset_ms / 1000:+.3f}\n")
            new.replace(self._clock_file)

    @property
    def clock(self) -> str:
        return "injected" if self._clock_file is None else "libfaketime"

    def resources(self) -> Resources | None:
        """None where the system does not tell."""
        folder = PROC / str(self.pid)
        if self.pid is None or not folder.exists():
            return None
        pages = int((folder / "statm").read_text().split()[1])
        memory_mb = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        descriptors = sum(1 for _ in (folder / "fd").iterdir())
        return Resources(memory_mb, descriptors, len(list(_children(self.pid))))

    def connections(self) -> int:
        """How many the server has to its clients, also those that only one side has closed; 0 where nobody tells."""
        return sum(1 for local, state in _tcp_connections() if local == self.port and state in OPEN_STATES)

    def take_log(self) -> list[str]:
        """What it said since the last time."""
        taken, self.lines = self.lines, []
        return taken


def _tcp_connections() -> Iterator[tuple[int, str]]:
    """Of this machine: the local port, and the state."""
    for file in (PROC / "net" / "tcp", PROC / "net" / "tcp6"):
        if file.exists():
            for line in file.read_text().splitlines()[1:]:
                _, local, _, state, *_ = line.split()
                yield int(local.rpartition(":")[2], base=16), state


def _children(parent: int) -> Iterator[str]:
    for tasks in (PROC / str(parent) / "task").iterdir():
        with contextlib.suppress(OSError):
            yield from (tasks / "children").read_text().split()
