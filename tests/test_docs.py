"""What the documentation says is so."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from purrlab import find_game
from purrlab.games.cat_in_the_box.layout import find_layout
from purrlab.games.registry import BUILT_IN
from purrlab.server.errors import ErrorCode
from purrlab.server.http.security import SECURITY_HEADERS
from purrlab.server.protocol import Act, ClientMessage
from purrlab.server.settings import Settings

ROOT = Path(__file__).parents[1]
TRANSLATIONS = sorted({file.stem for file in ROOT.glob("web/src/i18n/messages/*.json")} - {"en"})
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def text_of(*folders: str) -> str:
    files = (file for folder in folders for file in sorted((ROOT / folder).rglob("*.py")))
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_rule_is_named_in_the_code_and_in_a_test(game: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    rules = re.findall(r"^\*\*([A-Z]{2}\d+) ", page, re.MULTILINE)
    assert len(rules) == len(set(rules)) >= 15
    code, tests = text_of("src"), text_of("tests").upper()
    assert [rule for rule in rules if not re.search(rf"\b{rule}\b", code)] == []
    assert [rule for rule in rules if not re.search(rf"{rule}(?!\d)", tests)] == []


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_rules_say_the_same_in_every_language(game: str, language: str) -> None:
    """The same rules, rulings, headings, commands and numbers in tables; only English has what programmers need."""
    folder = ROOT / "docs" / "rules"
    english = (folder / f"{game}.md").read_text("utf-8").partition("## How it is written")[0]
    translated = (folder / f"{game}.{language}.md").read_text("utf-8")
    for pattern in (
        r"^\*\*([A-Z]{2}\d+) ",
        r"^(#+) ",
        r"^(\*)[^*]+:\*",
        r"^- \*([\d, -]+)\.\*",
        r"`(?:purrlab|options)[^`]*`",
    ):
        assert re.findall(pattern, translated, re.MULTILINE) == re.findall(pattern, english, re.MULTILINE)
    rows = [
        [re.findall(r"\d+", row) for row in re.findall(r"^\|.*", text, re.MULTILINE)] for text in (english, translated)
    ]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
def test_a_file_of_ones_own_is_brought_by_what_the_page_says(language: str) -> None:
    messages = json.loads((ROOT / "web" / "src" / "i18n" / "messages" / f"{language}.json").read_text("utf-8"))
    for game, keys in {
        "cat-in-the-box": ["cat-in-the-box.option.layout", "option.own-file"],
        "rascal-kittens": ["rascal-kittens.option.rooms", "option.each-seat", "option.own-file"],
    }.items():
        name = game if language == "en" else f"{game}.{language}"
        rules = " ".join((ROOT / "docs" / "rules" / f"{name}.md").read_text("utf-8").split())
        assert ", ".join(f"*{messages[key]}*" for key in ("new.title", *keys)) in rules


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_table_of_options_is_what_the_game_declares(game: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    rows = re.search(r"### Options\n\n\|.*\n\|---.*\n((?:\|.*\n)*)", page)
    assert rows is not None
    assert rows[1].splitlines() == [
        f"| `{option.name}` | {option.rule} | {option.about} | {option.values_in_words} | {option.default_in_words} |"
        for option in find_game(game).options
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_readme_program_runs() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(program.replace("print(", "outcome = ("), names)  # noqa: S102  # our own page
    assert names["outcome"] is not None


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "rules").glob("cat-in-the-box*.md")), ids=lambda page: page.stem
)
def test_the_layout_of_the_rules_page_is_a_good_one(page: Path, tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "spiral.toml"
    file.write_text(example, "utf-8")
    assert find_layout(file).name == "spiral"
    assert find_game("cat-in-the-box").new(4, "any", {"layout": file}).options["layout"]["name"] == "spiral"


def test_the_protocol_page_has_every_code_and_every_message() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    text, _, codes = page.partition("## Codes")
    assert sorted(re.findall(r"`([a-z-]+)`", codes)) == sorted(ErrorCode)
    rows = re.findall(r"^\| `([a-z-]+)` \|(.*?)\|", text, re.MULTILINE)
    fields = {kind: set(re.findall(r"`(\w+)`", column)) for kind, column in rows}
    for message in get_args(ClientMessage):
        declared = set(message.__struct_fields__) - ({"id"} if message is not Act else set())
        assert fields[message.__struct_config__.tag] == declared


def test_the_table_of_settings_has_their_defaults() -> None:
    page = (ROOT / "docs" / "server.md").read_text("utf-8").partition("## Settings")[2].partition("\n## ")[0]
    rows = [re.findall(r"`(\w+)`", names) for names in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)]
    told = re.findall(r"^\| `.*? \| (.*?) \|", page, re.MULTILINE)
    assert sorted(name for names in rows for name in names) == sorted(Settings.__struct_fields__)
    numbers = Settings()
    for names, defaults in zip(rows, told, strict=True):
        values = [getattr(numbers, name) for name in names]
        if all(type(value) in (int, float) for value in values):
            assert defaults == ", ".join(f"`{value}`" for value in values)


def test_the_security_page_has_every_header_that_is_sent() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    for name, value in SECURITY_HEADERS:
        assert f"`{name.decode()}`" in page
        assert f"`{value.decode()}`" in page or name == b"permissions-policy"
