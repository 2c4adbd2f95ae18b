"""How the server says no."""

import re

_IN_WORDS = [
    (re.compile(r"Expected `str` matching regex '.*'", re.DOTALL), "this has characters that cannot stand here"),
    (re.compile(r"Expected `str` of length >= (\d+)"), r"this must have at least \1 characters"),
    (re.compile(r"Expected `str` of length <= (\d+)"), r"this can have at most \1 characters"),
    (re.compile(r"Expected `(?:int|float)` >= (\S+)"), r"this must be at least \1"),
    (re.compile(r"Expected `(?:int|float)` <= (\S+)"), r"this can be at most \1"),
    (re.compile(r"Expected `([\w |]+)`, got `([\w |]+)`"), r"this should be \1, not \2"),
    (re.compile(r"Invalid (?:enum )?value '(.*?)'"), r"there is no '\1' here"),
    (re.compile(r"JSON is malformed: .*|Input data was truncated"), "this is no whole and proper JSON"),
    (re.compile(r"Object missing required field `(\w+)`"), r"\1 is missing"),
    (re.compile(r"Object contains unknown field `(\w+)`"), r"there is no \1 here"),
    (re.compile(r"^'data'$"), "a JSON object should come with this"),
    (re.compile(r" - at `\$\.?(.+)`$"), r" (\1)"),
]


class CannotServe(Exception):
    """The server cannot start. Says why, for people."""


class Refused(Exception):
    """Something was asked that cannot be done. Nothing has changed.

    The code is for programs, the message for people; ``rule`` names a rule of the game, ``field`` what was wrong.
    """

    def __init__(
        self, code: str, message: str, *, status: int = 409, rule: str | None = None, field: str | None = None
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.rule = rule
        self.field = field


def in_words(problem: str) -> str:
    """What a decoder found wrong, for people."""
    for pattern, words in _IN_WORDS:
        problem = pattern.sub(words, problem)
    return problem
