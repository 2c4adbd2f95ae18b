"""The terminal speaks the languages of the page."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import generate_terminal_messages
import pytest
from click.testing import CliRunner

from purrlab import find_game
from purrlab.bots import BOTS, find_bot, play_game
from purrlab.cli import main
from purrlab.cli.spoken_errors import ENGLISH
from purrlab.games.game import Action, State
from purrlab.games.registry import BUILT_IN
from purrlab.terminal import TEXT_VIEWS
from purrlab.terminal.language import (
    LANGUAGES,
    MESSAGES_FOLDER,
    PAGE_MESSAGES_FOLDER,
    PLURAL_FORM,
    Message,
    language_of_user,
    messages,
    say,
    speaking,
    spoken_language,
)
from purrlab.terminal.spoken_choice import spoken_choice
from purrlab.terminal.text import MAX_COLUMNS, columns_of

FORMS = {
    "en": {"one", "other"},
    "pl": {"one", "few", "many"},
    "uk": {"one", "few", "many"},
    "cs": {"one", "few", "other"},
}
SPOKEN_COMMANDS = ("play", "replay", "room")
ENGLISH_WORDS = {
    "error",
    "usage",
    "try",
    "help",
    "for",
    "invalid",
    "value",
    "not",
    "is",
    "expected",
    "or",
    "there",
    "are",
}
LONG_NAMES = ["Wolfeschlegelsteinha", "Ann", "Bo", "Cleopatra"]


def blanks(message: Message) -> set[str]:
    forms = [message] if isinstance(message, str) else list(message.values())
    return {blank for form in forms for blank in re.findall(r"\{(\w+)\}", form)}


def questions() -> set[str]:
    """What the rules ask in English themselves."""
    return {f"{game}.asks.{verb}" for game in BUILT_IN for verb in find_game(game).verbs}


def helps() -> set[str]:
    """What commands, options and bots say of themselves in English, and how it is put together in other languages."""
    values = {f"help.values.{each}" for each in ("seat", "number", "own-file", "each-seat", "players")}
    names = {"help.by-lot", "help.any.language", "help.any.help", "help.play.name.default", *values}
    for command in SPOKEN_COMMANDS:
        options = [max(each.opts, key=len).lstrip("-") for each in main.commands[command].params if each.opts[0] < "A"]
        names |= {f"help.{command}", *(f"help.{command}.{option}" for option in options if option != "language")}
    for game in BUILT_IN:
        names |= {f"help.{game}.{option.name}" for option in find_game(game).options}
        names |= {f"help.bot.{bot.partition('@')[0]}" for bot in BOTS[game].descriptions}
    return names | {"setup.refused", *(f"setup.{each}" for each in ("players", "allowed", "no-option", "no-bot"))}


def typed_words() -> set[str]:
    """What may be typed beside the words of a choice, and what is wrong with a command: English has its own."""
    said = {f"{game}.says.{verb}" for game in BUILT_IN for verb in find_game(game).verbs}
    return said | {"usage.try", "usage.missing", "usage.invalid", *ENGLISH}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_page_says_too_is_said_in_its_words(language: str) -> None:
    """If not: python tools/generate_terminal_messages.py."""
    written = (PAGE_MESSAGES_FOLDER / f"{language}.json").read_text("utf-8")
    assert written == generate_terminal_messages.shared_messages(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_missing(language: str) -> None:
    english, here = messages("en"), messages(language)
    assert here.keys() ^ english.keys() == (set() if language == "en" else questions() | helps() | typed_words())
    for key, message in english.items():
        assert blanks(here[key]) == blanks(message), key
        if isinstance(message, dict):
            assert here[key].keys() == FORMS[language], key  # type: ignore[union-attr]


def test_every_message_is_used() -> None:
    code = "\n".join(file.read_text("utf-8") for file in (Path(MESSAGES_FOLDER).parents[1]).glob("*/**/*.py"))
    beginnings = tuple(re.findall(r'f"([a-z-]+(?:\.[a-z-]+)*\.)\{', code))
    unused = [key for key in messages("en") if f'"{key}"' not in code and f"'{key}'" not in code]
    of_any_game = re.compile(r"[a-z-]+\.(title|rule\..*)")  # f"{game.name}.title"
    assert [key for key in unused if not key.startswith(beginnings) and not of_any_game.fullmatch(key)] == []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {"one": [1], "other": [0, 2, 5, 21]}),
        ("pl", {"one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 12, 14, 21, 112]}),
        ("uk", {"one": [1, 21, 101], "few": [2, 4, 22], "many": [0, 5, 11, 12, 14, 111]}),
        ("cs", {"one": [1], "few": [2, 3, 4], "other": [0, 5, 22]}),
    ],
)
def test_plural_forms_are_those_of_the_language(language: str, forms: dict[str, list[int]]) -> None:
    for form, numbers in forms.items():
        assert {PLURAL_FORM[language](number) for number in numbers} == {form}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "uk_UA.UTF-8"}, "uk"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "cs_CZ"}, "cs"),
        ({"LANG": "pl_PL.UTF-8", "LANGUAGE": "de:cs:pl"}, "cs"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "pl_PL.UTF-8"}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale(environment: dict[str, str], language: str) -> None:
    assert language_of_user(environment) == language


def whole_game(game: str, players: int) -> list[State]:
    states: list[State] = []
    bots = [find_bot(game, "random") for _ in range(players)]

    def observe(before: State, after: State) -> None:
        states.extend([after] if states else [before, after])

    play_game(find_game(game).new(players, "a game in all languages"), bots, Random(1), observe=observe)
    return states


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", BUILT_IN)
def test_every_language_fits_a_terminal(game: str, players: int) -> None:
    text_view, names = TEXT_VIEWS[game], LONG_NAMES[:players]
    views = [state.view(0) for state in whole_game(game, players)]
    for language in LANGUAGES:
        with speaking(language):
            shown = [text_view.how_to_play()]
            for before, after in pairwise(views):
                shown += [text_view.draw(after, names), *text_view.narrate(before, after, names)]
        wide = {line for text in shown for line in text.splitlines() if columns_of(line) > MAX_COLUMNS}
        assert wide == set(), language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_this_language(language: str) -> None:
    """What is said, what is refused and what is wrong with an option."""
    typed = "1\n1\nnonsense\nplay 9 red\nq\n"
    shown = CliRunner().invoke(main, ["play", "--language", language, "--seed", "3"], typed).output
    wrong = CliRunner().invoke(main, ["play", "--language", language, "--name", " "]).output
    assert spoken_language() == "en"  # nothing stays for those who come later
    with speaking(language):
        assert say("play.help") in shown
        assert say("play.goodbye") in shown
        if language != "en":
            assert f"CB9: {say('cat-in-the-box.cause.card-not-held', value=9)}" in shown
        assert say("play.name-length", longest=20) in wrong
    if language != "en":
        assert "Put one card away" not in shown
        assert "play 3 red · " in shown  # notation stays as it is


def test_the_locale_is_asked_where_nobody_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "cs")
    shown = CliRunner().invoke(main, ["room", "no-such-room"]).output
    with speaking("cs"):
        assert say("room.unknown", room="'no-such-room'", rooms="").partition(";")[0] in " ".join(shown.split())


@pytest.mark.parametrize("command", SPOKEN_COMMANDS)
def test_help_is_in_the_language_that_is_spoken(command: str) -> None:
    english = CliRunner().invoke(main, [command, "--help"], env={"LANG": "C"}).output
    for language in LANGUAGES[1:]:
        asked = CliRunner().invoke(main, [command, "--language", language, "--help"]).output
        assert asked == CliRunner().invoke(main, [command, "--help"], env={"LANGUAGE": language}).output
        assert asked == CliRunner().invoke(main, [command, "--help", "--language", language]).output
        same = {line.strip() for line in asked.splitlines()} & {line.strip() for line in english.splitlines()}
        assert [line for line in same if " " in line and "(CF" not in line] == []  # Coin Flip knows English only


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_what_cannot_be_set_up_is_refused_in_the_language_that_is_spoken(language: str) -> None:
    beginning = messages(language)["error"]
    for option, wrong, named in (("-p", "9", "5"), ("-o", "layout=pink", "layout"), ("-b", "nobody", "'nobody'")):
        result = CliRunner().invoke(main, ["play", "--language", language, option, wrong])
        assert result.exit_code == 1
        assert result.output.startswith(f"{beginning} ")
        assert named in result.output
        assert not set(re.findall(r"\w+", result.output.lower())) & ENGLISH_WORDS


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize(
    "typed",
    [
        ["play", "nosuch"],
        ["play", "--players", "x"],
        ["play", "--players"],
        ["play", "--nosuch"],
        ["play", "--language=en=x"],
        ["play", "rascal-kittens", "more"],
        ["play", "--option", "layout"],
        ["play", "--option", "nosuch=1"],
        ["play", "--seat", "9"],
        ["play", "--out", "."],
        ["replay"],
        ["replay", "no-such-file"],
        ["replay", "--seat", "-1", __file__],
    ],
)
def test_what_is_typed_wrong_is_said_in_the_language_that_is_spoken(language: str, typed: list[str]) -> None:
    result = CliRunner().invoke(main, typed, env={"LANGUAGE": language})
    assert result.exit_code != 0
    said = re.sub(r"--[a-z]+", "", result.output)
    assert str(messages(language)["error"]) in said
    assert not set(re.findall(r"\w+", said.lower())) & ENGLISH_WORDS


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("pl", {"discard": "odłóż 1", "bid": "obstaw 3", "play": "zagraj 5 niebieską"}),
        ("pl", {"discard": "odłóż kartę 1", "bid": "obstaw 3", "play": "niebieska 5"}),
        ("uk", {"discard": "відкласти карту 1", "bid": "ставка 3", "play": "зіграйте 5 як синю"}),
        ("cs", {"discard": "odložte kartu 1", "bid": "odhad 3", "play": "zahrát kartu 5 jako modrou"}),
        ("en", {"discard": "put the 1 away", "bid": "bid 3", "play": "blue 5"}),
    ],
)
def test_choices_can_be_typed_in_words(language: str, typed: dict[str, str]) -> None:
    expected = {"discard": "discard 1", "bid": "bid 3", "play": "play 5 blue"}
    with speaking(language):
        for verb, words in typed.items():
            assert str(choice_in_words("cat-in-the-box", verb, words)) == expected[verb]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_words_beside_a_choice_mean_it(game: str, language: str) -> None:
    describe = TEXT_VIEWS[game].describe
    assert describe is not None
    with speaking(language):
        for action in find_game(game).actions:
            assert choice_in_words(game, action.verb, describe(action)) == action
            assert choice_in_words(game, action.verb, f"{describe(action)} nonsense") is None


def choice_in_words(game: str, verb: str, words: str) -> Action | None:
    describe = TEXT_VIEWS[game].describe
    assert describe is not None
    return spoken_choice(game, [action for action in find_game(game).actions if action.verb == verb], describe, words)
