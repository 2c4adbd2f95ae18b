"""What people write for others to read: names, which are to be told apart by looking, chat, and entropy."""

import unicodedata
from collections.abc import Iterable

from purrlab.games.readable import hides_something, is_visible
from purrlab.server.accounts.lookalikes import looks_like, looks_like_bot
from purrlab.server.errors import ErrorCode, Refused

MIN_NAME_LENGTH, MAX_NAME_LENGTH = 1, 24


def checked_name(name: str) -> str:
    """A name that people can read and tell apart by looking. Raises Refused."""
    name = unicodedata.normalize("NFC", name).strip()
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH:
        message = f"a name has {MIN_NAME_LENGTH} to {MAX_NAME_LENGTH} characters"
        raise Refused(ErrorCode.BAD_NAME, message, field="name")
    if hides_something(name) or not is_visible(name):
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


def check_text(text: str) -> None:
    """That others can read it, and that it leaves the lines around it alone. Raises Refused."""
    if not is_visible(text):
        raise Refused(ErrorCode.BAD_MESSAGE, "this has no visible text", field="text")
    if hides_something(text, joined_pictures=True):
        message = "this has characters that are invisible or that change how other text looks"
        raise Refused(ErrorCode.BAD_MESSAGE, message, field="text")
