"""The lobby: the tables that everybody may see."""

import asyncio
from pathlib import Path

from server.clients import Person, Server
from server.in_process import in_process_server

from purrlab.server.live.lobby import LOBBY_CACHE_SECONDS


def test_open_tables_are_in_the_lobby_and_those_by_invitation_are_not(server: Server) -> None:
    ann = Person(server, "Ann")
    ann.get("/api/tables")  # a look serves everybody for a moment, but a new table is there at once
    listed, hidden = ann.new_table(players=2)["id"], ann.new_table(players=2, listed=False)["id"]
    lobby = [table["id"] for table in server.visit().get("/api/tables").json()]
    assert listed in lobby
    assert hidden not in lobby
    assert server.visit().get(f"/api/tables/{hidden}").status_code == 200  # whoever has the link


def test_who_asks_at_about_the_same_time_gets_the_same_answer(tmp_path: Path) -> None:
    async def look() -> None:
        async with in_process_server(tmp_path) as server:
            ann, lobby = await server.new_person("Ann"), server.tables.lobby
            table = await server.new_table(ann)
            first = await lobby.tables()
            assert [info.id for info in first] == [table]
            async with server.open_socket(ann) as opened:
                await opened.ask("watch", table=table)
                await opened.ask("close")
            await server.advance(LOBBY_CACHE_SECONDS - 0.001)
            assert await lobby.tables() is first
            await server.advance(0.001)
            assert await lobby.tables() == []

    asyncio.run(look())
