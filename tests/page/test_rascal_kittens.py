"""The table of Rascal Kittens: what lies open is in sight, and what a run would do is told before it is run."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Response, expect
from server.clients import Server

from page.table_play import Guest, View, asks_for, own_runs
from page.visitor import LAPTOP, Visitor
from purrlab.drawings.rascal_kittens.toys import TOY_PICTURES

Visit = Callable[..., Visitor]
A_RUN = re.compile(" runs over | misses every toy")
TOKENS_OF_A_KIND = 5  # with four players, when none is taken out
RUN_CHOICES = ".sides .gain"  # while the preview is on


def numbers(shown: Locator) -> list[int]:
    return [int(text) for text in shown.all_inner_texts()]


def centre(shown: Locator) -> tuple[float, float]:
    box = shown.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(visitor: Visitor, what: Locator, where: Locator) -> None:
    mouse = visitor.page.mouse
    mouse.move(*centre(what))
    mouse.down()
    mouse.move(*centre(where), steps=5)
    mouse.up()


def is_under_way(view: View) -> bool:
    """Four ways are run, and a tile is to be chosen."""
    return own_runs(view) >= 4 and asks_for("lay")(view)


@pytest.fixture(scope="module")
def table_of_four(browser: Browser, server: Server) -> Iterator[Visitor]:
    """A game of four under way, for all tests that look at it and change nothing."""
    with Visitor(browser, server.url) as visitor:
        yield visitor.sit_at("rascal-kittens", 4, moment=is_under_way)


def test_a_tray_shows_who_has_which_toys(table_of_four: Visitor) -> None:
    """RK5: no token is lost between the stacks and the trays."""
    page = table_of_four.page
    trays = [numbers(tray.locator("strong")) for tray in page.locator(".tray").all()]
    stacks = numbers(page.locator(".stacks strong"))
    assert len(trays) == 4
    assert sum(map(sum, trays)) > 0
    assert [sum(kind) for kind in zip(stacks, *trays, strict=True)] == [TOKENS_OF_A_KIND] * 10


def test_rk6_the_colours_in_other_hands_are_open(visit: Visit) -> None:
    visitor = visit().sit_at("rascal-kittens", 4)
    hands = visitor.page.locator(".others").get_by_role("list", name="Tiles in hand")
    assert hands.count() == 3
    for hand in hands.all():
        labels = hand.locator("li .unseen").all_inner_texts()
        assert sum(int(label.rpartition(": ")[2]) for label in labels) == 4
        assert {label.partition(": ")[0] for label in labels} == {"yellow", "turquoise", "red", "violet"}


def test_rk15_the_points_for_kinds_are_shown_in_the_variant(visit: Visit) -> None:
    visitor = visit().sit_at("rascal-kittens")
    assert visitor.page.get_by_text(re.compile("kinds?:")).count() == 0
    visitor.sit_at("rascal-kittens", options={"variant": "older"})
    kinds = visitor.page.get_by_text("0 kinds: 0 points")
    kinds.first.wait_for()
    assert kinds.count() == 2
    visitor.page.get_by_role("tab", name="Help").click()
    assert visitor.sees("one more point for each kind of toy")


def test_a_room_opens_large_and_closes_by_escape(table_of_four: Visitor) -> None:
    visitor, page = table_of_four, table_of_four.page
    button = page.locator(".others .enlarge").nth(1)
    small = button.bounding_box()
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=re.compile("\N{RIGHT SINGLE QUOTATION MARK}s room$"))
    large = dialog.get_by_role("img", name=re.compile("^Room of ")).bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 3 * small["width"]
    assert large["y"] + large["height"] <= LAPTOP["height"]
    assert dialog.locator(".tray li").count() == 10
    assert visitor.faults_in_both_schemes() == []
    visitor.screenshot("room large")
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    expect(button).to_be_focused()


def test_who_judges_by_eye_switches_the_preview_off(visit: Visit) -> None:
    visitor = visit().sit_at("rascal-kittens", moment=asks_for("run"))
    page = visitor.page
    page.locator(".sides button").first.hover()
    assert page.locator(".own .ahead").count() == 1
    assert visitor.sees("; uses ")
    switch = page.get_by_label("Show what a run would touch")
    switch.uncheck()
    page.reload()
    expect(switch).not_to_be_checked()
    page.locator(".sides button").first.hover()
    assert visitor.sees("Enter at A?")
    for told in (".own .ahead", ".own .hit", ".stacks .hit", RUN_CHOICES):
        assert page.locator(told).count() == 0
    assert visitor.accessibility_faults() == []
    runs = page.locator(".own .string").count()
    visitor.play_until(lambda: page.locator(".own .string").count() > runs)


def test_pointing_at_a_way_tells_in_one_line_what_it_would_do(visit: Visit) -> None:
    """The same toys and points as are told once it is run."""
    visitor = visit().sit_at("rascal-kittens", 4, moment=asks_for("run"))
    page = visitor.page

    def touching() -> Locator:
        return page.locator(".sides button").filter(has=page.locator(".gain b"))

    visitor.play_until(lambda: touching().count() > 0)
    touching().first.hover()
    line = page.locator(".prompt").get_by_text("; uses ").inner_text()
    toys = re.sub(r" \(none left\)", "", line.partition(" \N{EN DASH} ")[2].rpartition(": ")[0]).split(", ")
    points = line.partition(" points;")[0].rpartition(": ")[2]  # with four players the values are known
    touching().first.click()
    name = page.locator(".own .who strong").inner_text()
    told = page.locator(".log li").filter(has_text=f"{name} runs over").filter(has_text=f": {points} points").last
    told.wait_for()
    assert all(toy in told.inner_text() for toy in toys)


def test_the_last_round_can_be_seen_again(table_of_four: Visitor) -> None:
    visitor, page = table_of_four, table_of_four.page
    status = page.locator(".status li")
    assert status.count() == 1
    visitor.button("Last round").click()
    assert status.count() == 4
    assert all(A_RUN.search(line) for line in status.all_inner_texts())
    assert visitor.accessibility_faults() == []
    visitor.button("Last round").click()
    assert status.count() == 1


def has_been_outrun(view: View) -> bool:
    """In a round after the first, the other one has run already."""
    return asks_for("run")(view) and len(view["rounds"]) > 1 and len(view["rounds"][-1]["runs"]) == 1


def test_the_last_round_is_the_one_before_while_some_have_yet_to_run(visit: Visit) -> None:
    visitor = visit(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = visitor.sit_at("rascal-kittens", moment=has_been_outrun).page
    status = page.locator(".status li")
    newest = status.inner_text()
    visitor.button("Last round").click()
    expect(status).to_have_count(2)
    visitor.screenshot("the last round, while some have yet to run")
    names = {line.partition(" runs over ")[0].partition(" misses ")[0] for line in status.all_inner_texts()}
    assert len(names) == 2
    visitor.button("Last round").click()
    expect(status).to_have_text([newest])


def test_who_comes_late_reads_every_run(visit: Visit) -> None:
    watcher = visit()
    watcher.watch(Guest(watcher.url).play_at_table("rascal-kittens", moment=lambda view: own_runs(view) >= 3))
    log = watcher.page.locator(".log li")
    log.filter(has_text="Round 3").wait_for()
    runs = watcher.page.locator(".own .string, .others .string").count()
    assert log.filter(has_text=A_RUN).count() == runs


def test_a_laptop_has_the_whole_table_of_four_in_sight(visit: Visit) -> None:
    visitor = visit().sit_at("rascal-kittens", 4, moment=asks_for("anchor"))
    for state in (".sides", RUN_CHOICES, ".tiles .can", ".lay button"):
        visitor.play_until_there_is(state)
        for part in (".own", ".others", ".centre", ".ask"):
            box = visitor.page.locator(f".table > {part}").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= LAPTOP["height"], f"{part} at {state}"


def test_the_kitten_is_dragged_to_a_notch(visit: Visit) -> None:
    visitor = visit().sit_at("rascal-kittens", moment=asks_for("run"))
    page = visitor.page
    runs = page.locator(".own .string").count()
    drag(visitor, page.locator(".own .kitten"), page.locator(".own .floor"))
    assert page.locator(RUN_CHOICES).count() > 0  # let go on the floor, it is back where it was
    drag(visitor, page.locator(".own .kitten"), page.locator(".own .choice").last)
    page.locator(".own .string").nth(runs).wait_for(state="attached")


def test_a_tile_is_dragged_to_the_pile(visit: Visit) -> None:
    visitor = visit().sit_at("rascal-kittens", moment=asks_for("lay"))
    page = visitor.page
    tile = page.locator(".tiles .can").first
    name = tile.get_attribute("aria-label")
    drag(visitor, tile, page.locator(".own .name"))
    page.locator(".pile + p").get_by_text(name or "").wait_for()


def has_a_tile_that_cannot_be_laid(view: View) -> bool:
    return asks_for("lay")(view) and len(view["legal"]) < len(view["hand"])


def test_why_a_tile_cannot_be_laid_is_read_until_another_is_pointed_at(visit: Visit) -> None:
    """RK9."""
    page = visit().sit_at("rascal-kittens", moment=has_a_tile_that_cannot_be_laid).page
    page.locator(".tiles [aria-disabled]").first.click(force=True)
    refusal = page.locator(".prompt .no")
    expect(refusal).to_contain_text("The tile on top is ")
    page.locator(".tiles .can").first.hover()
    expect(refusal).to_have_count(0)


def test_the_kitten_runs_along_the_string_unless_less_motion_is_wanted(visit: Visit) -> None:
    visitor = visit(reduced_motion="no-preference").sit_at("rascal-kittens", moment=asks_for("run"))

    def animation_of_next_run() -> str:
        runs = visitor.page.locator(".own .string")
        before = runs.count()
        visitor.play_until(lambda: runs.count() > before)
        kitten = visitor.page.locator(".own .kitten")
        assert kitten.locator("path").count() > 5
        return str(kitten.evaluate("kitten => getComputedStyle(kitten).animationName"))

    assert "run" in animation_of_next_run()
    visitor.page.emulate_media(reduced_motion="reduce")
    assert "none" in animation_of_next_run()


@pytest.mark.parametrize(("game", "loads_toys"), [("rascal-kittens", True), ("cat-in-the-box", False)])
def test_only_its_own_tables_load_its_drawings(visit: Visit, game: str, loads_toys: bool) -> None:  # noqa: FBT001
    duck = re.findall(r' d="([^"]+)"', TOY_PICTURES["duck"])[0]
    visitor = visit()
    scripts: list[Response] = []

    def note(answer: Response) -> None:
        if answer.url.endswith(".js"):
            scripts.append(answer)

    visitor.page.on("response", note)
    visitor.sit_at(game)
    assert len(scripts) >= 2
    assert any(duck in script.text() for script in scripts) is loads_toys
