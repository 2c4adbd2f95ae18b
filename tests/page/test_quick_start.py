"""``/play``, which ``make play`` opens: at once at a table."""

from collections.abc import Callable

import httpx
from playwright.sync_api import Route

from page.table_play import at_the_end
from page.visitor import Visitor

Visit = Callable[..., Visitor]


def play(visitor: Visitor) -> str:
    """Opens ``/play``; gives where that leads."""
    visitor.go("/play").page.locator(".prompt").wait_for()
    return visitor.page.url


def test_a_newcomer_sits_at_a_table_against_bots(visit: Visit) -> None:
    visitor = visit()
    table = play(visitor)
    assert table.startswith(f"{visitor.url}/t/")
    against = httpx.get(table.replace("/t/", "/api/tables/")).json()
    assert (against["game"], against["status"]) == ("cat-in-the-box", "playing")
    assert [(seat["person"], seat["bot"]) for seat in against["seats"]] == [
        (True, None),
        (False, "kitten"),
        (False, "kitten"),
    ]
    visitor.play_until_there_is("button.lit")  # a running game, in which the bots have done their part
    assert visitor.accessibility_faults() == []


def test_twice_leads_to_the_same_table(visit: Visit) -> None:
    visitor = visit()
    table = play(visitor)
    assert play(visitor) == table
    other = visit()
    assert play(other) != table  # that of somebody else
    visitor.go_on("/rules/cat-in-the-box").guest.play_until(table.removeprefix(visitor.url), at_the_end)
    assert play(visitor) != table


def test_the_start_is_a_click_away_and_back_leads_to_the_table(visit: Visit) -> None:
    visitor = visit().go("/rules/cat-in-the-box")
    table = play(visitor)
    visitor.page.get_by_role("link", name="Purrlab").click()
    visitor.button("Play now").wait_for()
    visitor.page.go_back()
    visitor.page.locator(".prompt").wait_for()
    assert visitor.page.url == table
    visitor.page.go_back()
    visitor.page.get_by_role("heading", name="Cat in the Box: the rules").wait_for()


def test_whoever_leaves_before_the_table_is_there_is_not_called_back(visit: Visit) -> None:
    visitor = visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route("**/api/me/tables", hold)
    with visitor.page.expect_request("**/api/me/tables"):
        visitor.page.goto(f"{visitor.url}/play")
    visitor.page.get_by_role("link", name="Rules").click()
    visitor.page.get_by_role("heading", name="Cat in the Box: rulebook").wait_for()
    with visitor.page.expect_response("**/api/tables"):
        held[0].continue_()
    visitor.page.evaluate("fetch('/api/me').then((answer) => answer.text())")  # by then the page has heard the other
    assert visitor.page.url == f"{visitor.url}/rulebook/cat-in-the-box"


def test_what_fails_is_told_with_a_way_on(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/api/me/tables", lambda route: route.abort())
    visitor.go("/play")
    assert visitor.sees("The server cannot be reached")
    assert visitor.accessibility_faults() == []
    visitor.page.unroute("**/api/me/tables")
    visitor.button("Try again").click()
    visitor.page.locator(".prompt").wait_for()
    visitor.page.route("**/api/me/tables", lambda route: route.abort())
    visitor.go("/play")
    visitor.page.locator("main").get_by_role("link", name="Home").click()
    visitor.button("Play now").wait_for()
