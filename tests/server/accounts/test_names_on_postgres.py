"""Servers that share a PostgreSQL tell names at a table apart, one after the other."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from server.clients import wait_until
from server.in_process import in_process_server

from purrlab.server.accounts import seat_names
from purrlab.server.errors import Refused
from purrlab.server.storage.store import set_seat

WAITING_FOR_LOCK = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


def test_two_servers_do_not_give_the_same_name_at_once(tmp_path: Path, postgres: str) -> None:
    async def rename() -> None:
        async with in_process_server(tmp_path, database=postgres) as server:
            ann, bo = [await server.new_person(name) for name in ("Ann", "Bo")]
            table = await server.new_table(ann)
            engine = sa.create_engine(postgres)

            def rename_there() -> str | None:
                with engine.begin() as connection:
                    try:
                        seat_names.rename(connection, bo.id, "Twin", 0)
                    except Refused as refused:
                        return refused.code
                return None

            def others_wait() -> bool:
                with engine.connect() as connection:
                    return bool(connection.exec_driver_sql(WAITING_FOR_LOCK).scalar_one())

            with ThreadPoolExecutor() as threads:
                with engine.begin() as connection:
                    set_seat(connection, table, 1, bo.id)
                with engine.begin() as connection:
                    seat_names.rename(connection, ann.id, "Twin", 0)
                    there = threads.submit(rename_there)
                    await wait_until(others_wait)
                assert await asyncio.wrap_future(there) == "name-taken"
            with engine.begin() as connection:
                connection.exec_driver_sql("UPDATE people SET name = 'Twin'")
            with engine.begin() as connection, pytest.raises(Refused):
                seat_names.check_seated(connection, table, bo.id)
            engine.dispose()

    asyncio.run(rename())
