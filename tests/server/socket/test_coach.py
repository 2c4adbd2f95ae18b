"""The coach: for whoever plays against bots alone, and for nobody else."""

import asyncio
from typing import Any

from server.clients import Server, new_people, open_socket, start_bot_game, start_two


def test_who_plays_against_bots_alone_is_advised(server: Server) -> None:
    (ann,) = new_people(server, "Ann")
    table = start_bot_game(ann)

    async def ask() -> tuple[dict[str, Any], dict[str, Any]]:
        async with open_socket(server, ann) as socket:
            told = await socket.ask("watch", table=table)
            return told, await socket.ask("advise")

    told, answer = asyncio.run(ask())
    assert answer["type"] == "advice"
    assert answer["seq"] >= told["seq"]
    values = [each["value"] for each in answer["advice"]["safe_plays"]]
    assert values == sorted(set(told["view"]["hand"]))


def test_nobody_is_advised_in_a_game_with_others_nor_without_a_seat(server: Server) -> None:
    ann, bo, cy = new_people(server, "Ann", "Bo", "Cy")
    table = ann.new_table(players=2)["id"]

    async def ask() -> list[str]:
        async with (
            open_socket(server, ann) as host,
            open_socket(server, bo) as guest,
            open_socket(server, cy) as third,
        ):
            await host.ask("watch", table=table)
            before = await host.ask("advise")
            await start_two(host, guest, table)
            await third.ask("watch", table=table)
            return [before["code"]] + [(await each.ask("advise"))["code"] for each in (host, guest, third)]

    assert asyncio.run(ask()) == ["no-coach", "no-coach", "no-coach", "no-seat"]
