"""The end of a game, what is shared of it, what is heard, and the letters of the page."""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from page.table_play import asks_for, at_the_end
from page.visitor import LAPTOP, PHONE, Visitor

Visit = Callable[..., Visitor]

COUNT_SOUNDS = """
  window.heard = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { heard++; return start.apply(this, at); };
"""
SHARE_SHEET = """
  navigator.canShare = () => true;
  navigator.share = async (data) => { window.sharedData = data; };
"""
LAYOUT_SHIFTS = """() => new Promise(done => {
  const texts = ({sources}) => sources.map(each => each.node?.textContent);
  new PerformanceObserver(list => done(list.getEntries().map(texts))).observe({type: 'layout-shift', buffered: true});
  requestAnimationFrame(() => setTimeout(() => done([]), 200)); // after what is drawn now was measured
})"""
NUNITO_IS_LOADED = "() => [...document.fonts].some(face => face.family === 'Nunito' && face.status === 'loaded')"


def test_everybody_sees_how_the_game_ended_and_can_look_at_the_table(visit: Visit) -> None:
    player = visit().sit_at("cat-in-the-box", 4, moment=at_the_end)  # whoever comes back sees it again
    spectator = visit(viewport={"width": 390, "height": 844}, color_scheme="dark").go(player.path)
    spectator.button("See the result").click()
    for each in (player, spectator):
        expect(each.page.locator(".podium > li")).to_have_count(4)
        expect(each.page.locator(".over")).to_contain_text(re.compile("Largest scoring group|paradox|exact bids"))
        assert each.accessibility_faults() == []
        assert each.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        each.button("See the table").click()
        expect(each.page.locator(".podium")).to_have_count(0)
        each.button("See the result").click()
        expect(each.page.locator(".podium > li")).to_have_count(4)
        trick, again = each.page.locator(".trick"), each.button("Last trick")
        again.click()
        expect(again).to_have_attribute("aria-pressed", "true")
        expect(trick).to_be_in_viewport()
        expect(each.page.locator(".podium > li")).to_have_count(4)  # the ending stays
        each.page.keyboard.press("Escape")
        expect(again).to_have_attribute("aria-pressed", "false")
    bars = player.page.locator(".podium > li").evaluate_all(
        "all => all.map(each => [...each.querySelectorAll('.bar b')].map(bar => bar.textContent))"
    )
    sums = [sum(int(points.replace("\N{MINUS SIGN}", "-")) for points in rounds) for rounds in bars]
    totals = [
        int(text.replace("\N{MINUS SIGN}", "-")) for text in spectator.page.locator(".podium strong").all_inner_texts()
    ]
    assert totals == sorted(totals, reverse=True) == sums
    expect(spectator.page.get_by_role("button", name="Play again")).to_have_count(0)
    spectator.page.get_by_role("link", name="Review").click()
    expect(spectator.page).to_have_url(re.compile("/replay/"))


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE])
def test_the_bars_of_a_long_game_add_up_and_their_numbers_stand_apart(visit: Visit, viewport: ViewportSize) -> None:
    """RK15: with points for kinds, which belong to no round."""
    visitor = visit(viewport=viewport)
    visitor.sit_at("rascal-kittens", 4, options={"variant": "older"}, moment=at_the_end)
    expect(visitor.page.locator(".over")).to_contain_text("Most points for kinds")
    for place in visitor.page.locator(".podium > li").all():
        total = re.match(r"\d+", place.locator("strong").inner_text())
        assert total is not None
        told = place.locator(".unseen").inner_text()
        assert sum(map(int, re.findall(r"\d+", told))) == int(total[0])
        numbers = [box for each in place.locator(".bar b").all() if (box := each.bounding_box()) is not None]
        assert numbers
        assert all(box["height"] < 20 for box in numbers)  # in one line
        for one, next_one in itertools.pairwise(sorted(numbers, key=lambda box: box["x"])):
            is_apart = (
                one["x"] + one["width"] <= next_one["x"] + 1 or abs(one["y"] - next_one["y"]) >= one["height"] - 1
            )
            assert is_apart, told


def test_a_result_can_be_shared_as_a_picture_and_a_link(visit: Visit) -> None:
    visitor = visit()
    visitor.page.add_init_script(SHARE_SHEET)
    visitor.sit_at("rascal-kittens", moment=at_the_end)
    expect(visitor.page.locator(".over")).to_contain_text("Best run")
    visitor.button("Share").click()
    picture = visitor.page.get_by_role("img", name="The final table as a picture")
    expect(picture).to_have_js_property("naturalWidth", 1200)
    expect(visitor.page.get_by_label("Link to this game")).to_have_value(visitor.page.url)
    expect(visitor.page.locator(".share")).to_contain_text("This link opens only on this computer.")
    assert visitor.accessibility_faults() == []
    visitor.page.locator(".share").get_by_role("button", name="Share").click()
    visitor.page.wait_for_function("() => window.sharedData?.files?.length === 1")
    shared = visitor.page.evaluate("({...sharedData, files: sharedData.files.map(({name, type}) => [name, type])})")
    assert shared["url"] == visitor.page.url
    assert shared["files"] == [["purrlab.png", "image/png"]]
    assert "Rascal Kittens" in shared["text"]


def test_moves_are_heard_unless_sounds_are_off(visit: Visit) -> None:
    visitor = visit()
    visitor.page.add_init_script(COUNT_SOUNDS)
    visitor.sit_at(moment=asks_for("play"))
    cards = visitor.page.locator(".hand button").count()
    visitor.play_until(lambda: visitor.page.locator(".hand button").count() < cards)
    visitor.page.wait_for_function("() => window.heard > 0")
    visitor.play_until_there_is("button.lit")
    visitor.button("Settings").click()
    visitor.page.get_by_label("Sounds").uncheck()
    visitor.button("Done").click()
    heard = visitor.page.evaluate("heard")
    cards = visitor.page.locator(".hand button").count()
    visitor.play_until(lambda: visitor.page.locator(".hand button").count() < cards)
    assert visitor.page.evaluate("heard") == heard


def test_the_page_has_its_own_font_in_every_language(visit: Visit) -> None:
    visitor = visit().go()
    for language, letters in (("en", "Aa"), ("pl", "łżźęą"), ("uk", "ґєії"), ("cs", "řěů")):
        visitor.page.evaluate("language => localStorage.setItem('purrlab.language', language)", language)
        visitor.page.reload()
        visitor.page.locator(f"html[lang={language}] h1").wait_for()
        visitor.page.wait_for_function(NUNITO_IS_LOADED)
        assert visitor.page.evaluate("letters => document.fonts.load('16px Nunito', letters)", letters) != [], language
        assert visitor.page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Nunito"), language


@pytest.mark.parametrize("game", ["cat-in-the-box", "rascal-kittens"])
@pytest.mark.parametrize("viewport", [LAPTOP, PHONE])
def test_at_a_table_the_font_comes_by_itself_and_nothing_moves(visit: Visit, game: str, viewport: ViewportSize) -> None:
    visitor = visit(viewport=viewport, locale="uk").sit_at(game)
    page = visitor.page
    page.wait_for_function(NUNITO_IS_LOADED)
    assert page.evaluate(LAYOUT_SHIFTS) == []
    visitor.play_until(lambda: page.locator("[style*=font-family]").count() == 0)  # what would have moved follows


@pytest.mark.parametrize("game", ["cat-in-the-box", "rascal-kittens"])
def test_whoever_comes_after_the_end_sees_the_podium_push_nothing_down(visit: Visit, game: str) -> None:
    visitor = visit(viewport=PHONE)
    page = visitor.page
    visitor.sit_at(game, moment=at_the_end)
    page.locator(".podium").wait_for()
    page.get_by_role("tab").first.wait_for()
    page.wait_for_function(NUNITO_IS_LOADED)
    assert page.evaluate(LAYOUT_SHIFTS) == []


def test_whoever_comes_again_sees_the_font_at_once(visit: Visit) -> None:
    """Also at a table, where it would else wait for a click."""
    visitor = visit().go()
    page = visitor.page
    page.wait_for_function("() => localStorage.getItem('purrlab.font')")
    visitor.sit_at()
    assert page.evaluate(NUNITO_IS_LOADED)
