"""Structured logs: one JSON object a line, on standard error. Nothing that is secret is ever given to a log."""

import logging
import sys
import time
import traceback
from typing import Any

import msgspec
from sqlalchemy.exc import OperationalError

LINES_PER_MINUTE = 30  # with the same words
MAX_WORDINGS = 1_000  # that are counted
STRANGERS_WARNINGS = {  # of uvicorn, which does not say who it was; where they make no sense http_protocol.py does
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
}

_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: _plain(value) for name, value in vars(record).items() if name not in _STANDARD_FIELDS}
        if record.exc_info and record.exc_info[1] is not None:
            entry["error"] = describe_error(record.exc_info[1])
            entry["where"] = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(record.exc_info[2])]
        return msgspec.json.encode(entry).decode()


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, bool | int | float) else str(value)


class Repetitions(logging.Filter):
    """Leaves lines out that say the same too often: what strangers can cause, they can cause without end.

    The next one that is written says how many were left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}  # since when, and how many

    def filter(self, record: logging.LogRecord) -> bool:
        now, wording = time.monotonic(), (record.name, str(record.msg))
        if len(self._counts) >= MAX_WORDINGS:
            self._counts.clear()
        since, lines = self._counts.get(wording, (now, 0))
        if now - since >= 60:
            if lines > LINES_PER_MINUTE:
                record.left_out = lines - LINES_PER_MINUTE
            since, lines = now, 0
        self._counts[wording] = since, lines + 1
        return lines < LINES_PER_MINUTE


def _is_no_strangers_warning(record: logging.LogRecord) -> bool:
    return record.msg not in STRANGERS_WARNINGS


def describe_error(error: BaseException) -> str:
    """The kind of an error; of one about the database itself also its words, as these tell nothing that is in it."""
    kind = type(error).__name__
    if not isinstance(error, OperationalError):
        return kind
    words = str(error.orig).partition("\n")[0]
    return f"{kind}: {words}"


def set_up_logs(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Repetitions())
    logging.getLogger("uvicorn.error").addFilter(_is_no_strangers_warning)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for chatty in ("alembic", "uvicorn.error"):  # a line for every migration, every connection
        logging.getLogger(chatty).setLevel(logging.WARNING)
