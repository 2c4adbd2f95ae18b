"""What people write for others to read: whether it can be seen, and leaves the text around it alone."""

import re
import unicodedata

# What Unicode calls Default_Ignorable_Code_Point: it is not drawn, whatever its category. Python has no such table.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Letters and signs that are drawn, and look like nothing: Braille, a replaced object, music, Khitan, hieroglyphs.
BLANK_CHARACTERS = set("\u2800\ufffc\U0001d159\U00016fe4\U00013441\U00013442")
UNREADABLE_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # control, formatting, separators, no character
MARK_CATEGORIES = {"Mn", "Me"}  # what stands on or around the letter before it; never first, never three on one

# A sign after a picture or a key says whether it is coloured, and a zero-width joiner makes one of two: neither hides
# anything.
PICTOGRAPH = "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
PICTOGRAPH_STYLE = re.compile(f"(?<={PICTOGRAPH})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)")
PICTOGRAPH_JOINER = re.compile(f"(?<={PICTOGRAPH})\u200d(?={PICTOGRAPH})")


def hides_something(text: str, *, joined_pictures: bool = False) -> bool:
    """Signs without a look, signs that turn the direction, or piles of marks on one letter."""
    text = PICTOGRAPH_STYLE.sub("", unicodedata.normalize("NFC", text))
    if joined_pictures:
        text = PICTOGRAPH_JOINER.sub("", text)
    kinds = [unicodedata.category(character) for character in text]
    marks = "".join("m" if kind in MARK_CATEGORIES else " " for kind in kinds)
    return bool(
        UNREADABLE_CATEGORIES.intersection(kinds)
        or marks.startswith("m")
        or "mmm" in marks
        or INVISIBLE.search(text)
        or BLANK_CHARACTERS.intersection(text)
    )


def is_visible(text: str) -> bool:
    """Whether there is anything to read in it."""
    seen = (character for character in INVISIBLE.sub("", text) if character not in BLANK_CHARACTERS)
    return any(unicodedata.category(character)[0] in "LNPS" for character in seen)
