"""How the server says no.

CannotServe    the server cannot start
Refused        something that was asked cannot be done; its ErrorCode says why
"""

import re
from enum import StrEnum
from typing import Any

_READABLE_ERRORS = [
    (re.compile(r"Expected `str` matching regex '.*'", re.DOTALL), "this has characters that are not allowed"),
    (re.compile(r"Expected `str` of length >= (\d+)"), r"this must have at least \1 characters"),
    (re.compile(r"Expected `str` of length <= (\d+)"), r"this can have at most \1 characters"),
    (re.compile(r"Expected `(?:int|float)` >= (\S+)"), r"this must be at least \1"),
    (re.compile(r"Expected `(?:int|float)` <= (\S+)"), r"this can be at most \1"),
    (re.compile(r"Expected `([\w |]+)`, got `([\w |]+)`"), r"this should be \1, not \2"),
    (re.compile(r"Invalid (?:enum )?value '(.*?)'"), r"'\1' is not a valid value"),
    (re.compile(r"JSON is malformed: .*|Input data was truncated"), "this is not valid JSON"),
    (re.compile(r"Object missing required field `(\w+)`"), r"\1 is missing"),
    (re.compile(r"Object contains unknown field `(\w+)`"), r"unknown field \1"),
    (re.compile(r"^'data'$"), "a JSON object is required"),
    (re.compile(r" - at `\$\.?(.+)`$"), r" (\1)"),
]


class ErrorCode(StrEnum):
    """Why something was refused, for programs. Clients get these as they are, so a name never changes."""

    # asked for something that makes no sense
    BAD_MESSAGE = "bad-message"
    BAD_REQUEST = "bad-request"
    BAD_NAME = "bad-name"
    BAD_LOGIN = "bad-login"
    BAD_PASSWORD = "bad-password"  # noqa: S105  # no password
    NO_ACTION = "no-action"
    NO_SUCH_SEAT = "no-such-seat"
    INVALID_SETUP = "invalid-setup"
    UNKNOWN_BOT = "unknown-bot"
    UNKNOWN_GAME = "unknown-game"
    # asked by somebody who may not
    NO_NAME = "no-name"
    WRONG_PASSWORD = "wrong-password"  # noqa: S105  # the same
    NO_SEAT = "no-seat"
    NOT_HOST = "not-host"
    REMOVED = "removed"
    NOT_THIS_MACHINE = "not-this-machine"
    FOREIGN_ORIGIN = "foreign-origin"
    # not there
    UNKNOWN_TABLE = "unknown-table"
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    # not now
    ALREADY_LEFT = "already-left"
    ALREADY_SEATED = "already-seated"
    BOT_MOVES = "bot-moves"
    BOT_PLAYS = "bot-plays"
    BOT_STAYS = "bot-stays"
    ILLEGAL = "illegal"
    LOGIN_TAKEN = "login-taken"
    NAME_TAKEN = "name-taken"
    NO_BOT = "no-bot"
    NO_COACH = "no-coach"
    NO_NETWORK = "no-network"
    NO_TABLE = "no-table"
    NOBODY_THERE = "nobody-there"
    NOT_AWAY = "not-away"
    NOT_OVER = "not-over"
    NOT_PLAYING = "not-playing"
    NOT_STARTED = "not-started"
    NOT_WAITING = "not-waiting"
    SEAT_TAKEN = "seat-taken"
    SEATS_FREE = "seats-free"
    STALE = "stale"
    TABLE_FULL = "table-full"
    # too much
    SLOW_DOWN = "slow-down"
    TOO_LARGE = "too-large"
    TOO_MANY_TABLES = "too-many-tables"
    TOO_MUCH = "too-much"
    # the server cannot just now
    BUSY = "busy"
    NOT_STORED = "not-stored"
    NOT_WELL = "not-well"
    REFUSED = "refused"
    SERVER_ERROR = "server-error"
    SERVER_FULL = "server-full"
    TRY_AGAIN = "try-again"


class CannotServe(Exception):
    """The server cannot start. Says why, for people."""


class Refused(Exception):
    """Something was asked that cannot be done. Nothing has changed.

    The code is for programs, the message for people; ``rule`` names a rule of the game and ``cause`` what it has
    against an action; ``field`` names what was wrong; ``retry_seconds`` after how long
    it may be asked once more.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        rule: str | None = None,
        cause: dict[str, Any] | None = None,
        field: str | None = None,
        retry_seconds: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.rule = rule
        self.cause = cause
        self.field = field
        self.retry_seconds = retry_seconds


def readable_error(problem: str) -> str:
    """What a decoder found wrong, for people."""
    for pattern, words in _READABLE_ERRORS:
        problem = pattern.sub(words, problem)
    return problem
