"""The form of a new table, which is made from the options that the games declare."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Locator, Route

from page.visitor import PHONE, ROOT, Visitor

Visit = Callable[..., Visitor]
GAMES = ROOT / "src" / "purrlab" / "games"
LAYOUTS = GAMES / "cat_in_the_box" / "layouts"
ROOMS = GAMES / "rascal_kittens" / "rooms"


def field(visitor: Visitor, label: str) -> Locator:
    return visitor.page.get_by_label(re.compile(f"^{label}"))


def own_file(visitor: Visitor, label: str, content: str, name: str = "mine.toml") -> None:
    """Chooses a file of one's own for what is labelled so, and waits until the page has read it."""
    field(visitor, label).select_option(label="from my own file")
    file = {"name": name, "mimeType": "application/toml", "buffer": content.encode()}
    chosen = visitor.page.get_by_label(f"{label}: from my own file")
    chosen.set_input_files(file)  # type: ignore[arg-type]
    is_read = "field => field.validationMessage !== 'Just a moment…'"
    visitor.page.wait_for_function(is_read, arg=chosen.element_handle())


def opened(visitor: Visitor) -> dict[str, Any]:
    """The table that the form makes."""
    visitor.button("Open the table").click()
    visitor.page.locator("#link").wait_for()
    table: dict[str, Any] = httpx.get(visitor.page.url.replace("/t/", "/api/tables/")).json()
    return table


def test_rooms_string_and_start_player_of_rascal_kittens(visit: Visit) -> None:
    visitor = visit().go("/new/rascal-kittens")
    field(visitor, "Players").select_option("3")
    field(visitor, "Rooms").select_option(label="choose for each seat")
    field(visitor, "Seat 1").select_option(label="library")
    own_file(visitor, "Seat 2", 'name = "cellar"\n' + (ROOMS / "attic.toml").read_text("utf-8"))
    field(visitor, "Points").select_option("older")
    field(visitor, "Start player").select_option(label="Seat 3")
    field(visitor, "String length").fill("900.5")
    assert visitor.accessibility_faults() == []
    visitor.screenshot("new table rooms", whole=True)
    options = opened(visitor)["options"]
    assert options["rooms"][1]["name"] == "cellar"
    assert [options["rooms"][seat] for seat in (0, 2)] == ["library", "library"]
    assert (options["variant"], options["start"], options["string"]) == ("older", 2, 900.5)
    assert visitor.sees("Rooms: library, cellar, library")
    assert visitor.sees("Start player: Seat 3 · String length: 900.5")
    visitor.screenshot("new table waits", whole=True)


def test_what_is_left_alone_is_not_sent(visit: Visit) -> None:
    visitor = visit().go("/new/rascal-kittens")
    field(visitor, "Rooms").select_option(label="choose for each seat")
    field(visitor, "Rooms").select_option(label="at random")
    assert opened(visitor)["options"] == {}
    assert visitor.sees("Points: for tokens")


def test_a_game_on_a_board_of_ones_own(visit: Visit) -> None:
    """A file without a name has the name of the file. Newcomers meet kittens here too."""
    visitor = visit().go("/new/cat-in-the-box")
    lines = (LAYOUTS / "white.toml").read_text("utf-8").splitlines()
    own_file(visitor, "Research board", "\n".join(line for line in lines if not line.startswith("name")), "upside.toml")
    field(visitor, "How many are bots").select_option("2")
    visitor.button("Start now").click()
    visitor.page.locator(".prompt").wait_for()
    table = httpx.get(visitor.page.url.replace("/t/", "/api/tables/")).json()
    assert table["options"]["layout"]["name"] == "upside"
    assert [seat["bot"] for seat in table["seats"]] == [None, "kitten", "kitten"]
    visitor.play_until_there_is("button.lit")


def test_a_file_that_cannot_be_read_is_not_sent(visit: Visit) -> None:
    visitor = visit().go("/new/cat-in-the-box")
    own_file(visitor, "Research board", "grid = [")
    assert visitor.sees("This file cannot be read:")
    visitor.button("Open the table").click()
    assert visitor.page.locator("input:invalid").count() == 1
    assert visitor.page.url.endswith("/new/cat-in-the-box")
    assert visitor.accessibility_faults() == []


def test_a_file_that_breaks_a_rule_is_refused_with_its_field(visit: Visit) -> None:
    visitor = visit(viewport=PHONE).go("/new/rascal-kittens")
    field(visitor, "Rooms").select_option(label="choose for each seat")
    own_file(visitor, "Seat 2", (ROOMS / "attic.toml").read_text("utf-8").replace('"violet"', '"red"'))
    visitor.button("Open the table").click()
    alert = visitor.page.get_by_role("alert")
    alert.wait_for()
    assert "A game cannot be set up like this." in alert.inner_text()
    assert "options.rooms[1]" in alert.inner_text()
    assert "RK2" in alert.inner_text()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    visitor.screenshot("new table refused", whole=True)
    field(visitor, "Seat 2").first.select_option(label="nursery")
    assert opened(visitor)["options"]["rooms"] == ["attic", "nursery"]


def test_a_number_that_cannot_be_is_said_in_words(visit: Visit) -> None:
    visitor = visit().go("/new/rascal-kittens")
    for string in ("0", "1.2345", ""):
        field(visitor, "String length").fill(string)
        visitor.button("Open the table").click()
        said = field(visitor, "String length").evaluate("field => field.validationMessage")
        assert said.startswith("Enter a number from 0.001 to "), string


def test_an_option_without_words_shows_by_its_name_and_what_the_server_says(visit: Visit) -> None:
    visitor = visit()

    def add_option(route: Route) -> None:
        games = route.fetch().json()
        option = {
            "name": "moon",
            "about": "how the moon stands",
            "choices": {str(n): ["full", "new"] for n in range(2, 6)},
        }
        games[0]["options"].append(games[0]["options"][0] | option | {"default": {str(n): "full" for n in range(2, 6)}})
        route.fulfill(body=json.dumps(games), content_type="application/json")

    visitor.page.route("**/api/games", add_option)
    visitor.go("/new/cat-in-the-box")
    assert visitor.sees("how the moon stands")
    assert field(visitor, "moon").locator("option").all_inner_texts() == ["full", "new", "from my own file"]
    assert visitor.accessibility_faults() == []


def test_the_form_says_when_the_server_is_gone(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/api/games", lambda route: route.abort())
    assert visitor.go("/new").sees("The server cannot be reached")
