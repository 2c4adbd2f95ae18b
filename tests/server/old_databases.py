"""Databases that earlier versions wrote (keep_database.py), as if just now: a start closes what has waited too long."""

import json
import re
import time
from functools import cache
from pathlib import Path
from typing import Any

BACK_TO_0001 = "DROP INDEX events_by_who_added_to_chance; UPDATE alembic_version SET version_num = '0001'"
_DATABASES = Path(__file__).parent / "storage" / "databases"
_MOMENT_MS = re.compile(r"\b1[78]\d{11}\b")
KEPT_VERSIONS = sorted(file.stem for file in _DATABASES.glob("*.sql"))


def old_database_sql(version: str = "0002") -> str:
    """The statements that make a database of this version."""
    return _as_if_just_written(version, "sql")


def told_by_earlier_version(version: str) -> Any:
    """What the version that wrote this database told of its tables and people."""
    return json.loads(_as_if_just_written(version, "json"))


def _as_if_just_written(version: str, kind: str) -> str:
    later = _milliseconds_since(version)
    return _MOMENT_MS.sub(lambda moment: str(int(moment[0]) + later), _read(version, kind))


@cache
def _milliseconds_since(version: str) -> int:
    """One number for the whole run, so that a database and what is expected of it agree."""
    return time.time_ns() // 1_000_000 - max(map(int, _MOMENT_MS.findall(_read(version, "sql"))))


def _read(version: str, kind: str) -> str:
    return (_DATABASES / f"{version}.{kind}").read_text("utf-8")
