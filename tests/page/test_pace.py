"""How fast bots play is a setting: for the next tables, and at once for the one where one is the host."""

from collections.abc import Callable

import httpx
from playwright.sync_api import expect

from page.visitor import Visitor

Visit = Callable[..., Visitor]


def choose_pace(visitor: Visitor, old: str, new: str) -> None:
    visitor.button("Settings").click()
    pace = visitor.page.get_by_label("Bot speed")
    expect(pace).to_have_value(old)
    pace.select_option(new)
    visitor.button("Done").click()


def pace_of(table: str) -> float:
    pace: float = httpx.get(table.replace("/t/", "/api/tables/")).json()["pace"]
    return pace


def wait_for_pace(visitor: Visitor, table: str, seconds: float) -> None:
    while pace_of(table) != seconds:  # for as long as it takes: the test has its own limit
        visitor.page.wait_for_timeout(20)


def test_the_pace_of_bots_is_remembered_and_can_be_changed_in_play(visit: Visit) -> None:
    visitor = visit(patient=True).go()
    choose_pace(visitor, "normal", "at-once")
    visitor.play_now()
    table = visitor.page.url
    assert pace_of(table) == 0.1
    visitor.page.reload()
    visitor.page.locator(".prompt").wait_for()
    choose_pace(visitor, "at-once", "slow")
    wait_for_pace(visitor, table, 2)

    visitor.go().button("Watch").click()  # whoever made a match of bots has no seat, and is its host
    visitor.page.locator(".prompt").wait_for()
    choose_pace(visitor, "slow", "normal")
    wait_for_pace(visitor, visitor.page.url, 1)
