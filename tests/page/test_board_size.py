"""How large the research board is, and whether the whole table is in sight."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import ViewportSize, expect

from page.table_play import Guest, View, asks_for, at_the_end
from page.test_coach import change_what_the_server_says, warn_of_every_play
from page.visitor import LAPTOP, PHONE, Visitor

Visit = Callable[..., Visitor]
LOW_LAPTOP: ViewportSize = {"width": 1366, "height": 650}  # what a browser leaves of a laptop
SMALL_LAPTOP: ViewportSize = {"width": 1280, "height": 720}
TABLET_ASIDE: ViewportSize = {"width": 1180, "height": 820}
SMALLEST_PHONE: ViewportSize = {"width": 320, "height": 568}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LARGE_PHONE: ViewportSize = {"width": 390, "height": 844}
PHONE_ASIDE: ViewportSize = {"width": 844, "height": 390}
LANGUAGES = ["en", "pl", "uk", "cs"]

TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
EDGES = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const cards = boxes('.trick .card, .trick .empty');
  const reaches = (card, cell) => Math.min(card.right, cell.right) - Math.max(card.left, cell.left) > 1
    && Math.min(card.bottom, cell.bottom) - Math.max(card.top, cell.top) > 4;
  const overflows = ({clientWidth, scrollWidth}) => scrollWidth > clientWidth;
  return {
    width: box('.board .cell').width,
    height: box('.board .cell').height,
    board: box('.board').bottom,
    trick: box('.trick').bottom,
    covered: boxes('.board .cell').filter((cell) => cards.some((card) => reaches(card, cell))).length,
    own: [box('.own').top, box('.own').bottom],
    prompt: box('.prompt').bottom,
    overflowing: [...document.querySelectorAll('.panel, .prompt')].filter(overflows).length,
    scrolls: document.documentElement.scrollHeight > innerHeight,
    scrollsSideways: document.documentElement.scrollWidth > innerWidth,
  };
}"""


def resize(visitor: Visitor, screen: ViewportSize) -> None:
    """The page has followed when this returns: it hears of another size in the next frame."""
    visitor.page.set_viewport_size(screen)
    visitor.page.evaluate(TWO_FRAMES)


def languages_of(visitor: Visitor) -> Iterator[str]:
    """The table in one after the other, loaded anew."""
    for language in LANGUAGES:
        visitor.page.evaluate("language => localStorage.setItem('purrlab.language', language)", language)
        visitor.page.reload()
        visitor.page.get_by_role("tab").first.wait_for()
        yield language


def is_in_a_later_trick(view: View) -> bool:
    table = view["table"]
    return (
        asks_for("play")(view) and len(table["trick"]) > 0 and sum(len(each["tokens"]) for each in table["boards"]) > 8
    )


@pytest.fixture
def table(visit: Visit) -> Visitor:
    """Five players, of whom some have tokens on the board and cards in the trick; one of the own cards is chosen."""
    visitor = visit().sit_at("cat-in-the-box", 5, moment=is_in_a_later_trick)
    page = visitor.page
    page.locator(".hand .active:not(.stuck)").first.click(position={"x": 10, "y": 20})
    return visitor


def test_the_board_is_large_and_the_whole_table_in_sight(table: Visitor) -> None:
    page = table.page
    for language in languages_of(table):
        for screen, smallest in (
            (LAPTOP, 64),
            (LOW_LAPTOP, 64),
            (SMALL_LAPTOP, 64),
            (TABLET_ASIDE, 64),
            (TABLET, 60),
            (LARGE_PHONE, 32),
            (PHONE, 24),
            (SMALLEST_PHONE, 24),
        ):
            resize(table, screen)
            found = page.evaluate(EDGES)
            what = (language, screen, found)
            assert min(found["width"], found["height"]) >= smallest, what
            assert found["covered"] == 0, what
            assert max(found["board"], found["trick"]) <= found["own"][0] + 1, what
            assert found["own"][1] <= screen["height"], what
            assert found["prompt"] <= screen["height"], what
            assert found["overflowing"] == 0, what
            assert not found["scrollsSideways"], what
            assert not found["scrolls"] or screen["width"] < LAPTOP["width"] - 100, (
                what
            )  # the tabs are below the table there
            table.screenshot(f"board {screen['width']}x{screen['height']} {language}")


def test_on_the_smallest_phone_the_table_stays_in_sight_with_coach_and_button(visit: Visit) -> None:
    """While a play waits to be confirmed, which the coach warns of."""
    visitor = visit(coach=True, has_touch=True, is_mobile=True, viewport=SMALLEST_PHONE)
    change_what_the_server_says(visitor.page, warn_of_every_play)
    visitor.sit_at("cat-in-the-box", 5, moment=is_in_a_later_trick)
    page = visitor.page
    for language in LANGUAGES:
        page.evaluate("language => localStorage.setItem('purrlab.language', language)", language)
        page.reload()
        page.locator(".coach p").wait_for()
        page.locator(".hand .active:not(.stuck)").first.tap(position={"x": 10, "y": 20})
        page.locator("button.lit").first.tap()
        page.locator(".act button").wait_for()
        page.locator(".coach .risk").wait_for()
        found = page.evaluate(EDGES)
        assert max(found["board"], found["trick"]) <= found["own"][0] + 1, (language, found)
        assert found["own"][1] <= SMALLEST_PHONE["height"], (language, found)
        assert found["covered"] == 0, (language, found)


COVERED_CELLS = """() => [...document.querySelectorAll('.board .cell')].filter((cell) => {
  const {left, right, top, bottom} = cell.getBoundingClientRect();
  return [top + 4, bottom - 4].some((y) => !cell.contains(document.elementFromPoint((left + right) / 2, y)));
}).length"""
NOTE_OVERFLOWS = """document.querySelector('.note').getBoundingClientRect().bottom
  > document.querySelector('.own').getBoundingClientRect().top"""
CARD_HEIGHTS = """() => [...document.querySelectorAll('.hand button')].map((card) => [
  card.getBoundingClientRect().height, card.firstElementChild.getBoundingClientRect().height,
])"""


@pytest.mark.parametrize("asked", ["discard", "bid"])
def test_on_a_small_phone_nothing_covers_the_board_and_cards_are_whole(visit: Visit, asked: str) -> None:
    visitor = visit(coach=True, viewport=PHONE).sit_at("cat-in-the-box", 5, moment=asks_for(asked))
    page = visitor.page
    for language in languages_of(visitor):
        page.locator(".coach p").wait_for()
        for screen in (SMALLEST_PHONE, PHONE):
            resize(visitor, screen)
            what = (language, screen)
            assert page.evaluate(COVERED_CELLS) == 0, what
            assert not page.evaluate(NOTE_OVERFLOWS), what
            assert page.locator(".own").evaluate("own => own.getBoundingClientRect().bottom <= innerHeight"), what
        assert all(shown >= whole for shown, whole in page.evaluate(CARD_HEIGHTS)), language
        visitor.screenshot(f"{asked} {language}")


NOTE_IS_BESIDE_CARDS = """() => {
  const cards = [...document.querySelectorAll('.turned-up svg')].at(-1).getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('.note'));
  const {left, bottom} = words.getBoundingClientRect();
  return left >= cards.right && bottom <= document.querySelector('.cards-played').getBoundingClientRect().bottom + 1;
}"""


def test_with_two_players_what_is_told_lies_beside_the_cards_that_were_turned_up(visit: Visit) -> None:
    visitor = visit().sit_at("cat-in-the-box", 2)
    visitor.page.locator(".note").wait_for()
    for language in languages_of(visitor):
        visitor.page.locator(".note").wait_for()
        for screen in (LAPTOP, LOW_LAPTOP, SMALL_LAPTOP, TABLET, LARGE_PHONE, PHONE, SMALLEST_PHONE):
            resize(visitor, screen)
            assert visitor.page.evaluate(NOTE_IS_BESIDE_CARDS), (language, screen)


def test_a_room_opened_on_a_phone_is_large_and_its_bot_is_marked(visit: Visit) -> None:
    visitor = visit(viewport=LARGE_PHONE).sit_at("rascal-kittens", 4)
    visitor.page.locator(".others .enlarge").first.click()
    dialog = visitor.page.get_by_role("dialog")
    for screen, room in ((LARGE_PHONE, 300), (PHONE, 250), (PHONE_ASIDE, 220)):
        resize(visitor, screen)
        box = dialog.get_by_role("img", name=re.compile("^Room of ")).bounding_box()
        body, sign = (dialog.locator(part).bounding_box() for part in (".body:has(section)", ".bot"))
        assert box is not None
        assert body is not None
        assert sign is not None
        assert box["width"] >= room, screen
        assert sign["y"] >= body["y"], screen  # what is beyond the edge is not seen
        assert dialog.evaluate("dialog => dialog.scrollHeight <= dialog.clientHeight"), screen


def test_with_the_coach_the_board_of_a_laptop_is_as_large_as_without(visit: Visit) -> None:
    visitor = visit(coach=True)
    change_what_the_server_says(visitor.page, warn_of_every_play)
    visitor.sit_at("cat-in-the-box", 5, moment=is_in_a_later_trick)
    page = visitor.page
    for language in languages_of(visitor):
        page.locator(".coach p").wait_for()
        page.locator(".hand .active:not(.stuck)").first.click(position={"x": 10, "y": 20})
        page.locator("button.lit").first.click()
        page.locator(".coach .risk").wait_for()
        for screen, cells in ((LAPTOP, 80), (LOW_LAPTOP, 64), (SMALL_LAPTOP, 64)):
            resize(visitor, screen)
            what = (language, screen)
            assert page.evaluate(EDGES)["width"] >= cells, what
            assert not page.evaluate(SCROLLS), what
            assert page.locator(".coach").evaluate("coach => coach.scrollHeight <= coach.clientHeight"), what


SCROLLS = "document.documentElement.scrollHeight > innerHeight"
NAMES_ARE_WHOLE = """[...document.querySelectorAll('.podium .name .one-line')].every((name) =>
  name.scrollHeight <= name.clientHeight && name.clientHeight >= parseFloat(getComputedStyle(name).fontSize) * 1.3)"""
NAME_EDGES = """() => [...document.querySelectorAll('.podium .name')].map((name) => name.getBoundingClientRect())
  .map(({left, right}) => [left, right]).sort((one, other) => one[0] - other[0])"""


def test_names_on_the_podium_do_not_touch(visit: Visit) -> None:
    visitor = visit()
    visitor.come_as(Guest(visitor.url, name="Bartholomew Whiskers"))
    visitor.sit_at("cat-in-the-box", 5, moment=at_the_end)
    for screen in (LAPTOP, LARGE_PHONE, PHONE):
        resize(visitor, screen)
        edges = visitor.page.evaluate(NAME_EDGES)
        assert len(edges) == 5
        assert all(right + 2 <= left for (_, right), (left, _) in pairwise(edges)), (screen, edges)
        assert edges[-1][1] <= screen["width"]
        assert visitor.page.evaluate(NAMES_ARE_WHOLE), screen


def test_a_table_of_rascal_kittens_fits_a_laptop(visit: Visit) -> None:
    """With the coach and all that stands above the tiles, while one chooses between two notches."""
    visitor = visit(coach=True).sit_at("rascal-kittens", 4, moment=asks_for("run"))
    visitor.page.locator(".coach p").wait_for()
    for screen in (LAPTOP, LOW_LAPTOP, SMALL_LAPTOP):
        resize(visitor, screen)
        assert not visitor.page.evaluate(SCROLLS), screen


def test_a_replay_of_five_fits_a_laptop(visit: Visit) -> None:
    """With what everybody holds."""
    visitor = visit()
    path = visitor.guest.play_at_table("cat-in-the-box", 5, moment=at_the_end)
    page = visitor.go(path.replace("/t/", "/replay/")).page
    page.locator(".hand").wait_for()
    for screen in (LAPTOP, LOW_LAPTOP):
        resize(visitor, screen)
        assert not page.evaluate(SCROLLS), screen


@pytest.mark.parametrize("game", ["cat-in-the-box", "rascal-kittens"])
def test_bots_are_marked_on_every_screen(visit: Visit, game: str) -> None:
    visitor = visit(locale="uk").sit_at(game, 4)
    signs = visitor.page.locator(".name .bot svg")
    for screen in (LAPTOP, LOW_LAPTOP, LARGE_PHONE, PHONE):
        resize(visitor, screen)
        expect(signs).to_have_count(3)
        assert all(sign.is_visible() for sign in signs.all()), screen


CUT_CHOICES = """() => [...document.querySelectorAll('#settings select')].filter((select) => {
  const given = select.offsetWidth;
  select.style.width = 'max-content';
  const wanted = select.offsetWidth;
  select.style.width = '';
  return wanted > given;
}).map(({value}) => value)"""


def test_settings_fit_the_smallest_phone_in_every_language(visit: Visit) -> None:
    visitor = visit(viewport={"width": 320, "height": 568}).go()
    page = visitor.page
    for language in LANGUAGES:
        page.evaluate("language => localStorage.setItem('purrlab.language', language)", language)
        page.reload()
        page.locator("[aria-controls=settings]").click()
        settings = page.locator("#settings")
        settings.wait_for()
        assert settings.evaluate("panel => panel.scrollWidth <= panel.clientWidth"), language
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
        assert page.evaluate(CUT_CHOICES) == [], language


def test_every_number_of_the_own_toys_is_in_sight_on_the_smallest_phone(visit: Visit) -> None:
    visitor = visit(viewport={"width": 320, "height": 568}).sit_at("rascal-kittens")
    toys = visitor.page.locator(".nearest .tray li")
    assert toys.count() == 10
    assert all(toy.evaluate("toy => toy.scrollWidth <= toy.clientWidth") for toy in toys.all())
