"""What people write for others to read: names, which are to be told apart by looking, and chat."""

import re
import unicodedata
from collections.abc import Iterable

from purrlab.server.accounts.lookalikes import looks_like, looks_like_bot
from purrlab.server.errors import ErrorCode, Refused

MIN_NAME_LENGTH, MAX_NAME_LENGTH = 1, 24
UNREADABLE_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # control, formatting, separators, no character
MARK_CATEGORIES = {"Mn", "Me"}  # what stands on or around the letter before it; never first, never three on one
BLANK_CHARACTERS = set("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that look like nothing

# Many pictures are several pictures that are joined: a zero-width joiner between two of them hides nothing.
PICTOGRAPH = "[\u2190-\u2bff\U0001f000-\U0001faff]"
EMOJI_JOINER = re.compile(f"(?<={PICTOGRAPH})(\ufe0f?)\u200d(?={PICTOGRAPH})")


def checked_name(name: str) -> str:
    """A name that people can read and tell apart by looking. Raises Refused."""
    name = unicodedata.normalize("NFC", name).strip()
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH:
        message = f"a name has {MIN_NAME_LENGTH} to {MAX_NAME_LENGTH} characters"
        raise Refused(ErrorCode.BAD_NAME, message, field="name")
    if _hides_something(name) or not is_visible(name):
        message = "a name may have letters, digits, symbols and single spaces, but no invisible characters"
        raise Refused(ErrorCode.BAD_NAME, message, field="name")
    if looks_like_bot(name):
        raise Refused(ErrorCode.BAD_NAME, "this looks like the name of a bot", field="name")
    return " ".join(name.split())


def check_distinct(name: str, others: Iterable[str]) -> None:
    """That nobody takes this for the name of one of the others. Raises Refused."""
    if any(looks_like(name, other) for other in others):
        message = "somebody at this table has a name that looks like yours; choose another one first"
        raise Refused(ErrorCode.NAME_TAKEN, message, field="name")


def check_chat(text: str) -> None:
    """That others can read it, and that it leaves the lines around it alone. Raises Refused."""
    if not is_visible(text):
        raise Refused(ErrorCode.BAD_MESSAGE, "this has no visible text", field="text")
    if _hides_something(EMOJI_JOINER.sub("", unicodedata.normalize("NFC", text))):
        message = "this has characters that are invisible or that change how other text looks"
        raise Refused(ErrorCode.BAD_MESSAGE, message, field="text")


def _hides_something(text: str) -> bool:
    """Signs without a look, signs that turn the direction, or piles of marks on one letter."""
    kinds = [unicodedata.category(character) for character in text]
    marks = "".join("m" if kind in MARK_CATEGORIES else " " for kind in kinds)
    return bool(
        UNREADABLE_CATEGORIES.intersection(kinds)
        or marks.startswith("m")
        or "mmm" in marks
        or BLANK_CHARACTERS.intersection(text)
    )


def is_visible(text: str) -> bool:
    """Whether there is anything to read in it."""
    return any(unicodedata.category(character)[0] in "LNPS" for character in text if character not in BLANK_CHARACTERS)
