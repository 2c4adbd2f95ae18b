"""What was asked for is not there: the page says so in words, and offers a way on."""

from collections.abc import Callable

from playwright.sync_api import Route, WebSocketRoute, expect

from page.table_play import at_the_end
from page.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_part_that_does_not_load_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/assets/Lobby*.js", lambda route: route.abort())
    assert visitor.go("/lobby").sees("Part of the page did not load")
    assert visitor.accessibility_faults() == []
    visitor.page.unroute("**/assets/Lobby*.js")
    visitor.button("Try again").click()
    visitor.button("Quick start").wait_for()


def test_tables_come_by_themselves_when_the_server_is_back(visit: Visit) -> None:
    visitor = visit()
    visitor.page.clock.install()
    visitor.page.route("**/api/tables", lambda route: route.abort())
    assert visitor.go("/lobby").sees("The server cannot be reached")
    assert visitor.button("Quick start").is_disabled()
    visitor.page.unroute("**/api/tables")
    visitor.page.clock.fast_forward(5000)
    visitor.page.get_by_role("alert").wait_for(state="detached")
    assert visitor.button("Quick start").is_enabled()


def test_a_language_that_does_not_load_leaves_another(visit: Visit) -> None:
    visitor = visit(locale="cs-CZ")
    visitor.page.route("**/assets/cs*.js", lambda route: route.abort())
    assert visitor.go().sees("Two cat games")
    assert visitor.page.locator("html").get_attribute("lang") == "en"
    visitor.button("Settings").click()
    assert visitor.sees("Čeština could not be loaded")
    visitor.page.get_by_label("Language").select_option("cs")
    expect(visitor.page.get_by_label("Language")).to_have_value("en")
    visitor.page.keyboard.press("Escape")
    assert visitor.page.evaluate("document.activeElement.textContent").strip() == "Settings"


def test_a_script_that_never_comes_leaves_words(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/assets/page*.js", lambda route: route.abort())
    visitor.page.goto(visitor.url)
    visitor.page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")  # some seconds later
    assert visitor.sees("please load it again")


UNKNOWN_GAME = "This page cannot show this game: tic-tac-toe"


def test_a_game_that_the_page_does_not_know_is_told_so(visit: Visit) -> None:
    """The server may have more games than the page."""
    visitor = visit()
    path = visitor.guest.play_at_table(moment=at_the_end)

    def rename(text: str | bytes) -> str:
        return str(text).replace('"cat-in-the-box"', '"tic-tac-toe"')

    def rename_in_socket(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(rename(message)))

    def rename_in_answer(route: Route) -> None:
        route.fulfill(body=rename(route.fetch().text()), content_type="application/json")

    visitor.page.route_web_socket("**/live", rename_in_socket)
    visitor.page.route("**/api/tables/*", rename_in_answer)
    visitor.page.route("**/api/me/tables", rename_in_answer)
    assert visitor.go(path).sees(UNKNOWN_GAME)
    assert visitor.accessibility_faults() == []
    assert visitor.go(path.replace("/t/", "/replay/")).sees(UNKNOWN_GAME)
    visitor.page.unroute("**/api/tables/*")
    assert visitor.go("/games").sees("tic-tac-toe")


def test_an_address_that_leads_nowhere(visit: Visit) -> None:
    visitor = visit()
    for path in ("/rules/nothing", "/new/toString", "/lobby/nothing", "/play/nothing", "/t"):
        assert visitor.go(path).sees("There is nothing here"), path
        visitor.page.locator("main").get_by_role("link", name="Home").click()
        visitor.button("Play now").wait_for()
        assert visitor.page.title().startswith("Purrlab"), path
