"""Databases that earlier versions wrote, as if just now: a start closes what has waited too long."""

import json
import re
import time
from functools import cache
from pathlib import Path
from typing import Any

BACK_TO_0001 = "DROP INDEX events_by_who_added_to_chance; UPDATE alembic_version SET version_num = '0001'"
_DATABASES = Path(__file__).parent / "storage" / "databases"
_WRITTEN_MS = 1_794_814_026_000
_MOMENT_MS = re.compile(r"\b17948140\d{5}\b")


def old_database_sql() -> str:
    """The statements that make a database of version 0002."""
    return _as_if_just_written("0002.sql")


def told_by_earlier_version() -> Any:
    """What the version that wrote this database told of its tables and people."""
    return json.loads(_as_if_just_written("0002.json"))


def _as_if_just_written(name: str) -> str:
    text = (_DATABASES / name).read_text("utf-8")
    return _MOMENT_MS.sub(lambda moment: str(int(moment[0]) + _milliseconds_since()), text)


@cache
def _milliseconds_since() -> int:
    """One number for the whole run, so that a database and what is expected of it agree."""
    return time.time_ns() // 1_000_000 - _WRITTEN_MS
