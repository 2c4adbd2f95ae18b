"""Who somebody is: a guest first, known again by a signed cookie; with a password if they want to keep it."""

import base64
import hmac
import re
import secrets
import unicodedata
from functools import cache
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from purrlab.server.errors import ErrorCode, Refused

COOKIE = "purrlab"
MOST_CLAIMS = 3
YEAR = 365 * 24 * 60 * 60
LONGEST_NAME = 24
LOGIN = re.compile("[a-z0-9_.-]{2,24}")
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 128
UNREADABLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # control, formatting, separators, and what is no character
MARKS = {"Mn", "Me"}  # what stands on or around the letter before it; never first, never three on one
BLANK = set("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that look like nothing
ID = re.compile("[A-Za-z0-9_-]{1,40}")

_hasher = PasswordHasher()


def new_id() -> str:
    """An id that nobody can guess, and that says nothing."""
    return secrets.token_urlsafe(12)


def checked_name(name: str) -> str:
    """A name that people can read and tell apart by looking. Raises Refused."""
    name = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(ErrorCode.BAD_NAME, f"a name has 1 to {LONGEST_NAME} characters", field="name")
    kinds = [unicodedata.category(character) for character in name]
    marks = "".join("m" if kind in MARKS else " " for kind in kinds)
    odd = UNREADABLE.intersection(kinds) or marks.startswith("m") or "mmm" in marks or BLANK.intersection(name)
    if odd or not is_visible(name):
        message = "a name has letters, digits, signs and single spaces, and nothing that cannot be seen"
        raise Refused(ErrorCode.BAD_NAME, message, field="name")
    return " ".join(name.split())


def check_credentials(login: str, password: str) -> None:
    """Raises Refused."""
    if not LOGIN.fullmatch(login):
        message = "a login has 2 to 24 characters: small letters a to z, digits, dots, dashes and underscores"
        raise Refused(ErrorCode.BAD_LOGIN, message, field="login")
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        message = f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        raise Refused(ErrorCode.BAD_PASSWORD, message, field="password")


def is_visible(text: str) -> bool:
    """Whether there is anything to read in it."""
    return any(unicodedata.category(character)[0] in "LNPS" for character in text if character not in BLANK)


class Claim(NamedTuple):
    """Whom a cookie names; whether that is true is another question."""

    person: str
    signature: str


class Cookies:
    """Signs and reads the cookie that says who somebody is. A new password makes those from before it worthless."""

    def __init__(self, secret: bytes, *, secure: bool) -> None:
        self._secret = secret
        self._secure = secure

    def issue(self, person: str, password: str | None) -> str:
        return self._header(f"{person}.{self._signature(person, password)}", YEAR)

    def revoke(self) -> str:
        return self._header("", 0)

    def prove(self, claim: Claim, password: str | None) -> bool:
        """Whether this was issued to this person."""
        return hmac.compare_digest(claim.signature.encode(), self._signature(claim.person, password).encode())

    def _header(self, value: str, age: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"

    def _signature(self, person: str, password: str | None) -> str:
        signed = f"purrlab-person/{person}/{password or ''}"
        digest = hmac.digest(self._secret, signed.encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def claims(header: str) -> list[Claim]:
    """Our cookies among all that came in a header; what others put there need not make sense."""
    found = [cookie.strip().partition("=") for cookie in header.split(";")]
    values = [value.rpartition(".") for name, _, value in found if name == COOKIE]
    return [Claim(person, signature) for person, _, signature in values if ID.fullmatch(person)][:MOST_CLAIMS]


def hash_password(password: str) -> str:
    return _hasher.hash(password)


@cache
def _nobodys() -> str:
    return hash_password(secrets.token_hex())


def check_password(stored: str | None, password: str) -> bool:
    """Whether this is the password. It takes as long for a login that does not exist."""
    try:
        _hasher.verify(stored or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None
