"""What the terminal says, in the language of whoever sits at it.

Messages are written as those of the page: blanks in braces, and where ``count`` decides, plural forms by their CLDR
names. Those that the page says too come from it (``messages/page/``, by ``tools/generate_terminal_messages.py``).
"""

import json
import locale
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

MESSAGES_FOLDER = Path(__file__).parent / "messages"
PAGE_MESSAGES_FOLDER = MESSAGES_FOLDER / "page"

Message = str | dict[str, str]


def _few(number: int) -> bool:
    return number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)


def _english(number: int) -> str:
    return "one" if number == 1 else "other"


def _polish(number: int) -> str:
    return "one" if number == 1 else "few" if _few(number) else "many"


def _ukrainian(number: int) -> str:
    return "one" if number % 10 == 1 and number % 100 != 11 else "few" if _few(number) else "many"


def _czech(number: int) -> str:
    return "one" if number == 1 else "few" if number in (2, 3, 4) else "other"


# CLDR: the form of a word beside a whole number
PLURAL_FORM: Mapping[str, Callable[[int], str]] = {"en": _english, "pl": _polish, "uk": _ukrainian, "cs": _czech}
LANGUAGES = tuple(PLURAL_FORM)
DEFAULT = LANGUAGES[0]

_spoken = ContextVar("_spoken", default=DEFAULT)


def speak(language: str) -> None:
    """From now on, in this language."""
    _spoken.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Meanwhile all is said in this language."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def spoken_language() -> str:
    return _spoken.get()


def language_of_user(environment: Mapping[str, str] = os.environ) -> str:
    """The first language of the locale that is spoken here, asked for as gettext does; English where there is none."""
    wanted = environment.get("LANGUAGE", "").split(":")
    wanted += [environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wanted.append(locale.getlocale()[0] or "")  # where the environment does not say, as on Windows
    for name in filter(None, wanted):
        language = re.split(r"[_.@-]", locale.normalize(name))[0].lower()
        if language in LANGUAGES:
            return language
        if language in ("c", "posix"):
            break
    return DEFAULT


def knows(key: str) -> bool:
    return key in messages(_spoken.get())


def say(key: str, **values: object) -> str:
    """The message with its blanks filled in; ``count`` chooses among plural forms."""
    language = _spoken.get()
    message = messages(language)[key]
    if isinstance(message, dict):
        message = message[PLURAL_FORM[language](abs(int(str(values["count"]))))]
    return re.sub(r"\{(\w+)\}", lambda blank: str(values[blank[1]]), message)


@cache
def messages(language: str) -> Mapping[str, Message]:
    own: dict[str, Message] = tomllib.loads((MESSAGES_FOLDER / f"{language}.toml").read_text("utf-8"))
    shared: dict[str, Message] = json.loads((PAGE_MESSAGES_FOLDER / f"{language}.json").read_text("utf-8"))
    return {key: _without_final_break(message) for key, message in (shared | own).items()}


def _without_final_break(message: Message) -> Message:
    return message.rstrip("\n") if isinstance(message, str) else message
