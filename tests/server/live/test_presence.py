"""Who watches a table is told to all who watch it."""

import asyncio
import json
from pathlib import Path

from server.in_process import in_process_server

from purrlab.server.live.presence import PRESENCE_DELAY_SECONDS


def test_those_who_come_and_go_at_once_are_told_in_one_message(tmp_path: Path) -> None:
    async def come_and_go() -> list[int]:
        async with in_process_server(tmp_path) as server:
            ann, bo = [await server.new_person(name) for name in ("Ann", "Bo")]
            table = await server.new_table(ann)
            async with server.open_socket(ann) as host:
                await host.ask("watch", table=table)
                await server.advance(PRESENCE_DELAY_SECONDS)
                for _ in range(3):
                    async with server.open_socket(bo) as guest:
                        await guest.ask("watch", table=table)
                async with server.open_socket(bo) as guest, server.open_socket() as nameless:
                    await guest.ask("watch", table=table)
                    await nameless.ask("watch", table=table)
                    await server.advance(PRESENCE_DELAY_SECONDS)
                await server.advance(PRESENCE_DELAY_SECONDS)
                await host.ask("ping")
                told = [message for message in map(json.loads, host.received) if message["type"] == "presence"]
                assert all(message["seats"] == [True, False] for message in told)
                return [message["spectators"] for message in told]

    assert asyncio.run(come_and_go()) == [0, 2, 0]
