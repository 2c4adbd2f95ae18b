"""A NATS server for tests, which a package brings along."""

import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from socket import create_connection
from typing import Self

from server.clients import free_port

PROGRAM = Path(sys.executable).with_name("nats-server")


class NatsServer:
    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments: list[str | Path] = [PROGRAM, "--addr", "127.0.0.1", "--port", str(self.port)]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(arguments, stdout=quiet, stderr=quiet)  # noqa: S603
        while self._process.poll() is None:  # for as long as it takes: the test has its own limit
            with suppress(OSError):
                create_connection(("127.0.0.1", self.port)).close()
                return
            time.sleep(0.01)
        raise AssertionError("NATS did not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
