"""Tutorials are played by the rules, and whatever their words claim is computed."""

import json
import re
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from purrlab import find_game
from purrlab.records import record_of
from purrlab.server.http.tutorial_messages import tutorial_game
from purrlab.server.protocol import BOT_SEAT_NAMES
from purrlab.tutorials import TUTORIALS, find_tutorial, tutorials_of
from purrlab.tutorials.claims import Situation, all_hold, holds

ROOT = Path(__file__).parents[1]
WORDS = ROOT / "web" / "src" / "learn" / "words"
SCRIPTS = ROOT / "src" / "purrlab" / "tutorials" / "scripts"
FORMS = {  # CLDR: of a word beside a whole number
    "en": {"one", "other"},
    "pl": {"one", "few", "many"},
    "uk": {"one", "few", "many"},
    "cs": {"one", "few", "other"},
}
LANGUAGES = tuple(FORMS)
MAX_WORDS_LENGTH = 400  # that stays readable above a table on a phone

every_tutorial = pytest.mark.parametrize("name", TUTORIALS)


def messages(language: str) -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    return found


def words(language: str) -> dict[str, str]:
    """Plural forms one after another."""
    said = messages(language)
    return {key: text if isinstance(text, str) else " ".join(text.values()) for key, text in said.items()}


def test_every_script_is_listed() -> None:
    assert {file.stem for file in SCRIPTS.iterdir()} == set(TUTORIALS)


@pytest.mark.parametrize("game", ["cat-in-the-box", "rascal-kittens"])
def test_the_first_tutorial_of_a_game_has_its_name(game: str) -> None:
    """So that the page finds it."""
    assert tutorials_of(game)[0] == game


@every_tutorial
def test_every_step_is_legal(name: str) -> None:
    tutorial = find_tutorial(name)
    for moment in tutorial.moments():  # plays every move by the rules
        if moment.asked is not None:
            assert moment.asked in moment.state.legal(tutorial.seat)
        else:
            assert not moment.step.wrong


@every_tutorial
def test_every_claim_holds(name: str) -> None:
    tutorial = find_tutorial(name)
    for step, state, asked, _, _ in tutorial.moments():
        situation = Situation(state, tutorial.seat, asked)
        assert [claim for claim in step.claims if not holds(claim, situation)] == [], step.words


@every_tutorial
def test_every_wrong_choice_is_explained_by_what_is_not_true_of_the_right_one(name: str) -> None:
    tutorial = find_tutorial(name)
    for step, state, asked, _, _ in tutorial.moments():
        if asked is None:
            continue
        used = set()
        for action in set(state.legal(tutorial.seat)) - {asked}:
            situation = Situation(state, tutorial.seat, action)
            explanation = next((wrong for wrong in step.wrong if all_hold(wrong.claims, situation)), None)
            assert explanation is not None, f"{step.words}: {action}"
            used.add(explanation)
        assert used == set(step.wrong)
        for wrong in step.wrong:
            assert not wrong.claims or not all_hold(wrong.claims, Situation(state, tutorial.seat, asked)), step.words


@every_tutorial
def test_the_page_finds_every_part_of_the_table_that_is_shown(name: str) -> None:
    tutorial = find_tutorial(name)
    targets = (ROOT / "web" / "src" / "games" / tutorial.game / "tutorialTargets.ts").read_text("utf-8")
    parts = re.search(r"parts: \{(.*)\}", targets)
    assert parts is not None
    assert {step.show for step in tutorial.steps if step.show} <= set(re.findall(r"'?([\w-]+)'?: '", parts[1]))


def test_a_claim_that_nobody_knows_is_an_error() -> None:
    tutorial = find_tutorial("cat-in-the-box")
    with pytest.raises(ValueError, match="'purrs loudly'"):
        holds("purrs loudly", Situation(tutorial.new(), tutorial.seat, None))


@every_tutorial
def test_a_tutorial_can_be_recorded(name: str) -> None:
    """It is a game like any other."""
    tutorial = find_tutorial(name)
    *_, last = tutorial.moments()
    state = last.states[-1] if last.states else last.state
    names = list(BOT_SEAT_NAMES[: tutorial.players])
    assert record_of(state, names).game == tutorial.game


@every_tutorial
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tutorial_has_all_its_words_and_no_others(name: str, language: str) -> None:
    steps = find_tutorial(name).steps
    keys = {"title", *(step.words for step in steps), *(wrong.words for step in steps for wrong in step.wrong)}
    told = {key.removeprefix(f"{name}.") for key in words(language) if key.partition(".")[0] == name}
    assert told == keys
    assert max(len(words(language)[f"{name}.{key}"]) for key in keys) <= MAX_WORDS_LENGTH


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_say_the_same(language: str) -> None:
    """The same keys, numbers, names and blanks."""
    english, here = words("en"), words(language)
    assert list(here) == list(english)
    telling = re.compile(rf"\d+|{'|'.join(BOT_SEAT_NAMES)}|{{\w+}}")
    for key, text in english.items():
        assert set(telling.findall(here[key])) == set(telling.findall(text)), key
    for key, message in messages("en").items():
        other = messages(language)[key]
        assert (set() if isinstance(message, str) else FORMS[language]) == (
            set() if isinstance(other, str) else set(other)
        )


@every_tutorial
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_in_the_words_is_claimed(name: str, language: str) -> None:
    """So that what the rules compute is what is said."""
    said, tutorial = words(language), find_tutorial(name)
    for step in tutorial.steps:
        asked = numbers_in(step.action or "")
        claimed = asked.union(*(numbers_claimed(tutorial.game, claim) for claim in step.claims))
        assert numbers_in(said[f"{name}.{step.words}"]) <= claimed, step.words
        for wrong in step.wrong:
            of_wrong = claimed.union(*(numbers_claimed(tutorial.game, claim) for claim in wrong.claims))
            assert numbers_in(said[f"{name}.{wrong.words}"]) <= of_wrong, wrong.words


def numbers_claimed(game: str, claim: str) -> set[int]:
    """Those that a claim is about, without the numbers of seats: the words have names for them."""
    called, *about = claim.split()
    known = import_module(f"purrlab.tutorials.{game.replace('-', '_')}").CLAIMS[called]
    names = [*signature(known).parameters][1:]
    seats = [which for which, name in enumerate(names) if name == "seat"]
    return numbers_in(" ".join(value for which, value in enumerate(about) if which not in seats))


def numbers_in(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"-?\b\d+", text.replace("\N{MINUS SIGN}", "-"))}


@every_tutorial
def test_the_page_is_told_what_every_choice_means(name: str) -> None:
    tutorial, game = find_tutorial(name), tutorial_game(name)
    every_action = find_game(tutorial.game).actions
    assert game.view["seat"] == tutorial.seat
    for told, moment in zip(game.steps, tutorial.moments(), strict=True):
        assert len(told.moves) == len(moment.moves)
        if moment.asked is None:
            assert not told.wrong
            assert not told.refusals
            continue
        verb = moment.asked.verb
        kinds = {str(action) for action in every_action if action.verb == verb}
        assert {told.action, *told.wrong, *told.refusals} == kinds
        assert not told.wrong.keys() & told.refusals.keys()
