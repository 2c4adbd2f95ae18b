"""Who somebody is: a guest first, known again by a signed cookie; with a password if they want to keep it."""

import base64
import hmac
import re
import secrets
import unicodedata
from functools import cache
from http.cookies import CookieError, SimpleCookie

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from purrlab.server.refusal import Refused

COOKIE = "purrlab"
YEAR = 365 * 24 * 60 * 60
LONGEST_NAME = 24
UNREADABLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # control, formatting, separators, and what is no character

BLANK = set("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that look like nothing
_ID = re.compile("[A-Za-z0-9_-]{1,40}")
_PILED = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{3}")  # marks on marks on marks

_hasher = PasswordHasher()


def new_id() -> str:
    """An id that nobody can guess, and that says nothing."""
    return secrets.token_urlsafe(12)


def checked_name(name: str) -> str:
    """A name that people can read and tell apart by looking. Raises Refused."""
    name = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("bad-name", f"a name has 1 to {LONGEST_NAME} characters", status=400, field="name")
    kinds = {unicodedata.category(character) for character in name}
    if kinds & UNREADABLE or BLANK & set(name) or _PILED.search(name) or not any(kind[0] in "LNPS" for kind in kinds):
        message = "a name has letters, digits, signs and single spaces, and nothing that cannot be seen"
        raise Refused("bad-name", message, status=400, field="name")
    return " ".join(name.split())


class Cookies:
    """Signs and reads the cookie that says who somebody is. A new password makes those from before it worthless."""

    def __init__(self, secret: bytes, *, secure: bool) -> None:
        self._secret = secret
        self._secure = secure

    def issue(self, person: str, password: str | None) -> str:
        return self._header(f"{person}.{self._signature(person, password)}", YEAR)

    def revoke(self) -> str:
        return self._header("", 0)

    def prove(self, header: str | None, person: str, password: str | None) -> bool:
        """Whether a Cookie header was issued to this person."""
        signature = _value(header).rpartition(".")[2]
        return hmac.compare_digest(signature.encode(), self._signature(person, password).encode())

    def _header(self, value: str, age: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"

    def _signature(self, person: str, password: str | None) -> str:
        signed = f"purrlab-person/{person}/{password or ''}"
        digest = hmac.digest(self._secret, signed.encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def claimed(header: str | None) -> str | None:
    """Whom a Cookie header names; whether that is true is another question."""
    person = _value(header).rpartition(".")[0]
    return person if _ID.fullmatch(person) else None


def _value(header: str | None) -> str:
    try:
        cookie = SimpleCookie(header or "").get(COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie else ""


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
