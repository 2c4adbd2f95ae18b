"""Who one is: a guest at once, the same person elsewhere by a password, and nobody any more if one wishes."""

import random
from collections.abc import Callable

from playwright.sync_api import Route, expect

from page.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_guest_becomes_known_elsewhere_and_can_be_forgotten(visit: Visit) -> None:
    login = f"cat-{random.getrandbits(40):x}"
    guest = visit()
    guest.guest.play_at_table()
    guest.go("/games")
    guest.page.get_by_label("Your name").fill("Anna")
    guest.button("Save").click()
    guest.button("Saved").wait_for()
    guest.page.locator("summary").click()
    guest.page.get_by_label("Login").fill(login)
    guest.page.get_by_label("Password").fill("nine lives")
    guest.button("Save my account").click()
    assert guest.sees(f"On other devices, log in as {login}")
    guest.screenshot("account", whole=True)

    elsewhere = visit().go("/games")
    elsewhere.page.locator("summary").click()
    elsewhere.page.get_by_label("Login").fill(login)
    elsewhere.page.get_by_label("Password").fill("ten lives")
    elsewhere.button("Log in").click()
    assert elsewhere.sees("Wrong login or password")
    elsewhere.page.get_by_label("Password").fill("nine lives")
    elsewhere.button("Log in").click()
    elsewhere.page.locator("li.sheet a").first.wait_for()
    expect(elsewhere.page.get_by_label("Your name")).to_have_value("Anna")
    elsewhere.page.locator("summary").click()
    elsewhere.page.get_by_label("Current password").fill("ten lives")
    elsewhere.page.get_by_label("New password").fill("eight lives")
    elsewhere.button("Change the password").click()
    assert elsewhere.sees("This is not your password")
    assert elsewhere.page.locator(".no").count() == 1
    with elsewhere.page.expect_download() as download:
        elsewhere.page.get_by_text("Download my data").click()
    assert login in download.value.path().read_text("utf-8")
    elsewhere.button("Delete my data").click()
    elsewhere.button("Yes, delete").click()
    assert elsewhere.sees("You haven\N{RIGHT SINGLE QUOTATION MARK}t played here yet")
    assert guest.go("/games").sees("You haven\N{RIGHT SINGLE QUOTATION MARK}t played here yet")
    assert guest.page.locator("li.sheet a").count() == 0


def test_a_name_that_cannot_be_is_refused_in_words(visit: Visit) -> None:
    guest = visit().go("/games")
    guest.page.get_by_label("Your name").fill("\u200b\u200b")
    guest.button("Save").click()
    assert guest.sees("visible letters, digits and symbols")


def test_a_browser_that_keeps_no_cookies_is_told_why_nobody_knows_it(visit: Visit) -> None:
    newcomer = visit()

    def forget(route: Route) -> None:
        newcomer.context.clear_cookies()
        route.continue_()

    newcomer.page.route("**/api/tables", forget)
    newcomer.go().button("Play now").click()
    assert newcomer.sees("This browser keeps no cookies")


def test_every_seat_adds_to_the_chance_before_the_deal(visit: Visit) -> None:
    player = visit().play_now()
    table = player.page.request.get(player.url + "/api/tables/" + player.page.url.rpartition("/")[2]).json()
    assert len(table["seats"][0]["entropy"]) == 32


def test_the_host_closes_a_table(visit: Visit) -> None:
    host = visit().go()
    host.button("Play with friends").click()
    host.button("3 players").click()
    assert host.sees("opens only on this computer")
    assert host.sees("once every seat is taken")
    host.page.get_by_label("Your name").press("Control+A")
    host.page.get_by_label("Your name").press("Delete")
    host.page.get_by_label("Your name").press_sequentially("Anna")
    assert host.page.get_by_label("Your name").input_value() == "Anna"
    host.button("Save").click()
    host.button("Saved").wait_for()
    host.button("Close the table").click()
    assert host.sees("closed")
