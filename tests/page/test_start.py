"""The start page: two games, each a click away; what goes on on top, live tables below."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Route, expect

from page.visitor import LAPTOP, PHONE, Visitor

Visit = Callable[..., Visitor]
PLACES = "[...document.querySelectorAll('.hero, fieldset, .choices')].map((shown) => shown.getBoundingClientRect().top)"


def test_each_game_is_chosen_by_its_name(visit: Visit) -> None:
    games = visit().go().page.locator("fieldset input[type=radio]")
    assert games.evaluate_all("all => all.map(each => each.value)") == ["cat-in-the-box", "rascal-kittens"]


def test_either_game_is_played_at_one_click(visit: Visit) -> None:
    visitor = visit()
    for game in ("Cat in the Box", "Rascal Kittens"):
        visitor.go().button(f"Play {game}").click()
        visitor.page.locator(".prompt").wait_for()
        table = httpx.get(visitor.page.url.replace("/t/", "/api/tables/")).json()
        assert (table["game"], table["status"]) == (game.lower().replace(" ", "-"), "playing")


@pytest.mark.parametrize("screen", [LAPTOP, PHONE])
def test_an_unfinished_game_is_on_top_and_moves_nothing(visit: Visit, screen: dict[str, int]) -> None:
    visitor = visit(viewport=screen)
    table, page = visitor.url + visitor.guest.play_at_table(), visitor.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/me/tables", hold)
    page.route("**/assets/font-*.js", lambda route: route.abort())  # the font may come at any time
    with page.expect_request("**/api/me/tables"):
        page.goto(visitor.url)
    page.locator(".choices").wait_for()
    before = page.evaluate(PLACES)
    held[0].continue_()
    resume = page.get_by_role("link", name="Continue")
    resume.wait_for()
    assert page.evaluate(PLACES) == before
    assert visitor.accessibility_faults() == []
    visitor.screenshot(f"start {screen['width']}", whole=True)
    resume.click()
    page.locator(".prompt").wait_for()
    assert page.url == table


def test_tables_of_others_are_below_and_lead_there(visit: Visit) -> None:
    host, guest = visit().go("/new/rascal-kittens"), visit()
    host.page.get_by_label(re.compile("^Players")).select_option("4")
    host.page.get_by_role("checkbox", name="Show in the list of tables").check()
    host.button("Open the table").click()
    host.page.locator("#link").wait_for()
    name = host.page.get_by_label("Your name").input_value()
    table = guest.go().page.get_by_role("region", name="Live tables").get_by_role("listitem").filter(has_text=name)
    table.get_by_role("link", name="Join").click()
    guest.button("Join the game").click()
    guest.button("Leave the table").wait_for()
    assert guest.page.url == host.page.url
    host.go()
    own = host.page.get_by_role("link", name="Go to the table")
    expect(own).to_be_visible()
    assert host.page.get_by_role("region", name="Live tables").filter(has_text=name).count() == 0  # one's own is on top
    own.click()
    host.button("Close the table").click()  # so that no other test finds it
    assert host.sees("closed")


def test_its_pictures_move_only_for_those_who_like_it(visit: Visit) -> None:
    moving = "document.getAnimations().length"
    assert visit(reduced_motion="no-preference").go().page.evaluate(moving) > 0
    assert visit(reduced_motion="reduce").go().page.evaluate(moving) == 0


def test_the_sign_of_a_bot_stays_beside_its_name(visit: Visit) -> None:
    """In Polish, too, where the sign of who starts is long."""
    visitor = visit(locale="pl").sit_at("cat-in-the-box", 5)
    expect(visitor.page.locator("html")).to_have_attribute("lang", "pl")
    signs = visitor.page.locator(".name .bot")
    expect(signs).to_have_count(4)
    for sign in signs.all():
        name = sign.locator("xpath=../strong").bounding_box()
        own = sign.bounding_box()
        assert name is not None
        assert own is not None
        assert abs((name["y"] + name["height"] / 2) - (own["y"] + own["height"] / 2)) < 4
