"""Writes what the terminal says in the page's words: ``python tools/generate_terminal_messages.py``.

The messages of the page are the source. Those named here are copied into the package, which has no part of ``web/``.
"""

import json
from pathlib import Path

from purrlab.terminal.language import LANGUAGES, PAGE_MESSAGES_FOLDER

PAGE_MESSAGES = Path(__file__).parents[1] / "web" / "src" / "i18n" / "messages"
SHARED = (  # messages, and beginnings of messages
    "cat-in-the-box.title",
    "rascal-kittens.title",
    "player.points",
    "player.you",
    "cat-in-the-box.bid.do",
    "cat-in-the-box.card.",
    "cat-in-the-box.cause.",
    "cat-in-the-box.colour.",
    "cat-in-the-box.discard.do",
    "cat-in-the-box.player.tricks",
    "cat-in-the-box.player.tricks.of",
    "cat-in-the-box.rule.",
    "cat-in-the-box.trick.beaten.",
    "cat-in-the-box.trick.of-colour.",
    "cat-in-the-box.trick.why.",
    "rascal-kittens.cause.",
    "rascal-kittens.draw.do",
    "rascal-kittens.draw-tile.",
    "rascal-kittens.option.rooms.",
    "rascal-kittens.paint.",
    "rascal-kittens.room.of",
    "rascal-kittens.rule.",
    "rascal-kittens.run.too-short",
    "rascal-kittens.tile.",
    "rascal-kittens.toy.",
)


def shared_messages(language: str) -> str:
    found = json.loads((PAGE_MESSAGES / f"{language}.json").read_text("utf-8"))
    shared = {key: message for key, message in found.items() if _is_shared(key)}
    return json.dumps(shared, ensure_ascii=False, indent=1) + "\n"


def _is_shared(key: str) -> bool:
    return key in SHARED or key.startswith(tuple(name for name in SHARED if name.endswith(".")))


def main() -> None:
    PAGE_MESSAGES_FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        (PAGE_MESSAGES_FOLDER / f"{language}.json").write_text(shared_messages(language), "utf-8")


if __name__ == "__main__":
    main()
