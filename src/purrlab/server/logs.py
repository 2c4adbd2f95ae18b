"""Structured logs: one JSON object a line, on standard error. Nothing that is secret is ever given to a log."""

import logging
import sys
import traceback
from typing import Any

import msgspec
from sqlalchemy.exc import OperationalError

_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: str(value) for name, value in vars(record).items() if name not in _STANDARD_FIELDS}
        if record.exc_info and record.exc_info[1] is not None:
            entry["error"] = describe_error(record.exc_info[1])
            entry["where"] = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(record.exc_info[2])]
        return msgspec.json.encode(entry).decode()


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
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for chatty in ("alembic", "uvicorn.error"):  # a line for every migration, every connection
        logging.getLogger(chatty).setLevel(logging.WARNING)
