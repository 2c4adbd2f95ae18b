"""The picture of a table: for anybody who has its link."""

import asyncio
import random

from server.clients import Person, RandomPlayer, Server, start_bot_game


def test_everybody_gets_the_picture_of_a_table_and_a_finished_one_shows_its_board(server: Server) -> None:
    ann = Person(server, "Ann")
    table = start_bot_game(ann)
    path = f"/api/tables/{table}/picture.png"
    running = server.visit().get(path)
    assert (running.status_code, running.headers["content-type"]) == (200, "image/png")
    assert running.headers["cache-control"] == "public, max-age=300"
    assert running.content.startswith(b"\x89PNG")
    asyncio.run(RandomPlayer(ann, table, random.Random(4)).play())
    over = server.visit().get(path)
    assert over.content != running.content
    assert server.visit().get(path).content == over.content


def test_moves_change_nothing_in_the_picture_of_a_running_game(server: Server) -> None:
    """Two tables of the same people whose cards differ have the same picture."""
    ann = Person(server, "Ann")
    pictures = [ann.http.get(f"/api/tables/{start_bot_game(ann)}/picture.png") for _ in range(2)]
    assert [each.headers["content-type"] for each in pictures] == ["image/png", "image/png"]
    assert pictures[0].content == pictures[1].content


def test_a_table_that_is_not_there_has_no_picture(server: Server) -> None:
    answer = server.visit().get("/api/tables/AAAAAAAAAAAA/picture.png")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-table")
    assert answer.headers["cache-control"] == "no-store"
