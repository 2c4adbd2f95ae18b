"""The picture of a table: for anybody who has its link."""

import asyncio
import random
import subprocess
from pathlib import Path

import pytest
from server.clients import Person, RandomPlayer, Server, start_bot_game
from server.in_process import in_process_server
from server.in_process_api import open_api

from purrlab.server.live import table_pictures
from purrlab.server.live.table_pictures import PICTURES_BURST, PICTURES_PER_MINUTE


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


def test_an_address_has_so_many_pictures_drawn_and_those_that_are_kept_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever renames themselves between two looks has another one drawn each time."""
    drawn: list[str] = []

    def draw(svg: str, *_size: int) -> bytes:
        drawn.append(svg)
        return b"PNG"

    monkeypatch.setattr(table_pictures, "render_png_in_process", draw)

    async def look() -> list[int]:
        async with in_process_server(tmp_path, request_burst=1_000) as server:
            api, ann = await open_api(server), await server.new_person("Ann")
            path = f"/api/tables/{await server.new_table(ann)}/picture.png"
            statuses = []
            for number in range(PICTURES_BURST + 2):
                await api.request("PUT", "/api/me", person=ann.id, body=b'{"name": "Ann %d"}' % number)
                statuses += [(await api.request("GET", path)).status for _ in range(2)]
            await server.advance(60 / PICTURES_PER_MINUTE)
            return [*statuses, (await api.request("GET", path)).status]

    assert asyncio.run(look()) == [200] * 2 * PICTURES_BURST + [429] * 4 + [200]
    assert len(drawn) == PICTURES_BURST + 1


def test_a_picture_that_takes_too_long_is_no_error_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def take_too_long(*_about: object) -> bytes:
        raise subprocess.TimeoutExpired("purrlab.drawings.png", 20)

    monkeypatch.setattr(table_pictures, "render_png_in_process", take_too_long)

    async def look() -> int:
        async with in_process_server(tmp_path) as server:
            api, ann = await open_api(server), await server.new_person("Ann")
            return (await api.request("GET", f"/api/tables/{await server.new_table(ann)}/picture.png")).status

    assert asyncio.run(look()) == 503
    assert not caplog.records
