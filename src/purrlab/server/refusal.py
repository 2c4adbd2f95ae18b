"""How the server says no."""


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
