"""Passwords: what they must be like, and how they are kept and checked."""

import re
import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from purrlab.server.errors import ErrorCode, Refused

LOGIN = re.compile("[a-z0-9_.-]{2,24}")
MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 128

_hasher = PasswordHasher()


def check_credentials(login: str, password: str) -> None:
    """Raises Refused."""
    if not LOGIN.fullmatch(login):
        message = "a login has 2 to 24 characters: small letters a to z, digits, dots, dashes and underscores"
        raise Refused(ErrorCode.BAD_LOGIN, message, field="login")
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        message = f"a password has {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters"
        raise Refused(ErrorCode.BAD_PASSWORD, message, field="password")


def hash_password(password: str) -> str:
    return _hasher.hash(password)


@cache
def _hash_of_nobody() -> str:
    return hash_password(secrets.token_hex())


def check_password(stored: str | None, password: str) -> bool:
    """Whether this is the password. It takes as long for a login that does not exist."""
    try:
        _hasher.verify(stored or _hash_of_nobody(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None
