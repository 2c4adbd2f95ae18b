"""What the page is made of: its messages, and how it is served."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.clients import Server

from page.visitor import ROOT
from purrlab import find_game
from purrlab.games.refusals import CAUSES
from purrlab.server.errors import ErrorCode
from purrlab.server.http.static_files import PAGE_PATHS

SOURCES = ROOT / "web" / "src"
LANGUAGES = {
    "en": {"one", "other"},
    "pl": {"one", "few", "many"},
    "uk": {"one", "few", "many"},
    "cs": {"one", "few", "other"},
}
PAGE_GAMES = tuple(sorted(folder.name for folder in (SOURCES / "games").iterdir() if folder.is_dir()))
Messages = dict[str, str | dict[str, str]]


def messages(language: str) -> Messages:
    found: Messages = json.loads((SOURCES / "i18n" / "messages" / f"{language}.json").read_text("utf-8"))
    return found


def blanks(message: str | dict[str, str]) -> set[str]:
    forms = [message] if isinstance(message, str) else list(message.values())
    return {blank for form in forms for blank in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_missing_in_a_language(language: str) -> None:
    known, here = messages("en"), messages(language)
    assert list(here) == list(known)
    for key, message in here.items():
        assert blanks(message) == blanks(known[key]), key
        if isinstance(known[key], dict):
            assert isinstance(message, dict), key
            assert set(message) == LANGUAGES[language], key


def code_in(folder: Path) -> str:
    return "\n".join(file.read_text("utf-8") for file in folder.rglob("*") if file.suffix in (".ts", ".svelte"))


def test_every_message_is_used_and_every_used_message_is_there() -> None:
    code, known = code_in(SOURCES), messages("en")
    beginnings = tuple(re.findall(r"`([a-z-]+(?:\.[a-z-]+)*\.)\$\{", code))
    of_any_game = re.findall(r"`\$\{[^}]+\}\.([a-z]+)(?:`|\.\$\{)", code)  # `${game}.title`, `${game}.option.${name}`
    assert {"title", "text", "primer", "option", "wait", "over", "rule"} == set(of_any_game)
    by_game = tuple(f"{game}.{word}" for game in PAGE_GAMES for word in of_any_game)
    unused = [key for key in known if f"'{key}'" not in code and not key.startswith(beginnings + by_game)]
    assert unused == []
    asked = set(re.findall(r"\bt\(\s*'([^']+)'", code)) | set(re.findall(r"\bline\(\s*'([^']+)'", code))
    assert asked - known.keys() == set()


@pytest.mark.parametrize("game", PAGE_GAMES)
def test_the_words_of_a_game_begin_with_its_name(game: str) -> None:
    """So that those of another game cannot have the same keys."""
    code = code_in(SOURCES / "games" / game)
    elsewhere = "\n".join(file.read_text("utf-8") for file in SOURCES.rglob("*.*") if game not in file.parts)
    shared = {key for key in messages("en") if not key.startswith(PAGE_GAMES) and f"'{key}'" in code}
    assert [key for key in shared if f"'{key}'" not in elsewhere] == []
    assert [key for key in re.findall(r"['`]([a-z-]+)\.", code) if key in PAGE_GAMES and key != game] == []


def test_every_refusal_that_has_words_is_one_of_the_server() -> None:
    refusals = {key.removeprefix("refused.") for key in messages("en") if key.startswith("refused.")}
    assert refusals - set(ErrorCode) == {"unreachable"}  # which the page finds out by itself


def codes_of(causes: tuple[Any, ...]) -> set[str]:
    return {cause._field_defaults["code"] for cause in causes}


@pytest.mark.parametrize("game", PAGE_GAMES)
def test_every_cause_of_a_refusal_has_words(game: str) -> None:
    own = {f"{game}.cause.{code}" for code in codes_of(find_game(game).own_causes)}
    told = {key.removesuffix(".own") for key in messages("en") if key.startswith(f"{game}.cause.")}
    assert told == own
    shared = {f"cause.{code}" for code in codes_of(CAUSES)}
    assert {key for key in messages("en") if key.startswith("cause.")} == {*shared, "cause.rule"}


@pytest.mark.parametrize("game", PAGE_GAMES)
def test_a_game_has_words_for_whatever_it_waits_for_and_for_its_rules(game: str) -> None:
    known = messages("en")
    expected = {f"{game}.wait.{verb}" for verb in find_game(game).verbs}
    rules = re.findall(
        r"^\*\*([A-Z]{2}\d+) ", (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8"), re.MULTILINE
    )
    expected |= {f"{game}.rule.{rule}" for rule in rules}
    assert {key for key in known if key.startswith((f"{game}.wait.", f"{game}.rule."))} == expected
    assert len(rules) > 10


@pytest.mark.parametrize("game", PAGE_GAMES)
def test_every_option_and_every_choice_has_words(game: str) -> None:
    known = messages("en")
    for option in find_game(game).options:
        key = f"{game}.option.{option.name}"
        named = {choice for players in option.choices for choice in option.choices_for(players)}
        assert {key, *(f"{key}.{choice}" for choice in named)} <= known.keys()


def test_a_game_is_named_in_its_own_folder_only() -> None:
    """So that another game costs a folder, a line in games/index.ts and its words."""
    assert {"cat-in-the-box", "rascal-kittens"} <= set(PAGE_GAMES)
    generated = ("protocol.ts", "views.ts")
    shared = [
        file
        for file in SOURCES.rglob("*")
        if file.suffix in (".ts", ".svelte") and ".test." not in file.name and file.name not in generated
        if SOURCES / "games" not in file.parents
    ]
    assert [file.name for file in shared if any(game in file.read_text("utf-8") for game in PAGE_GAMES)] == []


def test_every_link_of_the_page_leads_to_a_place_that_the_server_knows() -> None:
    code = "\n".join(file.read_text("utf-8") for file in SOURCES.rglob("*.svelte"))
    linked = re.findall(r"""(?:href=["{]?["'`]|path: ["'`]|router\.(?:go|replace)\(["'`])/([a-z]+)""", code)
    assert {"t", "new", "rulebook", "rules", "aid", "learn", "replay", "games"} <= set(linked) <= {*PAGE_PATHS, "api"}


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text("utf-8")


class TestServing:
    @pytest.fixture(autouse=True)
    def _is_built(self) -> None:
        if not (ROOT / "src" / "purrlab" / "server" / "static" / "index.html").is_file():
            pytest.skip("the page is not built: make page")

    def test_every_place_of_the_page_is_the_page(self, server: Server) -> None:
        first = server.visit().get("/")
        for place in ("/play", "/lobby", "/t/abc", "/replay/abc", "/rules/cat-in-the-box", "/rulebook/x", "/aid/x"):
            assert server.visit().get(server.url + place).content == first.content
        assert first.headers["cache-control"] == "no-cache"
        assert "content-security-policy" in first.headers
        assert server.visit().get("/api/nothing").status_code == 404
        assert server.visit().get("/assets/nothing.js").status_code == 404

    def test_without_scripts_there_are_words(self, server: Server) -> None:
        assert "<noscript>" in server.visit().get("/").text

    def test_it_asks_no_other_host_and_runs_no_inline_script(self, server: Server) -> None:
        html = server.visit().get("/").text
        assert re.findall(r'(?:src|href)="(?!/)', html) == []
        assert re.findall(r"<script[^>]*>[^<]", html) == []

    def test_files_come_small_and_may_be_kept(self, server: Server) -> None:
        script = re.findall(r'src="(/assets/[^"]+)"', server.visit().get("/").text)[0]
        small = server.visit().get(script)
        plain = server.visit().get(script, headers={"accept-encoding": "identity"})
        assert small.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert small.content == plain.content
        assert "immutable" in small.headers["cache-control"]
        assert httpx.head(server.url + script).content == b""

    def test_a_table_waits_for_no_round_trip_that_can_be_saved(self, server: Server) -> None:
        html = server.visit().get("/t/abc")
        early, page, style = re.findall(r'"(/assets/[^"]+)"', html.text)
        assert f'async crossorigin src="{early}"' in html.text
        assert [name.rpartition(".")[2] for name in (early, page, style)] == ["js", "js", "css"]
        scripts = f"<{early}>; rel=modulepreload, <{page}>; rel=modulepreload"
        files = f"{scripts}, <{style}>; rel=preload; as=style; crossorigin"
        assert html.headers["link"] == f"</api/me>; rel=preload; as=fetch; crossorigin, {files}"
        assert server.visit().get("/play").headers["link"] == html.headers["link"]
        assert server.visit().get("/").headers["link"] == files
        assert "link" not in server.visit().get(style).headers

    def test_what_is_asked_for_early_needs_nothing_else(self) -> None:
        (early,) = (ROOT / "src" / "purrlab" / "server" / "static" / "assets").glob("early-*.js")
        script = early.read_text("utf-8")
        assert not re.search(r"\bimport\b", script)
        assert len(gzip.compress(script.encode())) < 3000

    def test_the_script_of_a_first_table_is_light(self) -> None:
        """What comes before a card can be played, of both games; pages, lessons and languages come when asked for."""
        assets = ROOT / "src" / "purrlab" / "server" / "static" / "assets"
        waiting = {file.name for kind in ("early", "page", "Table") for file in assets.glob(f"{kind}-*.js")}
        needed: set[str] = set()
        while waiting:
            needed.add(name := waiting.pop())
            waiting |= (
                set(re.findall(r"""(?:from|import)["']\./([\w-]+\.js)["']""", (assets / name).read_text("utf-8")))
                - needed
            )
        assert len(needed) > 3
        assert sum(len(gzip.compress((assets / name).read_bytes(), 9)) for name in needed) <= 100_000

    def test_font_and_sounds_are_light(self) -> None:
        assets = Path(ROOT / "src" / "purrlab" / "server" / "static" / "assets")
        fonts = sum(file.stat().st_size for file in assets.glob("*.woff2"))
        sounds = sum(len(gzip.compress(file.read_bytes(), 9)) for file in assets.glob("synthesizer-*.js"))
        assert 0 < sounds < fonts
        assert fonts + sounds <= 120_000
