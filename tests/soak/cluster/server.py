"""One of several servers, as those who watch over it start it again until it runs."""

import time
from pathlib import Path
from signal import SIGTERM, Signals

from server.clients import Server
from soak.violation import Violation

# What keeps a server from starting for a moment, while others are ill or have just been killed.
NOT_YET = ("another server is already using the database", "cannot be used", "NATS does not answer")
RETRY_SECONDS = 0.1


class ClusterServer(Server):
    def __init__(self, folder: Path, **settings: str) -> None:
        super().__init__(folder, absent_player_seconds="600", bot_workers="2", **settings)
        self.kills = 0
        self._read = 0  # of the log

    def start(self) -> "ClusterServer":
        while True:
            try:
                super().start()
            except AssertionError:
                last = self.log.read_text().strip().rpartition("\n")[2]
                if not any(reason in last for reason in NOT_YET):
                    raise Violation(f"a start failed: {last}") from None
                time.sleep(RETRY_SECONDS)
            else:
                return self

    def signal(self, sent: Signals) -> None:
        assert self._process is not None
        self._process.send_signal(sent)

    def kill(self) -> None:
        assert self._process is not None
        if (status := self._process.poll()) is not None:
            raise Violation(f"the server ended by itself, with status {status}")
        super().kill()
        self.kills += 1

    def stop(self, sent: Signals = SIGTERM) -> int:
        if (status := super().stop(sent)) != 0:
            raise Violation(f"the server stopped with status {status}: {self.log.read_text()[-1000:]}")
        return status

    def take_log(self) -> list[str]:
        """What it said since the last time."""
        text = self.log.read_text()
        taken, self._read = text[self._read :], len(text)
        return [line for line in taken.splitlines() if not any(reason in line for reason in NOT_YET)]
