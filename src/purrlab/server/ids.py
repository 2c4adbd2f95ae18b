"""Ids of people and tables."""

import re
import secrets

ID_PATTERN = re.compile("[A-Za-z0-9_-]{1,40}")


def new_id() -> str:
    """An id that nobody can guess, and that says nothing."""
    return secrets.token_urlsafe(12)


def is_id(text: str) -> bool:
    return ID_PATTERN.fullmatch(text) is not None
