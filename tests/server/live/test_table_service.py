"""Housekeeping: tables for which nobody came are closed."""

import asyncio
from pathlib import Path

from server.in_process import in_process_server

from purrlab.server.services import HOUSEKEEPING_SECONDS

HOUR_SECONDS = 3600


def test_a_table_for_which_nobody_came_is_closed_unless_somebody_still_watches(tmp_path: Path) -> None:
    async def wait() -> list[str]:
        async with in_process_server(tmp_path, waiting_hours=2) as server:
            ann = await server.new_person("Ann")
            left, watched = [await server.new_table(ann) for _ in range(2)]
            async with server.open_socket(ann) as opened:
                await opened.ask("watch", table=watched)
                await server.advance(2 * HOUR_SECONDS - 1)
                assert (await server.tables.registry.peek(left)).table.status == "waiting"
                await server.advance(1 + HOUSEKEEPING_SECONDS)
                return [(await server.tables.registry.peek(table)).table.status for table in (left, watched)]

    assert asyncio.run(wait()) == ["closed", "waiting"]
