"""A card is dragged from the hand to where it is meant, by mouse and by finger."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from page.test_confirmation import TOUCH_PHONE, actions_of, choose_when_to_confirm
from page.visitor import Visitor

Visit = Callable[..., Visitor]
Point = tuple[float, float]


class Pointer:
    """A mouse, or a finger, which Playwright can only tap with."""

    def __init__(self, visitor: Visitor, *, touch: bool) -> None:
        self._mouse = visitor.page.mouse
        self._finger = visitor.context.new_cdp_session(visitor.page) if touch else None

    def drag(self, start: Point, end: Point) -> None:
        """Down, and over to the end in some steps, but not up yet."""
        if self._finger is None:
            self._mouse.move(*start)
            self._mouse.down()
            self._mouse.move(*end, steps=4)
            return
        self._touch("touchStart", start)
        for step in range(1, 5):
            self._touch(
                "touchMove", (start[0] + (end[0] - start[0]) * step / 4, start[1] + (end[1] - start[1]) * step / 4)
            )

    def let_go(self) -> None:
        if self._finger is None:
            self._mouse.up()
        else:
            self._touch("touchEnd")

    def _touch(self, kind: str, *points: Point) -> None:
        assert self._finger is not None
        self._finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )


def middle(shown: Locator) -> Point:
    box = shown.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def corner(card: Locator) -> Point:
    """Cards of a hand overlap to the right."""
    box = card.bounding_box()
    assert box is not None
    return box["x"] + 8, box["y"] + 20


@pytest.mark.parametrize("touch", [False, True])
def test_a_card_is_put_away_and_played_where_it_is_dropped(visit: Visit, touch: bool) -> None:  # noqa: FBT001
    visitor = visit(**TOUCH_PHONE) if touch else visit()
    sent = actions_of(visitor)
    visitor.sit_at()
    page, pointer = visitor.page, Pointer(visitor, touch=touch)
    card = page.locator(".hand button").first
    number = page.locator(".hand button").count()
    pointer.drag(corner(card), middle(page.locator(".board")))
    expect(page.locator(".research[data-aimed]")).to_be_visible()
    pointer.let_go()
    expect(page.locator(".hand button")).to_have_count(number - 1)
    assert [action.split()[0] for action in sent] == ["discard"]

    visitor.play_until_there_is("button.lit")
    acted = len(sent)
    card = page.locator(".hand button:not(.stuck)").first
    value = (card.get_attribute("aria-label") or "")[-1]
    pointer.drag(corner(card), corner(page.locator(".prompt")))
    expect(page.locator(".hand .chosen")).to_have_count(1)
    lit = page.locator("button.lit")
    assert {(name or "")[-1] for name in lit.evaluate_all("all => all.map(b => b.dataset.cell)")} == {value}
    pointer.let_go()
    expect(page.locator(".hand .chosen")).to_have_count(0)  # it is back in the hand
    assert len(sent) == acted

    lit = page.locator(f'button.lit[data-cell$="{value}"]').first
    cell = lit.get_attribute("data-cell") or ""
    pointer.drag(corner(card), middle(lit))
    expect(page.locator(f'[data-cell="{cell}"][data-aimed]')).to_be_visible()
    told = page.locator(".prompt p[aria-hidden]")
    expect(told).to_have_text(re.compile(rf"^\w+ {value}: (leads the trick|wins so far|loses so far)"))
    if touch:  # the cell can be seen below the card
        shown, ghost = lit.bounding_box(), page.locator("body > button[inert]").bounding_box()
        assert shown is not None
        assert ghost is not None
        assert ghost["y"] + ghost["height"] < shown["y"] + shown["height"] / 2
    visitor.screenshot(f"dragging {'by finger' if touch else 'by mouse'}")
    pointer.let_go()
    expect(page.locator(f'[data-cell="{cell}"] .token')).to_have_count(1)
    assert sent[acted].startswith(f"play {value} ")

    page.locator(".prompt.mine").wait_for()  # the pointer rests on the cell, and nobody asked about that
    expect(page.locator(".prompt p[aria-hidden]")).to_have_count(0)


def test_whoever_always_confirms_is_asked_after_a_drop_too(visit: Visit) -> None:
    visitor = visit()
    sent = actions_of(visitor)
    visitor.sit_at()
    choose_when_to_confirm(visitor, "always")
    page, pointer = visitor.page, Pointer(visitor, touch=False)
    pointer.drag(corner(page.locator(".hand button").first), middle(page.locator(".board")))
    pointer.let_go()
    page.locator(".act button").wait_for()
    assert sent == []
    page.locator(".act button").click()
    page.locator(".act button").wait_for(state="detached")
    assert [action.split()[0] for action in sent] == ["discard"]
