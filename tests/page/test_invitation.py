"""Friends come to a table by its link, in one step."""

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import Route, expect

from page.table_play import Guest, at_the_end
from page.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]
LINK = re.compile("/t/[^?]+")


def open_table(host: Visitor, players: int) -> str:
    """A table for so many; gives its path."""
    host.go().button("Play with friends").click()
    host.button(f"{players} players").click()
    found = LINK.search(host.page.locator("#link").input_value())
    assert found is not None
    return found[0]


def test_whoever_follows_the_link_is_named_and_seated_in_one_step(visit: Visit) -> None:
    host, guest, late = visit(), visit(), visit()
    path = open_table(host, 2)
    host.page.get_by_label("Your name").fill("Ada")
    host.button("Save").click()
    host.button("Saved").wait_for()
    guest.go(path)
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Ada invites you to Cat in the Box")
    assert guest.context.cookies() == []  # whoever only looks is nobody yet
    guest.screenshot("invitation")
    name, join = guest.page.get_by_label("Your name"), guest.button("Join the game")
    assert name.input_value()  # a cat's, for whoever has no better one
    name.fill("Ada")
    join.click()
    assert guest.sees("Somebody at this table has a similar name")
    name.fill("Zoe")
    join.click()
    guest.button("Leave the table").wait_for()
    assert host.sees("Zoe")
    late.go(path)
    assert late.sees("Every seat is taken, but you can watch.")
    host.button("Start the game").click()
    for each in (host, guest):
        each.page.locator(".prompt").wait_for()
    guest.page.reload()
    guest.page.locator(".prompt").wait_for()  # whoever has a seat is not asked again
    late.go(path)
    assert late.sees("The game has already begun.")
    assert late.accessibility_faults() == []
    late.button("Watch").click()
    assert late.sees("You are watching.")
    late.page.reload()
    assert late.sees("You are watching.")


def test_an_invitation_comes_with_all_that_it_tells_of_the_table(visit: Visit) -> None:
    """Or what stands below would move when the rest comes."""
    host, guest = visit(), visit(viewport=PHONE)
    path, waiting = open_table(host, 4), list[Route]()

    def hold(route: Route) -> None:
        waiting.append(route)

    guest.page.route("**/api/games", hold)
    with guest.page.expect_response("**/assets/Invitation*.js"):
        guest.page.goto(guest.url + path)
    guest.page.wait_for_timeout(500)
    heading = guest.page.get_by_role("heading", name="invites you")
    expect(heading).to_have_count(0)
    assert waiting
    for route in waiting:
        route.continue_()
    heading.wait_for()
    assert "Research board" in guest.page.locator(".told .soft").inner_text()


def test_a_finished_game_is_shown_to_whoever_asks(visit: Visit) -> None:
    friend = visit()
    friend.go(Guest(friend.url).play_at_table(moment=at_the_end))
    assert friend.sees("The game is over. You can see how it ended.")
    friend.button("See the result").click()
    friend.page.locator(".over").wait_for()


def test_the_link_is_a_code_for_cameras_and_for_the_share_sheet(visit: Visit) -> None:
    host = visit(locale="pl")
    host.page.add_init_script("navigator.share = async (data) => { window.shared = data; }")
    host.go().button("Zagraj ze znajomymi").click()
    host.page.locator(".many button").first.click()
    link = host.page.locator("#link")
    link.wait_for()
    assert link.input_value().endswith("?lang=pl")
    host.button("Udostępnij").click()
    shared = host.page.evaluate("window.shared")
    assert shared["url"] == link.input_value()
    assert "zaprasza do gry: Cat in the Box" in shared["title"]
    host.button("Kod QR").click()
    code = host.page.get_by_role("img", name=f"Kod QR linku: {link.input_value()}")
    assert len(code.locator("path").get_attribute("d") or "") > 1000
    preview = httpx.get(link.input_value()).text
    assert '<meta property="og:locale" content="pl_PL" />' in preview
    assert "zaprasza do gry: Cat in the Box" in preview
    picture = re.search('property="og:image" content="([^"]+)"', preview)
    assert picture is not None
    assert httpx.get(picture[1]).content.startswith(b"\x89PNG")
