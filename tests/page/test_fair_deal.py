"""Whoever plays can see that the deal was fair: what the server commits itself to, and at the end to what."""

import hashlib
from collections.abc import Callable

import httpx
from playwright.sync_api import Locator, ViewportSize

from page.table_play import at_the_end
from page.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]
SCREENS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, PHONE)
SEED_FITS_TEXT = "The seed matches the commitment"
SEED_DIFFERS_TEXT = "The seed does not match the commitment"
UNSEEN_COMMITMENT_TEXT = "did not see the commitment before the start"


def fair_deal_panel(visitor: Visitor) -> Locator:
    return visitor.page.locator("details").filter(has=visitor.page.get_by_text("Fair deal", exact=True))


def open_fair_deal(visitor: Visitor) -> list[str]:
    """Opens it by keyboard: the commitment, and at the end the seed."""
    fair_deal_panel(visitor).locator("summary").focus()
    if fair_deal_panel(visitor).get_attribute("open") is None:
        visitor.page.keyboard.press("Enter")
    fair_deal_panel(visitor).locator("code").first.wait_for()
    return fair_deal_panel(visitor).locator("dd").all_inner_texts()


def reload_result(visitor: Visitor, found: str) -> str:
    """All that is told after a reload, once it says what was found."""
    visitor.page.reload()
    assert len(open_fair_deal(visitor)) == 2
    fair_deal_panel(visitor).get_by_text(found).wait_for()
    return fair_deal_panel(visitor).inner_text()


def test_the_commitment_is_shown_before_the_start_and_in_the_game(visit: Visit) -> None:
    host = visit(viewport=SCREENS[0]).go()
    host.button("Play with friends").click()
    host.button("2 players").click()
    host.page.locator("#link").wait_for()
    path = "/t/" + host.page.url.rpartition("/")[2]
    guest = visit(viewport=SCREENS[1]).join(path)
    published = httpx.get(f"{host.url}/api/tables/{path[3:]}").json()["fair"]["commitment"]
    assert open_fair_deal(host) == open_fair_deal(guest) == [published]
    host.sees("Everybody is here")
    assert "Players added chance of their own" in fair_deal_panel(host).inner_text()
    for each, screen in zip((host, guest), SCREENS, strict=True):
        assert each.page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
        assert each.accessibility_faults() == []
        each.screenshot(f"fair before {screen['width']}", whole=True)
    host.button("Start the game").click()
    for each, screen in zip((host, guest), SCREENS, strict=True):
        each.page.locator(".prompt").wait_for()
        board = each.page.locator(".board").bounding_box()
        height = each.page.evaluate("scrollY")
        assert open_fair_deal(each) == [published]
        each.page.evaluate("y => scrollTo(0, y)", height)
        assert each.page.locator(".board").bounding_box() == board  # nothing has moved
        assert each.page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
        assert each.accessibility_faults("details") == []
        each.screenshot(f"fair in the game {screen['width']}", whole=True)


def test_at_the_end_the_seed_fits_what_was_seen_before_the_start(visit: Visit) -> None:
    visitor = visit().play_now()
    (commitment,) = open_fair_deal(visitor)
    visitor.let_bots_finish()
    assert fair_deal_panel(visitor).get_attribute("open") is not None  # as it was left
    shown, seed = open_fair_deal(visitor)
    assert shown == commitment == hashlib.sha256(seed.encode("ascii")).hexdigest()
    assert visitor.sees(SEED_FITS_TEXT)
    assert visitor.accessibility_faults("details") == []
    visitor.screenshot("fair over", whole=True)
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.screenshot("fair over 390", whole=True)
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Game record").click()
    assert f"purrlab verify {download.value.suggested_filename}" in fair_deal_panel(visitor).inner_text()

    assert SEED_DIFFERS_TEXT not in reload_result(visitor, SEED_FITS_TEXT)  # the browser remembers
    late = visit().watch("/t/" + visitor.page.url.rpartition("/")[2])
    assert open_fair_deal(late) == [commitment, seed]
    assert UNSEEN_COMMITMENT_TEXT in fair_deal_panel(late).inner_text()
    assert late.page.get_by_text(SEED_FITS_TEXT).count() == 0

    visitor.page.evaluate(
        "localStorage['purrlab.commitments'] = localStorage['purrlab.commitments'].replace(/:\\w+$/, ':other')"
    )
    visitor.page.reload()
    assert visitor.sees(SEED_DIFFERS_TEXT)  # without being asked
    assert visitor.page.get_by_role("alert").filter(has_text=SEED_DIFFERS_TEXT).count() == 1


def test_a_browser_that_cannot_compute_it_claims_nothing(visit: Visit) -> None:
    """As on plain http from another machine."""
    visitor = visit()
    visitor.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    visitor.play_now()
    table = visitor.path
    visitor.go("/rules/cat-in-the-box").guest.play_until(table, at_the_end)
    visitor.open_table(table)
    text = reload_result(visitor, "only over https")
    assert SEED_FITS_TEXT not in text
    assert SEED_DIFFERS_TEXT not in text
    assert "purrlab verify" in text
