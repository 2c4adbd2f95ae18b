"""Names that people give themselves: readable, and to be told apart by looking."""

import unicodedata

from purrlab.server.errors import ErrorCode, Refused

MAX_NAME_LENGTH = 24
UNREADABLE_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # control, formatting, separators, no character
MARK_CATEGORIES = {"Mn", "Me"}  # what stands on or around the letter before it; never first, never three on one
BLANK_CHARACTERS = set("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that look like nothing


def checked_name(name: str) -> str:
    """A name that people can read and tell apart by looking. Raises Refused."""
    name = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise Refused(ErrorCode.BAD_NAME, f"a name has 1 to {MAX_NAME_LENGTH} characters", field="name")
    kinds = [unicodedata.category(character) for character in name]
    marks = "".join("m" if kind in MARK_CATEGORIES else " " for kind in kinds)
    odd = (
        UNREADABLE_CATEGORIES.intersection(kinds)
        or marks.startswith("m")
        or "mmm" in marks
        or BLANK_CHARACTERS.intersection(name)
    )
    if odd or not is_visible(name):
        message = "a name has letters, digits, signs and single spaces, and nothing that cannot be seen"
        raise Refused(ErrorCode.BAD_NAME, message, field="name")
    return " ".join(name.split())


def is_visible(text: str) -> bool:
    """Whether there is anything to read in it."""
    return any(unicodedata.category(character)[0] in "LNPS" for character in text if character not in BLANK_CHARACTERS)
