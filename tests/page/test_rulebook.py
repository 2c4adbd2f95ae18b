"""The rulebooks: their figures are what the rules say, and all languages say the same."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
import rulebook_figures
from playwright.sync_api import Page, PdfMargins
from rulebook_figures import ClaimRefutedError, claim

from page.test_sources import LANGUAGES, PAGE_GAMES, SOURCES
from page.visitor import ROOT, Visitor
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS as CAT_IN_THE_BOX
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS as RASCAL_KITTENS
from purrlab.tutorials import tutorials_of

Visit = Callable[..., Visitor]

FIGURE = re.compile(r"^!\[([^\]]*)\]\(([a-z-]+)\)$", re.MULTILINE)
PAPER_MARGIN: PdfMargins = {"top": "12mm", "right": "12mm", "bottom": "12mm", "left": "12mm"}
RULE = re.compile(r"\b(?:CB|RK)\d+\b")
LESSON = re.compile(r"\(/learn/[a-z-]+\)")


def text_of(game: str, language: str) -> str:
    """A rulebook or, for ``<game>.aid``, a player aid."""
    return (SOURCES / "rulebook" / f"{game}.{language}.md").read_text("utf-8")


def numbered_rules(game: str) -> set[str]:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    return set(re.findall(r"^\*\*([A-Z]{2}\d+) ", page, re.MULTILINE))


@pytest.mark.parametrize("game", PAGE_GAMES)
def test_the_figures_are_as_the_rules_have_them(game: str) -> None:
    """If not: python tools/rulebook_figures.py, unless a claim is refuted."""
    written = (rulebook_figures.FOLDER / f"{game}.json").read_text("utf-8")
    assert written == rulebook_figures.text_of(game)


def test_a_figure_that_the_rules_do_not_have_is_refused() -> None:
    with pytest.raises(ClaimRefutedError, match="CB13"):
        claim(is_so=False, words="CB13: the lower card wins")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PAGE_GAMES)
def test_every_figure_is_shown_with_what_is_so_in_it(game: str, language: str) -> None:
    figures: dict[str, dict[str, Any]] = json.loads(rulebook_figures.text_of(game))
    shown = FIGURE.findall(text_of(game, language))
    assert {name for _, name in shown} == figures.keys()
    for caption, name in shown:
        assert set(re.findall(r"\{(\w+)\}", caption)) <= figures[name]["facts"].keys(), name


@pytest.mark.parametrize("text", ["", ".aid"])
@pytest.mark.parametrize("game", PAGE_GAMES)
def test_all_languages_say_the_same(game: str, text: str) -> None:
    """The same figures, rules, lessons, headings and numbers, in the same order."""
    english, *others = (text_of(game + text, language) for language in LANGUAGES)
    assert [LESSON.findall(other) for other in others] == [LESSON.findall(english)] * len(others)
    for pattern in (FIGURE, RULE, re.compile(r"^(#+) ", re.MULTILINE), re.compile(r"^\| \d.*", re.MULTILINE)):
        expected = _figures_only(pattern.findall(english))
        assert [_figures_only(pattern.findall(other)) for other in others] == [expected] * len(others)


def _figures_only(found: list[Any]) -> list[Any]:
    """Of figures the names, of rows of a table the numbers."""
    return [item[1] if isinstance(item, tuple) else re.findall(r"[A-Z]{2}\d+|#+|\d+", item) for item in found]


@pytest.mark.parametrize("game", PAGE_GAMES)
def test_every_lesson_beyond_the_first_is_offered_where_it_fits(game: str) -> None:
    linked = LESSON.findall(text_of(game, "en"))
    assert sorted(linked) == sorted(f"(/learn/{name})" for name in tutorials_of(game)[1:])


@pytest.mark.parametrize("game", PAGE_GAMES)
def test_no_rule_is_left_out(game: str) -> None:
    assert set(RULE.findall(text_of(game, "en"))) == numbered_rules(game)
    assert set(RULE.findall(text_of(f"{game}.aid", "en"))) <= numbered_rules(game)


@pytest.mark.parametrize("text", ["", ".aid"])
def test_the_table_of_players_is_as_the_rules_have_it(text: str) -> None:
    for players, values, hand, tricks, bids, board, covered in rows("cat-in-the-box" + text):
        numbers = CAT_IN_THE_BOX[int(players)]
        assert re.findall(r"\d", values) == ["1", str(numbers.highest)]
        assert (int(hand), int(tricks)) == (numbers.hand, numbers.hand - 2)
        assert [int(bid) for bid in re.findall(r"\d", bids)] == list(numbers.bids)
        assert board == " or ".join(numbers.layouts)
        assert bool(re.search(r"\d", covered)) == bool(numbers.observed)
    for players, removed, left, extra, hand in rows("rascal-kittens" + text):
        rules = RASCAL_KITTENS[int(players)]
        assert (int(removed), int(left)) == (rules.removed, 5 - rules.removed)
        assert (int(extra[0]), int(hand)) == (rules.extra, 4 + rules.extra)


def rows(text: str) -> list[list[str]]:
    """The rows of the table in a text that begin with a number of players."""
    found = re.findall(r"^\| (\d .*) \|$", text_of(text, "en"), re.MULTILINE)
    assert found
    return [row.split(" | ") for row in found]


@pytest.mark.parametrize("game", PAGE_GAMES)
def test_in_the_browser(game: str, visit: Visit) -> None:
    """Every figure is drawn and every caption filled in, in the reader's language; and the player aid fits a page."""
    visitor = visit(locale="uk", viewport={"width": 320, "height": 700})
    page = visitor.page
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    visitor.go("/")
    assert not [address for address in requested if game in address]  # it comes when it is asked for
    visitor.go(f"/rulebook/{game}")
    page.locator("figcaption").last.wait_for()
    drawn = page.locator("[data-figure]").filter(has=page.locator("svg"))
    assert drawn.count() == len(rulebook_figures.figures_of(game))
    assert "{" not in page.locator("article").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for language in LANGUAGES:
        assert pages_of_aid(page, game, language) == 1, language


def pages_of_aid(page: Page, game: str, language: str) -> int:
    """On how many sheets of A4 the player aid is printed."""
    page.evaluate("language => localStorage.setItem('purrlab.language', language)", language)
    page.goto(f"{page.url.partition('/rulebook')[0].partition('/aid')[0]}/aid/{game}")
    page.locator("article h2").last.wait_for()
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", margin=PAPER_MARGIN)))
