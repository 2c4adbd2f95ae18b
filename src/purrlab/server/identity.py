"""Who somebody is: a guest first, known again by a signed cookie; with a password if they want to keep it."""

import base64
import hmac
import os
import secrets
from functools import cache
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

COOKIE = "purrlab"
YEAR = 365 * 24 * 60 * 60

_hasher = PasswordHasher()


def new_id() -> str:
    """An id that nobody can guess, and that says nothing."""
    return secrets.token_urlsafe(12)


def load_secret(folder: Path) -> bytes:
    """The key that signs cookies: made at the first start, readable by nobody else."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / "secret"
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_bytes()
    with os.fdopen(handle, "wb") as opened:
        opened.write(secrets.token_bytes(32))
        opened.flush()
        os.fsync(opened.fileno())
    return file.read_bytes()


class Cookies:
    """Signs and reads the cookie that says who somebody is."""

    def __init__(self, secret: bytes, *, secure: bool) -> None:
        self._secret = secret
        self._secure = secure

    def issue(self, person: str) -> str:
        return self._header(f"{person}.{self._signature(person)}", YEAR)

    def revoke(self) -> str:
        return self._header("", 0)

    def person(self, header: str | None) -> str | None:
        """The person that a Cookie header names; None where there is none, or it was forged."""
        value = _value(header)
        person, dot, signature = value.rpartition(".")
        if not dot or not hmac.compare_digest(signature.encode(), self._signature(person).encode()):
            return None
        return person

    def _header(self, value: str, age: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"

    def _signature(self, person: str) -> str:
        digest = hmac.digest(self._secret, f"purrlab-person/{person}".encode(errors="replace"), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


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
