"""Databases that earlier versions wrote."""

from pathlib import Path

DATABASES = Path(__file__).parent / "storage" / "databases"
BACK_TO_0001 = "DROP INDEX events_by_who_added_to_chance; UPDATE alembic_version SET version_num = '0001'"
