"""Learning a game by playing: the tutorials, in a real browser."""

import json
import re
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import ViewportSize, expect

from page.visitor import LANGUAGES, LAPTOP, PHONE, ROOT, Visitor
from purrlab.server.http.tutorial_messages import tutorial_game
from purrlab.tutorials import TUTORIALS, find_tutorial, tutorials_of
from purrlab.tutorials.tutorial import Step

Visit = Callable[..., Visitor]
FIRST_TUTORIALS = ("cat-in-the-box", "rascal-kittens")
COLUMNS = "RBYG"  # of the research board on a phone
MAX_TAB_PRESSES = 60
IN_SIGHT = """() => {
  const box = selector => [...document.querySelectorAll(selector)].at(-1)?.getBoundingClientRect();
  const [words, trick, hand] = ['section:has(> .words)', '.cards-played', '.hand, .tiles'].map(box);
  const dock = box('.scene > .own, .table > .ask') ?? { top: innerHeight };
  const about = box("[data-lesson='about']");
  if (hand?.bottom > innerHeight || trick?.bottom > dock.top + 1) return false;
  if (!about || about.top >= dock.top) return true;
  const seen = Math.min(about.bottom, dock.top) - Math.max(about.top, words.bottom);
  return seen >= 0.9 * Math.min(about.height, dock.top - words.bottom);
}"""  # the hand and the trick, and what the words are about between them and what stays at the lower edge
BOTS_TAKE_NO_TIME = "localStorage.setItem('purrlab.pace', 'at-once')"


def words(language: str) -> dict[str, str]:
    file = ROOT / "web" / "src" / "learn" / "words" / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


class Learner:
    """Somebody who learns a game at a table whose bots take no time."""

    def __init__(self, visitor: Visitor, tutorial: str, language: str = "en", *, is_open: bool = False) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.name, self.words = tutorial, words(language)
        self.steps = find_tutorial(tutorial).steps
        self.told = tutorial_game(tutorial).steps
        if not is_open:
            self.page.add_init_script(BOTS_TAKE_NO_TIME)
            visitor.go(f"/learn/{tutorial}")

    def reads(self, at: int) -> Step:
        """What is said comes when the others have moved; whatever the table shows meanwhile is looked at."""
        text = self.page.locator(".words").get_by_text(self.words[f"{self.name}.{self.steps[at].words}"], exact=True)
        expect(text).to_be_visible()
        if self.steps[at].show == "round-end":
            expect(self.page.locator(".table .scores")).to_be_visible()  # beside the words, and nothing lies over them
        expect(self.page.locator("dialog[open]")).to_have_count(0)
        return self.steps[at]

    def reads_in_another_language(self, at: int) -> None:
        """By turns; then in English again."""
        self.choose_languages(lambda: self.reads(at), (LANGUAGES[1 + at % 3], "en"))

    def choose_languages(self, look: Callable[[], object], languages: Iterable[str] = LANGUAGES[::-1]) -> None:
        """In the settings one after the other; looks at each."""

        def read(language: str) -> None:
            self.words = words(language)
            look()

        self.visitor.in_languages(read, languages)

    def goes_on(self) -> None:
        self.page.locator(".buttons button.main").click()

    def does(self, action: str) -> None:
        self.tries(action)
        if action.startswith(("discard", "lay")):
            self.page.locator(".act button").click()

    def tries(self, action: str) -> None:
        """With the mouse, at the edge of a card that others lie over; also what cannot be done."""
        for selector in selectors_of(action):
            target = self.page.locator(selector).first
            target.evaluate("element => element.scrollIntoView({ block: 'center' })")  # between words and hand
            target.click(position={"x": 8, "y": 12}, force=True)

    def can_try(self, action: str) -> bool:
        """Whether there is something to click for it, allowed or not."""
        return all(self.page.locator(selector).count() for selector in selectors_of(action))

    def is_finished(self) -> bool:
        expect(self.page.locator(".words")).to_contain_text(self.words["finished"])
        return True


def selectors_of(action: str) -> list[str]:
    """What is clicked to do this."""
    match action.split():
        case ["discard", value]:
            return [f".hand [data-card='{value}']"]
        case ["bid", tricks]:
            return [f".bids [data-bid='{tricks}']"]
        case ["play", value, colour]:
            return [f".hand [data-card='{value}']", f"[data-cell='{colour[0].upper()}{value}']"]
        case ["draw", colour]:
            return [f".ask [data-stack='{colour}']"]
        case ["lay", tile]:
            return [f".ask [data-tile='{tile}']"]
        case ["anchor" | "run", side]:
            return [f".ask [data-side='{side}']"]
    raise ValueError(action)


@pytest.mark.parametrize("tutorial", FIRST_TUTORIALS)
def test_who_does_what_it_says_finishes(visit: Visit, tutorial: str) -> None:
    learner = Learner(visit(), tutorial)
    do_what_it_says(learner, Learner.reads_in_another_language)
    learner.choose_languages(learner.is_finished)


@pytest.mark.parametrize("game", FIRST_TUTORIALS)
def test_one_lesson_leads_to_the_next(visit: Visit, game: str) -> None:
    """From the rulebook, through all lessons beyond the first, on a phone."""
    visitor = visit(locale="uk", viewport=PHONE)
    first, *others = tutorials_of(game)[1:]
    visitor.page.add_init_script(BOTS_TAKE_NO_TIME)
    page = visitor.go(f"/rulebook/{game}").page
    page.locator(f"article a[href='/learn/{first}']").click()
    do_what_it_says(Learner(visitor, first, "uk", is_open=True))
    for lesson in others:
        page.locator(f".buttons a[href='/learn/{lesson}']").click()
        do_what_it_says(Learner(visitor, lesson, "uk", is_open=True))
    page.locator(".buttons a[href='/learn']").click()
    expect(page.locator("li", has_text=words("uk")["list.done"])).to_have_count(1 + len(others))


def do_what_it_says(learner: Learner, look: Callable[[Learner, int], None] = lambda *_: None) -> None:
    for at in range(len(learner.steps)):
        step = learner.reads(at)
        look(learner, at)
        if step.action is None:
            learner.goes_on()
            continue
        for selector in selectors_of(step.action):
            assert learner.page.locator(selector).first.get_attribute("data-lesson") == "click"
        learner.does(step.action)
    assert learner.is_finished()


@pytest.mark.parametrize(
    ("tutorial", "language"),
    [
        *((tutorial, "en") for tutorial in FIRST_TUTORIALS),
        *((tutorial, LANGUAGES[1 + at % 3]) for at, tutorial in enumerate(TUTORIALS)),
    ],
)
def test_who_does_everything_wrong_first_is_told_why_and_finishes_too(
    visit: Visit, tutorial: str, language: str
) -> None:
    learner = Learner(visit(locale=language), tutorial, language)
    reply, refusal = learner.page.locator(".reply"), learner.page.locator(".prompt .no")
    for at in range(len(learner.steps)):
        step, told = learner.reads(at), learner.told[at]
        if step.action is None:
            learner.goes_on()
            continue
        for explanation in set(told.wrong.values()):
            learner.does(next(action for action, key in told.wrong.items() if key == explanation))
            expect(reply).to_have_text(learner.words[f"{tutorial}.{explanation}"])
        tried = [action for action, no in told.refusals.items() if no.rule in ("CB10", "CB11", "RK9")]
        refused = next((action for action in tried if learner.can_try(action)), None)
        if refused:
            learner.tries(refused)
            expect(refusal).to_be_visible()
        learner.does(step.action)
    assert learner.is_finished()


@pytest.mark.parametrize("tutorial", FIRST_TUTORIALS)
def test_by_keyboard_on_the_smallest_phone_with_a_pause(visit: Visit, tutorial: str) -> None:
    learner = Learner(visit(viewport=PHONE, color_scheme="dark"), tutorial)
    page = learner.page
    for at in range(len(learner.steps)):
        step = learner.reads(at)
        if at == 4:
            page.reload()
            learner.reads(at)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        if at == len(learner.steps) - 1:
            assert learner.visitor.accessibility_faults() == []
        if step.action is None:
            press_tab_until(learner, ".buttons button.main")
            page.keyboard.press("Enter")
        else:
            do_by_keyboard(learner, step.action)
    assert learner.is_finished()
    press_tab_until(learner, ".again")
    page.keyboard.press("Enter")
    learner.reads(0)


@pytest.mark.parametrize("tutorial", FIRST_TUTORIALS)
def test_on_the_smallest_phone_the_words_cover_neither_the_hand_nor_what_they_are_about(
    visit: Visit, tutorial: str
) -> None:
    """Nor what is said to a wrong choice, in a language that needs more words than English."""
    learner = Learner(visit(viewport=PHONE, locale="pl"), tutorial, "pl")
    for at in range(len(learner.steps)):
        step, told = learner.reads(at), learner.told[at]
        learner.page.wait_for_function(IN_SIGHT)
        if step.action is None:
            learner.goes_on()
            continue
        wrong, explanation = next(iter(told.wrong.items()), (None, None))
        if wrong:
            learner.does(wrong)
            expect(learner.page.locator(".reply")).to_have_text(learner.words[f"{tutorial}.{explanation}"])
            learner.page.wait_for_function(IN_SIGHT)
        learner.does(step.action)
    assert learner.is_finished()


@pytest.mark.parametrize("screen", [LAPTOP, PHONE])
@pytest.mark.parametrize("tutorial", FIRST_TUTORIALS)
def test_who_clicks_on_next_three_times_stays_in_the_lesson(visit: Visit, tutorial: str, screen: ViewportSize) -> None:
    """A second and a third click fall on what has come to lie there."""
    learner = Learner(visit(viewport=screen, locale="pl"), tutorial, "pl")
    page = learner.page
    clicked: list[tuple[float, float]] = []
    for at in range(len(learner.steps)):
        step = learner.reads(at)
        if step.action is not None:
            for x, y in clicked * 2:
                page.mouse.click(x, y)
            learner.does(step.action)
            clicked = []
            continue
        following = page.locator(".buttons button.main")
        expect(following).to_be_enabled()
        box = following.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.click(x, y, click_count=3, delay=20)
        clicked = [(x, y)]
    assert learner.is_finished()
    assert page.url.endswith(f"/learn/{tutorial}")


def test_who_begins_again_can_take_it_back(visit: Visit) -> None:
    learner = Learner(visit(), "cat-in-the-box")
    for at in range(2):
        learner.does(learner.reads(at).action or "")
    learner.reads(2)
    learner.page.locator(".again").click()
    learner.reads(0)
    learner.page.locator(".back").click()
    learner.reads(2)


def test_the_words_are_fetched_once(visit: Visit) -> None:
    visitor, fetched = visit(), list[str]()
    visitor.page.on("request", lambda request: fetched.append(request.url))
    Learner(visitor, "cat-in-the-box").reads(0)
    assert len([url for url in fetched if re.search(r"/en-[^/]*\.json", url)]) == 1


def test_nothing_is_asked_while_a_lesson_waits_or_is_over(visit: Visit) -> None:
    """The table says nothing that contradicts the words."""
    for tutorial in FIRST_TUTORIALS:
        learner = Learner(visit(), tutorial)
        asks = learner.page.locator(".prompt p:first-child")
        lit = learner.page.locator("button.lit, .can, .sides button")
        for at in range(len(learner.steps)):
            step = learner.reads(at)
            if step.action is None:
                assert "".join(asks.all_inner_texts()) == ""
                expect(lit).to_have_count(0)
                learner.goes_on()
            else:
                learner.does(step.action)
        assert learner.is_finished()
        assert "".join(asks.all_inner_texts()) == ""
        expect(lit).to_have_count(0)
        expect(learner.page.locator(".page > .table")).to_have_attribute("inert", "")
        if learner.steps[-1].show == "round-end":
            expect(learner.page.locator(".table .scores")).to_be_visible()


def press_tab_until(learner: Learner, selector: str) -> None:
    for _ in range(MAX_TAB_PRESSES):
        if learner.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        learner.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def do_by_keyboard(learner: Learner, action: str) -> None:
    keyboard = learner.page.keyboard
    match action.split():
        case ["bid", tricks]:
            keyboard.press(tricks)
            keyboard.press(tricks)
        case ["discard", value]:
            keyboard.press(value)
            keyboard.press("Enter")
        case ["play", value, colour]:
            keyboard.press(value)
            learner.page.wait_for_function("document.activeElement.dataset.cell")
            cell = learner.page.evaluate("document.activeElement.dataset.cell")
            columns = COLUMNS.index(colour[0].upper()) - COLUMNS.index(cell[0])
            for _ in range(abs(columns)):
                keyboard.press("ArrowRight" if columns > 0 else "ArrowLeft")
            keyboard.press("Enter")
            if columns == 0:  # the focus was put there: one is asked
                learner.page.locator(".picked:focus").wait_for()
                keyboard.press("Enter")
        case _:
            press_tab_until(learner, *selectors_of(action))
            keyboard.press("Enter")
            if action.startswith("lay"):
                learner.page.wait_for_function("document.activeElement.matches('.act button')")
                keyboard.press("Enter")
