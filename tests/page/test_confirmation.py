"""No move by accident: what a finger touches is done at the second tap, or by its button."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from page.table_play import View, asks_for
from page.visitor import Visitor

Visit = Callable[..., Visitor]
TOUCH_PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
COLOURS = ("red", "blue", "yellow", "green")
CORNER: Any = {"x": 10, "y": 20}  # cards of a hand overlap


def actions_of(visitor: Visitor) -> list[str]:
    """What this browser asks tables to do, from now on."""
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            sent.append(message["action"])

    visitor.page.on("websocket", lambda socket: socket.on("framesent", note))
    return sent


def choose_when_to_confirm(visitor: Visitor, when: str) -> None:
    visitor.button("Settings").click()
    visitor.page.get_by_label("Confirm moves").select_option(when)
    visitor.button("Done").click()


@contextmanager
def a_card_is_played(visitor: Visitor) -> Iterator[None]:
    cards = visitor.page.locator(".hand button")
    last = cards.nth(cards.count() - 1)
    yield
    last.wait_for(state="detached")


def tap_all(buttons: Locator) -> None:
    for button in buttons.all():
        button.tap(position=CORNER)


def tap_all_lit(page: Page) -> None:
    """A cell that was tapped chooses its card, and then fewer are lit."""
    for cell in page.locator("button.lit").evaluate_all("cells => cells.map((cell) => cell.dataset.cell)"):
        page.locator(f"[data-cell={cell}]").tap(position=CORNER, force=True)
        expect(page.locator(".hand .chosen")).to_have_attribute("data-card", cell[-1])


def test_a_single_tap_on_a_phone_plays_nothing_in_cat_in_the_box(visit: Visit) -> None:
    visitor = visit(**TOUCH_PHONE)
    sent = actions_of(visitor)
    visitor.sit_at()
    page = visitor.page
    tap_all(page.locator(".hand button"))
    assert sent == []
    page.locator(".act button").tap()

    page.locator(".bids button").first.wait_for()
    tap_all(page.locator(".bids button"))
    assert len(sent) == 1
    page.get_by_role("button", name="Bid ", exact=False).last.tap()

    page.locator("button.lit").first.wait_for()
    assert sent[1].startswith("bid ")
    tap_all_lit(page)
    page.locator(".hand button:not(.stuck)").first.tap(position=CORNER)
    tap_all_lit(page)
    assert len(sent) == 2
    with a_card_is_played(visitor):
        page.locator(".act button").tap()
    assert len(sent) == 3
    assert sent[2].startswith("play ")


def test_a_single_tap_on_a_phone_plays_nothing_in_rascal_kittens(visit: Visit) -> None:
    """Neither on a stack nor on a notch, its button or a tile, until all four verbs have been confirmed."""
    visitor = visit(**TOUCH_PHONE)
    sent = actions_of(visitor)
    visitor.sit_at("rascal-kittens")
    page = visitor.page
    stacks, buttons, tiles = page.locator(".stock button"), page.locator(".sides button"), page.locator(".tiles .can")
    confirm = page.locator(".act button")
    while {action.split()[0] for action in sent} != {"draw", "anchor", "lay", "run"}:
        page.locator(".stock, .sides, .tiles .can").first.wait_for()
        before = len(sent)
        tap_all(stacks)
        tap_all(buttons)
        if buttons.count() > 1:
            for mark in "AB":  # after the buttons in the same order: never the same twice in a row
                page.locator(".own .choice").filter(has_text=mark).tap()
        tap_all(tiles)
        confirm.wait_for()
        assert len(sent) == before
        confirm.tap()
        confirm.wait_for(state="detached")
        assert len(sent) == before + 1


def has_all_cells_of_its_first_card(view: View) -> bool:
    """And there is a colour below the one that was led."""
    plays = {tuple(play.split()[1:]) for play in view["legal"] if asks_for("play")(view)}
    lowest = str(min(view["hand"] or [0]))
    return view["table"]["led"] in (None, "blue", "yellow") and {(lowest, colour) for colour in COLOURS} <= plays


def test_a_second_tap_on_the_same_cell_plays_it(visit: Visit) -> None:
    visitor = visit(**TOUCH_PHONE).sit_at(moment=asks_for("play"))
    cell = visitor.page.locator("button.lit").first
    with a_card_is_played(visitor):
        cell.tap()
        visitor.page.locator("button.picked").wait_for()
        cell.tap()


def test_whoever_wants_so_confirms_every_move(visit: Visit) -> None:
    visitor = visit()
    sent = actions_of(visitor)
    visitor.sit_at(moment=asks_for("play"))
    choose_when_to_confirm(visitor, "always")
    visitor.page.locator("button.lit").first.click()
    visitor.page.locator(".act button").wait_for()
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".act button").wait_for(state="detached")
    assert sent == []


def test_whoever_wants_so_confirms_nothing(visit: Visit) -> None:
    visitor = visit(**TOUCH_PHONE).sit_at(moment=asks_for("play"))
    choose_when_to_confirm(visitor, "never")
    with a_card_is_played(visitor):
        visitor.page.locator("button.lit").first.tap()


def test_by_keyboard_nothing_is_played_before_its_colour_is_chosen(visit: Visit) -> None:
    """A digit leads to the cheapest cell of its card, where one is asked; any other is chosen by going there."""
    visitor = visit()
    sent = actions_of(visitor)
    page = visitor.sit_at(moment=has_all_cells_of_its_first_card).page
    chosen = page.locator(".lit:focus")
    value = page.locator(".hand button").first.get_attribute("data-card") or ""
    page.keyboard.press(value)
    expect(chosen).not_to_have_attribute("data-cell", re.compile("^R"))
    page.keyboard.press("Enter")
    page.locator(".picked:focus").wait_for()
    page.locator(".act button").wait_for()
    assert sent == []
    visitor.screenshot("by keyboard one is asked")
    page.keyboard.press("Escape")
    page.locator(".act button").wait_for(state="detached")
    page.keyboard.press(value)
    chosen.wait_for()
    page.keyboard.press("ArrowDown")
    chosen.wait_for()
    with a_card_is_played(visitor):
        page.keyboard.press("Enter")
    assert len(sent) == 1


def test_a_bid_by_key_is_asked_about(visit: Visit) -> None:
    """The same digit chooses a card before, perhaps a moment too late."""
    visitor = visit()
    sent = actions_of(visitor)
    page = visitor.sit_at(moment=asks_for("bid")).page
    confirm, picked = page.locator(".act button"), page.locator(".bids .picked")
    one, other = (page.locator(".bids button").nth(place).inner_text() for place in (0, 1))
    page.keyboard.press("2")  # which three players do not bid
    expect(page.locator(".prompt .no")).to_contain_text("You can bid 1, 3, 4 here.")
    page.keyboard.press(one)
    expect(confirm).to_be_focused()
    expect(page.locator(".prompt .no")).to_have_count(0)
    visitor.screenshot("a bid by key is asked about")
    page.keyboard.press(other)
    expect(picked).to_have_text(other)
    page.keyboard.press("Escape")
    confirm.wait_for(state="detached")
    page.locator(".bids button").first.focus()
    page.keyboard.press("Enter")  # as by a finger
    confirm.wait_for()
    assert sent == []
    page.keyboard.press(other)
    page.keyboard.press(other)
    page.locator(".bids button").first.wait_for(state="detached")
    assert sent == [f"bid {other}"]
