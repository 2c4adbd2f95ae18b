"""The coach: for whoever plays against bots alone, and at tables that were made so for everybody."""

import asyncio
import random
from typing import Any

import pytest
from server.clients import (
    Person,
    RandomPlayer,
    Server,
    new_people,
    open_socket,
    send_command,
    start_bot_game,
    start_two,
)


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


@pytest.mark.parametrize("game", ["cat-in-the-box", "rascal-kittens"])
def test_everybody_is_advised_where_the_table_was_made_so(server: Server, game: str) -> None:
    """Whoever sits down is told before."""
    ann, bo, cy = new_people(server, "Ann", "Bo", "Cy")
    table = ann.new_table(game=game, players=2, coach=True)["id"]

    async def ask() -> list[dict[str, Any]]:
        async with (
            open_socket(server, ann) as host,
            open_socket(server, bo) as guest,
            open_socket(server, cy) as third,
        ):
            await host.ask("watch", table=table)
            assert (await guest.ask("watch", table=table))["table"]["coach"]
            await start_two(host, guest, table)
            await third.ask("watch", table=table)
            return [await each.ask("advise") for each in (host, guest, third)]

    *advised, refused = asyncio.run(ask())
    assert [answer["advice"]["game"] for answer in advised] == [game, game]
    assert refused["code"] == "no-seat"


def test_the_next_table_of_the_same_people_is_made_so_too(server: Server) -> None:
    ann = new_people(server, "Ann")[0]
    table = start_bot_game(ann, coach=True)
    asyncio.run(RandomPlayer(ann, table, random.Random(1)).play())
    assert ann.get(f"/api/tables/{rematch_of(ann, table)}")["coach"]


def rematch_of(person: Person, table: str) -> str:
    asyncio.run(send_command(person, table, "rematch"))
    following: str = person.get(f"/api/tables/{table}")["next"]
    return following


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
