"""The coach, and the next level of bots, in a real browser."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from page.table_play import asks_for
from page.visitor import LAPTOP, PHONE, Visitor, play_together
from purrlab.games.cat_in_the_box.cells import COLOURS

Visit = Callable[..., Visitor]


def test_it_counts_warns_and_goes_with_one_click(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, coach=True)
    # Whoever leads the first trick, when red is closed.
    visitor.sit_at("cat-in-the-box", 3, options={"start": 0}, moment=asks_for("play"))
    page, coach = visitor.page, visitor.page.locator(".coach")
    expect(coach.locator("li").first).to_be_visible()
    expect(coach.get_by_role("link", name="Tutorial")).to_have_attribute("href", "/learn/cat-in-the-box")
    assert visitor.accessibility_faults() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.keyboard.press(page.locator(".hand [data-card]").first.get_attribute("data-card") or "")
    expect(coach.locator("p")).to_contain_text("Red is closed")
    page.set_viewport_size(LAPTOP)  # where the whole table is in sight with the coach too
    page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    page.set_viewport_size(PHONE)
    coach.get_by_role("button").click()
    expect(coach).to_have_count(0)
    page.reload()
    page.locator(".hand button").first.wait_for()
    expect(coach).to_have_count(0)
    visitor.button("Settings").click()
    page.get_by_role("checkbox", name="Coach").check()
    expect(coach.locator("li").first).to_be_visible()


def test_what_it_warns_of_has_to_be_confirmed(visit: Visit) -> None:
    """Here it warns of everything."""
    visitor = visit(coach=True)
    page = visitor.page
    change_what_the_server_says(page, warn_of_every_play)
    visitor.go("/play").play_until_there_is("button.lit")
    page.locator(".coach p").wait_for()  # it has said something to this turn
    cell = page.locator("button.lit").first
    name = cell.get_attribute("data-cell")
    assert name is not None
    cell.click()
    expect(page.locator(".coach .risk")).to_contain_text("Careful")
    expect(page.locator(f"[data-cell='{name}'].lit")).to_have_count(1)
    page.locator(f"[data-cell='{name}']").click()
    expect(page.locator(f"[data-cell='{name}'].lit")).to_have_count(0)


def test_friends_may_ask_it_at_a_table_that_was_made_so(visit: Visit) -> None:
    """Whoever comes reads it before they sit down."""
    host, guest = visit(coach=True, viewport=PHONE), visit()
    host.go("/new/rascal-kittens").page.get_by_label(re.compile("^Players")).select_option("2")
    host.page.get_by_role("checkbox", name="Everybody may ask the coach").check()
    host.button("Open the table").click()
    assert host.sees("coach allowed")
    path = host.page.url.removeprefix(host.url)
    assert guest.go(path).sees("coach allowed")
    guest.join(path)
    host.button("Start the game").click()
    coach = host.page.locator(".coach p:not(:empty)")
    play_together([host, guest], lambda: coach.count() > 0)
    assert host.accessibility_faults() == []
    assert host.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(guest.page.locator(".coach")).to_have_count(0)  # who wants none has none


@pytest.mark.parametrize("players", [3, 4])
def test_what_is_told_before_a_bid_lies_between_board_and_prompt(visit: Visit, players: int) -> None:
    """On the smallest phone, with the coach: nothing is covered, and nothing covers it."""
    visitor = visit(viewport=PHONE, locale="pl", coach=True)
    visitor.sit_at("cat-in-the-box", players, options={"start": 0, "layout": "white"}, moment=asks_for("bid"))
    visitor.page.locator(".coach p").wait_for()
    note, board, own = (visitor.page.locator(part).bounding_box() for part in (".note", ".board", ".own"))
    assert note is not None
    assert board is not None
    assert own is not None
    assert board["y"] + board["height"] <= note["y"]
    assert note["y"] + note["height"] <= own["y"]


def test_who_wins_is_offered_stronger_bots_and_then_meets_them_without_a_coach(visit: Visit) -> None:
    """A bot finishes a short game, and the page is told that it was won."""
    visitor = visit(coach=True)
    page = visitor.page
    visitor.go("/play").page.locator(".hand button").first.wait_for()
    wanted = {"game": "cat-in-the-box", "players": 2, "bots": ["kitten"], "start": True, "pace": 0, "listed": False}
    table = page.request.post(f"{visitor.url}/api/tables", data=wanted).json()["id"]
    visitor.go(f"/t/{table}").let_bots_finish()
    won = page.url
    change_what_the_server_says(page, say_that_seat_0_won)
    page.reload()
    visitor.button("Next level: cat").click()
    page.wait_for_url(lambda url: url != won)
    page.locator(".hand button").first.wait_for()
    seats = page.request.get(f"{visitor.url}/api/tables/{page.url.rpartition('/')[2]}").json()["seats"]
    assert {seat["bot"] for seat in seats} == {None, "cat"}
    expect(page.locator(".coach")).to_have_count(0)


def change_what_the_server_says(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(text: str | bytes) -> None:
            message = json.loads(text)
            change(message)
            socket.send(json.dumps(message))

        server.on_message(tell)

    page.route_web_socket("**/live", pass_on)


def warn_of_every_play(message: dict[str, Any]) -> None:
    if message["type"] == "advice":
        plays = [f"play {value} {colour}" for value in range(1, 10) for colour in COLOURS]
        message["advice"]["risky"] = [{"action": play, "placeable": 1, "needed": 5} for play in plays]


def say_that_seat_0_won(message: dict[str, Any]) -> None:
    if message["type"] == "table" and message["view"] and message["view"]["outcome"]:
        message["seat"] = 0
        message["view"]["outcome"]["winners"] = [0]
