"""Strangers can cause lines of the log; they cannot fill the disk with them."""

import json
import logging
import time
from typing import Any

import pytest

from purrlab.server import logs
from purrlab.server.logs import LINES_PER_MINUTE, JsonLines, Repetitions


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.addFilter(Repetitions())
        self.left_out: list[Any] = []  # of each line that was written

    def emit(self, record: logging.LogRecord) -> None:
        self.left_out.append(vars(record).get("left_out"))


def line(words: str, **fields: Any) -> logging.LogRecord:
    return logging.makeLogRecord({"name": "some", "msg": words, **fields})


def test_what_is_said_again_and_again_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now, lines = 0.0, Lines()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for number in range(1_000):
        lines.handle(line("a stranger did something", address=number))
    assert lines.left_out == [None] * LINES_PER_MINUTE
    lines.handle(line("something else"))
    assert len(lines.left_out) == LINES_PER_MINUTE + 1
    now = 60.0
    lines.handle(line("a stranger did something"))
    lines.handle(line("a stranger did something"))
    assert lines.left_out[-2:] == [1_000 - LINES_PER_MINUTE, None]


def test_numbers_are_numbers() -> None:
    written = JsonLines().format(line("it ended", pid=7, reason=None, limit=0.5, table="T"))
    fields = json.loads(written)
    assert (fields["pid"], fields["reason"], fields["limit"], fields["table"]) == (7, None, 0.5, "T")


def test_it_counts_only_so_many_wordings() -> None:
    repetitions = Repetitions()
    for number in range(3 * logs.MAX_WORDINGS):
        repetitions.filter(line(f"line {number}"))
    assert len(repetitions._counts) <= logs.MAX_WORDINGS
