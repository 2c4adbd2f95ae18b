"""Passwords: what they must be like, and how they are kept and checked, without anybody else waiting for it."""

import asyncio
import os
import re
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from purrlab.server.errors import ErrorCode, Refused

T = TypeVar("T")

LOGIN_CHARACTERS = r"a-z0-9_.\-"  # inside of brackets, in Python and in a browser
MIN_LOGIN_LENGTH, MAX_LOGIN_LENGTH = 2, 24
LOGIN_PATTERN = re.compile(f"[{LOGIN_CHARACTERS}]{{{MIN_LOGIN_LENGTH},{MAX_LOGIN_LENGTH}}}")
MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 128
HASHING_THREADS = 1  # each takes 64 MiB, and every core for as long as it works
HASHING_NICENESS = 10  # moves come first
MAX_PENDING_HASHES = 32  # passwords that wait or are being hashed: a few seconds of work

_hasher = PasswordHasher()


def is_login(text: str) -> bool:
    """Whether anybody can have this login."""
    return LOGIN_PATTERN.fullmatch(text) is not None


def check_credentials(login: str, password: str) -> None:
    """Raises Refused."""
    if not is_login(login):
        allowed = "small letters a to z, digits, dots, dashes and underscores"
        message = f"a login has {MIN_LOGIN_LENGTH} to {MAX_LOGIN_LENGTH} characters: {allowed}"
        raise Refused(ErrorCode.BAD_LOGIN, message, field="login")
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        message = f"a password must have {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters"
        raise Refused(ErrorCode.BAD_PASSWORD, message, field="password")


def hash_password(password: str) -> str:
    return _hasher.hash(password)


@cache
def dummy_hash() -> str:
    return hash_password(secrets.token_hex())


def check_password(stored: str | None, password: str) -> bool:
    """Whether this is the password. It takes as long for a login that does not exist."""
    try:
        _hasher.verify(stored or dummy_hash(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


class PasswordCheck(NamedTuple):
    matches: bool
    rehashed: str | None = None  # the password hashed as it is done now, where it was done otherwise


def check_and_rehash(stored: str | None, password: str) -> PasswordCheck:
    matches = check_password(stored, password)
    outdated = matches and stored is not None and _hasher.check_needs_rehash(stored)
    return PasswordCheck(matches, hash_password(password) if outdated else None)


def replace_password(stored: str | None, old: str | None, new: str) -> str | None:
    """The new one hashed; None: the old one is wrong. Who has none yet need not name one."""
    if stored is not None and not check_password(stored, old or ""):
        return None
    return hash_password(new)


def _lower_priority() -> None:
    """Of this thread, and of those that argon2 starts from it. Only Linux lets a thread have its own."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        lower = os.getpriority(os.PRIO_PROCESS, thread) + HASHING_NICENESS  # the system knows where it ends
        os.setpriority(os.PRIO_PROCESS, thread, lower)


class PasswordWorker:
    """Does what is slow with passwords in a thread of its own: the threads that read for everybody stay free."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(HASHING_THREADS, "purrlab-passwords", _lower_priority)
        self._free = threading.BoundedSemaphore(MAX_PENDING_HASHES)
        self._threads.submit(dummy_hash)  # or the first login of nobody would take longer

    async def run(self, work: Callable[..., T], *about: Any) -> T:
        """Raises Refused where too many wait already."""
        if not self._free.acquire(blocking=False):
            raise Refused(ErrorCode.BUSY, "too many people are logging in; please try again in a moment")
        doing = self._threads.submit(work, *about)
        doing.add_done_callback(lambda _: self._free.release())
        return await asyncio.wrap_future(doing)

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
