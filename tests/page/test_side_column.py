"""Beside the table: the log, the chat, the score sheet and the help, one of them at a time."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.table_play import asks_for
from page.test_games import two_at_a_table
from page.visitor import LAPTOP, PHONE, Visitor

Visit = Callable[..., Visitor]
PLACE_OF_BOARD = "document.querySelector('.board').getBoundingClientRect().top + scrollY"
HEIGHT_OF_PAGE = "document.documentElement.scrollHeight"


@pytest.mark.parametrize("screen", [LAPTOP, PHONE])
def test_the_log_is_in_sight_and_arrows_lead_to_the_rest(visit: Visit, screen: dict[str, int]) -> None:
    visitor = visit(viewport=screen).sit_at(moment=asks_for("play"))
    page = visitor.page
    tabs, panel = page.get_by_role("tab"), page.get_by_role("tabpanel")
    expect(panel).to_contain_text("bids")
    before = page.evaluate(PLACE_OF_BOARD), page.evaluate(HEIGHT_OF_PAGE)
    tabs.first.focus()
    for key, name, text in (
        ("ArrowRight", "Chat", "No messages yet."),
        ("ArrowRight", "Score", "Total"),
        ("End", "Help", "Learn it in 90 seconds"),
        ("ArrowRight", "Log", "bids"),
        ("ArrowLeft", "Help", "Red beats all"),
        ("Home", "Log", "bids"),
    ):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name, selected=True)).to_be_focused()
        expect(panel).to_have_count(1)
        expect(panel).to_contain_text(text)
        assert tabs.evaluate_all("all => all.filter((tab) => tab.tabIndex === 0).length") == 1
        assert (page.evaluate(PLACE_OF_BOARD), page.evaluate(HEIGHT_OF_PAGE)) == before  # nothing has moved
        if key in ("ArrowRight", "End"):  # for the first time
            assert visitor.accessibility_faults("aside") == [], name
    page.keyboard.press("Tab")
    expect(panel).to_be_focused()  # so that it can be scrolled
    visitor.screenshot(f"side column {screen['width']}")


def test_what_was_said_unseen_is_marked(visit: Visit) -> None:
    host, guest = two_at_a_table(visit)
    tab = guest.page.get_by_role("tab", name="Chat")
    expect(tab).to_have_accessible_name("Chat")
    host.say("Hello")
    expect(tab).to_have_accessible_name("Chat 1 new message")
    host.say("Anybody there?")
    expect(tab).to_have_accessible_name("Chat 2 new messages")
    assert guest.accessibility_faults("aside") == []
    tab.click()
    expect(tab).to_have_accessible_name("Chat")
    guest.say("Hello!")
    expect(host.page.get_by_role("tab", name="Chat")).to_have_accessible_name("Chat")  # it is in sight there
