"""Everybody can play: in every language, by keyboard alone, on a phone; and axe finds nothing."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from page.table_play import View, asks_for, at_the_end, is_late_in_round, own_runs
from page.visitor import LANGUAGES, PHONE, ROOT, Visitor

Visit = Callable[..., Visitor]
MESSAGES = ROOT / "web" / "src" / "i18n" / "messages"
MESSAGE_KEY = re.compile(r"\b(?:[a-z]+\.)+[a-z-]+\b|\{\w+\}")
PAGE_PATHS = {  # and what is there once all has come
    "/": "h1",
    "/lobby": "button.main:enabled",
    "/new/cat-in-the-box": "form label:nth-of-type(3)",
    "/new/rascal-kittens": "form label:nth-of-type(3)",
    "/games": "ul.list",
    "/rules/cat-in-the-box": "article",
    "/rules/rascal-kittens": "article",
    "/learn": "ul.list",
    "/learn/cat-in-the-box": ".hand button",
    "/learn/rascal-kittens": ".stock button",
}
RULEBOOKS = {
    "/rulebook/cat-in-the-box": "figcaption",
    "/rulebook/rascal-kittens": "figcaption",
    "/aid/rascal-kittens": "h2",
}
NOWHERE = {"/t/nothing-here": "h1", "/replay/nothing-here": "h1"}
TO_DO = ".bids button, button.lit, .act button, .hand button.active, dialog[open]"


def said(visitor: Visitor) -> str:
    """Everything that can be read or heard now."""
    labels = visitor.page.evaluate("[...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel).join('\\n')")
    return visitor.page.locator("body").inner_text() + "\n" + str(labels)


def missing(visitor: Visitor) -> list[str]:
    keys = json.loads((MESSAGES / "en.json").read_text("utf-8"))
    return [found for found in MESSAGE_KEY.findall(said(visitor)) if found in keys or found.startswith("{")]


def test_every_language_is_complete_wherever_one_looks(visit: Visit) -> None:
    """The page begins with that of the browser."""
    texts = {language: json.loads((MESSAGES / f"{language}.json").read_text("utf-8")) for language in LANGUAGES}
    assert set(LANGUAGES) == {file.stem for file in MESSAGES.glob("*.json")}
    for language in LANGUAGES:
        visitor = visit(locale=language).go()
        assert visitor.page.locator("html").get_attribute("lang") == language
        assert texts[language]["start.title"] in said(visitor)
    shown = visitor.page.locator("h1")

    def look(language: str) -> None:
        shown.first.wait_for()
        assert missing(visitor) == [], (language, visitor.path)
        visitor.screenshot(f"{language} {visitor.path.replace('/', ' ')}")

    for place, selector in PAGE_PATHS.items():
        shown = visitor.go_on(place).page.locator(selector)
        shown.first.wait_for()
        visitor.in_languages(look)
    visitor.go_on("/").button(texts["en"]["start.now"]).click()
    for state in (".prompt.mine", ".bids button", "button.lit"):
        visitor.play_until_there_is(state)
        shown = visitor.page.locator(state)
        visitor.in_languages(look)
    shown = visitor.sit_at(moment=is_late_in_round(1)).play_to_the_end_of_a_round()

    def read(language: str) -> None:
        look(language)
        assert texts[language]["cat-in-the-box.round.over"].replace("{number}", "1") in said(visitor)

    visitor.in_languages(read)


def test_the_language_can_be_changed_at_any_time(visit: Visit) -> None:
    visitor = visit().sit_at()
    visitor.button("Settings").click()
    visitor.page.get_by_label("Language").focus()
    for digit in "123456":  # which choose nothing in the hand while a list has the focus
        visitor.page.keyboard.press(digit)
    assert visitor.page.locator(".hand .chosen").count() == 0
    visitor.page.get_by_label("Language").select_option("cs")
    assert visitor.sees("Vyberte kartu k odložení")
    visitor.go("/lobby")  # and is kept
    assert visitor.sees("Nový stůl")


def test_settings_close_when_one_goes_back(visit: Visit) -> None:
    visitor = visit().go()
    visitor.page.get_by_role("link", name="Tables", exact=True).click()
    visitor.button("Quick start").wait_for()
    visitor.button("Settings").click()
    visitor.page.locator("#settings").wait_for()
    visitor.page.go_back()
    visitor.button("Play now").wait_for()
    visitor.page.locator("#settings").wait_for(state="detached")


def press_until_the_hand_changes(page: Page) -> None:
    """Enter plays a card, or puts one away; that is done when the table says so."""
    cards = page.locator(".hand button").count()
    page.keyboard.press("Enter")
    page.wait_for_function("count => document.querySelectorAll('.hand button').length !== count", arg=cards)


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit().go()
    page = visitor.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    page.locator(".hand button:focus").wait_for()
    dialog = page.locator("dialog[open]")
    while dialog.count() == 0:
        page.locator(TO_DO).first.wait_for()
        if page.locator(".bids button").count():
            page.locator(".bids :focus").wait_for()
            page.keyboard.press("2")
            assert visitor.sees("You can bid 1, 3, 4 here.")
            page.keyboard.press(page.locator(".bids button").first.inner_text())
            page.locator(".act button:focus").wait_for()
            page.keyboard.press("Enter")
            page.locator(".bids button").first.wait_for(state="detached")
        elif page.locator("button.lit").count():
            page.locator(":is(.hand, .board) :focus").wait_for()
            label = page.locator("button.lit").first.get_attribute("aria-label") or ""
            page.keyboard.press(re.findall(r"\d", label)[0])
            page.locator(".lit:focus").wait_for()
            page.keyboard.press("Enter")  # the focus was put there: one is asked
            page.locator(".picked:focus").wait_for()
            press_until_the_hand_changes(page)
        elif page.locator(".act button").count():
            page.locator(".act button:focus").wait_for()
            press_until_the_hand_changes(page)
        elif (cards := page.locator(".hand button.active:not(.stuck)")).count():
            page.keyboard.press((cards.first.get_attribute("aria-label") or "")[-1])
    page.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    page.locator(".hand :focus").wait_for()


FOCUS_IS_SEEN = "() => document.querySelector(':focus-visible:not(.prompt, main)') !== null"
IS_IN_FRONT = """card => {
  const {left, top} = card.getBoundingClientRect();
  return card.contains(document.elementFromPoint(left + 6, top + 20));
}"""


def test_who_used_no_keyboard_sees_no_focus_and_it_hides_no_card(visit: Visit) -> None:
    visitor = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).go("/play")
    page = visitor.page
    page.locator(".prompt:focus").wait_for()  # whoever listens hears what is asked
    assert not page.evaluate(FOCUS_IS_SEEN)
    visitor.screenshot("nobody used a keyboard")
    page.keyboard.press("Tab")
    page.locator(".hand button").first.focus()
    assert page.evaluate(FOCUS_IS_SEEN)
    assert all(page.locator(".hand button").nth(place).evaluate(IS_IN_FRONT) for place in (0, 1, 2))
    visitor.screenshot("a card has the focus")


def test_a_kitten_runs_by_keyboard_alone(visit: Visit) -> None:
    """Whoever goes on by Enter has in focus what is asked next, and sees where a tile leads before laying it."""
    visitor = visit().sit_at("rascal-kittens")
    page = visitor.page
    page.locator(".stock button").first.focus()
    while page.locator(".own .string").count() < 2:
        page.locator(".prompt.mine").wait_for()
        page.locator(":is(.stock, .sides, .tiles, .lay) :focus").wait_for()
        if page.locator(".tiles .can").count():
            assert page.locator(".ahead").count() > 0
        page.keyboard.press("Enter")


def chooses_a_way(view: View) -> bool:
    return asks_for("run")(view) and len(view["legal"]) == 2


def test_a_finger_sees_the_way_before_it_runs(visit: Visit) -> None:
    visitor = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = visitor.sit_at("rascal-kittens", moment=chooses_a_way).page
    runs = page.locator(".own .string")
    expect(page.locator(".ahead")).to_have_count(2)
    before = runs.count()
    page.get_by_text("B", exact=True).tap()
    assert visitor.sees("Enter at B \N{EN DASH} ")
    assert page.locator(".ahead").count() == 1
    visitor.screenshot("a finger looks")
    assert runs.count() == before
    page.get_by_text("B", exact=True).tap()
    page.locator(".own .string").nth(before).wait_for(state="attached")


def test_events_are_announced(visit: Visit) -> None:
    visitor = visit().sit_at(moment=asks_for("play"))
    cards = visitor.page.locator(".hand button").count()
    visitor.play_until(lambda: visitor.page.locator(".hand button").count() < cards)
    assert visitor.page.locator(".unseen[aria-live=polite]").inner_text().strip() != ""
    label = visitor.page.locator("[data-cell=R1]").get_attribute("aria-label") or ""
    assert label.startswith("red 1: ")


def is_under_way(view: View) -> bool:
    """Three cards are played, or three ways run, and there is a card or a tile to choose."""
    if view["game"] == "rascal-kittens":
        return own_runs(view) >= 3 and asks_for("lay")(view)
    return len(view["table"]["plays"]) >= 3


def may_meet_a_paradox(view: View) -> bool:
    """Cards are left in the own hand, and only one of their values can be played."""
    return asks_for("play")(view) and len(view["hand"]) > 2 and len({play.split()[1] for play in view["legal"]}) == 1


SMALL_TARGETS = """[...document.querySelectorAll('main button')].map(b => b.getBoundingClientRect())
  .filter(r => r.width && (r.width < 24 || r.height < 24)).length"""


@pytest.mark.parametrize(("game", "players"), [("cat-in-the-box", 5), ("cat-in-the-box", 3), ("rascal-kittens", 4)])
def test_a_phone_has_it_all_in_reach(visit: Visit, game: str, players: int) -> None:
    """No sideways scrolling, nothing too small to hit, and the own hand in sight wherever the page is scrolled to."""
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visitor.sit_at(game, players, moment=is_under_way).page
    hand = page.locator(".hand button, .tiles button").first
    enough, first = (".board .token", ".board") if game == "cat-in-the-box" else (".own .string", ".own")
    assert page.locator(enough).count() >= 3
    for place in (0, 100, 200):
        page.evaluate(f"scrollTo(0, {place})")
        box = hand.bounding_box()
        assert box is not None
        assert box["y"] + 40 <= PHONE["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL_TARGETS) == 0
    assert page.locator(first).is_visible()
    if game == "cat-in-the-box":
        assert visitor.open_tab("Help").get_by_text("A crown: would win").is_visible()
    assert visitor.accessibility_faults() == []
    visitor.screenshot(f"phone {game} {players}")
    visitor.screenshot(f"phone {game} {players} whole", whole=True)


def height(shown: Locator) -> float:
    box = shown.bounding_box()
    assert box is not None
    return box["height"]


def test_a_name_of_one_long_word_fits_a_phone(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True).go("/games")
    page = visitor.page

    def fits() -> bool:
        return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    page.get_by_label("Your name").fill("W" * 24)
    visitor.button("Save").click()
    visitor.button("Saved").wait_for()
    visitor.go_on("/").button("Play with friends").click()
    visitor.button("3 players").click()
    page.locator("#link").wait_for()
    assert fits()
    visitor.button("Fill free seats with bots").click()
    page.evaluate("scrollTo(0, 1000)")
    visitor.button("Start the game").click()
    page.locator(".prompt").wait_for()
    assert page.evaluate("scrollY") == 0
    assert height(page.locator(".below")) < 60
    assert height(page.locator(".below .name")) < 20
    inner = visitor.sit_at(moment=is_late_in_round(1)).play_to_the_end_of_a_round().locator(".body")
    assert inner.evaluate("body => body.scrollWidth <= body.clientWidth")
    visitor.sit_at(moment=at_the_end)
    assert fits()
    names = page.locator(".over .podium .name")
    assert names.count() == 3
    assert all(height(each) < 40 for each in names.all())
    visitor.screenshot("a long name", whole=True)


def test_a_phone_held_sideways_shows_board_and_hand_at_once(visit: Visit) -> None:
    visitor = visit(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    for players in (2, 5):
        visitor.sit_at("cat-in-the-box", players, moment=asks_for("play"))
        visitor.page.evaluate("scrollTo(0, 0)")
        for needed in (".board", ".hand", ".prompt", *(f".seat >> nth={other}" for other in range(players - 1))):
            box = visitor.page.locator(needed).bounding_box()
            assert box is not None
            assert box["y"] >= 0, (players, needed)
            assert box["y"] + box["height"] <= 360, (players, needed)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 740, players
        assert visitor.page.evaluate(SMALL_TARGETS) == 0, players
        assert visitor.accessibility_faults() == [], players
        visitor.screenshot(f"phone sideways {players}")


class TestAxe:
    """In light and in dark."""

    def test_pages(self, visit: Visit) -> None:
        visitor = visit().go()
        for place, shown in (PAGE_PATHS | RULEBOOKS | NOWHERE).items():
            visitor.go_on(place).page.locator(shown).first.wait_for()
            assert visitor.faults_in_both_schemes() == [], place
        visitor.go_on("/").button("Settings").click()
        assert visitor.faults_in_both_schemes() == []

    def test_before_the_game(self, visit: Visit) -> None:
        host, guest = visit(), visit()
        host.go().button("Play with friends").click()
        assert host.faults_in_both_schemes() == []
        host.button("3 players").click()
        link = host.page.locator("#link")
        link.wait_for()
        path = "/t/" + link.input_value().rpartition("/")[2]
        guest.go(path).button("Join the game").wait_for()
        assert guest.faults_in_both_schemes() == []
        guest.button("Join the game").click()
        guest.button("Leave the table").wait_for()
        host.button("QR code").click()
        host.page.get_by_role("img", name="QR code").wait_for()
        for each in (host, guest):
            assert each.faults_in_both_schemes() == []

    def test_cat_in_the_box(self, visit: Visit) -> None:
        visitor = visit().sit_at()
        for state in (".hand button", ".bids button", "button.lit"):
            visitor.play_until_there_is(state)
            assert visitor.faults_in_both_schemes() == [], state
            visitor.screenshot(state)
        visitor.sit_at(moment=is_late_in_round(1)).play_to_the_end_of_a_round()
        assert visitor.faults_in_both_schemes() == []
        visitor.sit_at(moment=at_the_end)
        assert visitor.faults_in_both_schemes() == []

    def test_a_paradox(self, visit: Visit) -> None:
        """Card by card it says why nothing fitted, all of it in sight, also on a phone held sideways."""
        visitor = visit()
        while True:  # whoever plays anything sooner or later meets one
            visitor.sit_at("cat-in-the-box", 5, moment=may_meet_a_paradox)
            if visitor.play_to_the_end_of_a_round().locator(".paradox").count():
                break
        paradox, body = visitor.page.locator("dialog .paradox"), visitor.page.locator("dialog .body")
        assert paradox.inner_text().startswith("Paradox!")
        reasons = paradox.locator("tbody td").all_text_contents()
        assert len(reasons) == 4 * paradox.locator("tbody tr").count()
        assert all(re.search("given up|taken by|covered", reason) for reason in reasons)
        assert body.evaluate("body => body.scrollHeight <= body.clientHeight")
        assert visitor.faults_in_both_schemes() == []
        visitor.screenshot("paradox")
        visitor.page.set_viewport_size({"width": 740, "height": 360})
        assert body.evaluate("body => body.scrollHeight <= body.clientHeight")
        visitor.screenshot("paradox sideways")

    def test_rascal_kittens(self, visit: Visit) -> None:
        visitor = visit().sit_at("rascal-kittens")
        for state in (".tiles.stock", ".sides", ".tiles button.can", ".lay button"):
            visitor.play_until_there_is(state)
            assert visitor.faults_in_both_schemes() == [], state
            visitor.screenshot(f"kittens {state}")
            if state == ".sides":  # on the left and on the right, or at the top and at the bottom
                assert len(set(visitor.page.locator(".sides span").all_inner_texts())) == 2
        visitor.sit_at("rascal-kittens", moment=at_the_end)
        assert visitor.faults_in_both_schemes() == []
        assert visitor.go_on("/games").sees("Replay")
        assert visitor.faults_in_both_schemes() == []

    def test_looking_on_with_a_broken_line(self, visit: Visit) -> None:
        player = visit().sit_at(pace=1)  # bots without haste leave the time to come back
        watcher = visit().go(player.path)
        watcher.button("Watch").wait_for()
        assert watcher.faults_in_both_schemes() == []
        watcher.button("Watch").click()
        watcher.sees("You are watching.")
        assert watcher.faults_in_both_schemes() == []
        watcher.context.set_offline(offline=True)
        watcher.sees("Connection lost")
        assert watcher.faults_in_both_schemes() == []
        player.button("Let a bot take over").click()
        player.in_languages(lambda language: player.screenshot(f"leave-{language}"))
        assert player.faults_in_both_schemes() == []
        player.button("No, I\N{RIGHT SINGLE QUOTATION MARK}ll play on").click()
        player.leave_to_bot()
        player.button("I\N{RIGHT SINGLE QUOTATION MARK}m back").wait_for()
        assert player.faults_in_both_schemes() == []
