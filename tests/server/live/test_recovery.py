"""Tables that were not stored, and that another server has before they could be loaded again."""

import asyncio
from pathlib import Path

from server.in_process import in_process_server

from purrlab.server.errors import ErrorCode, Refused
from purrlab.server.live.live_table import LiveTable


def test_whoever_watches_what_was_not_stored_goes_along_when_the_table_moves(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_process_server(tmp_path) as server:
            host = await server.new_person("Ann")
            table = await server.new_table(host)
            tables = server.tables
            live = await tables.registry.find(table)

            def moves(_table_id: str) -> LiveTable:
                raise Refused(ErrorCode.TRY_AGAIN, "the table is moving to another server; please try again")

            tables.registry._read = moves
            live.broken = live.reloading = True
            tables.reload(live)
            await server.advance(1)
            assert tables.registry.forget(lambda _table: True) == []
            assert tables.recovery.forget(lambda table_id: table_id != table) == []
            assert tables.recovery.forget(lambda table_id: table_id == table) == [live]
            await server.settle()
            assert tables.recovery.forget(lambda _table: True) == []  # nobody tries to load it any more

    asyncio.run(run())
