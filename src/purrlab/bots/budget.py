"""How long a bot may search for one move."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from purrlab.native.stopwatch import start_stopwatch

_NOTATION = re.compile(r"([1-9][0-9]{0,8})(ms)?")


@dataclass(frozen=True, slots=True)
class Budget:
    """So many playouts or so many seconds, whichever is used up first; 0 is no limit."""

    playouts: int = 0
    seconds: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """The budget in ``search@100ms`` or ``search@5000``. Raises ValueError with what was expected."""
        budget = _NOTATION.fullmatch(text)
        if budget is None:
            expected = "a time such as 100ms or a number of playouts such as 5000, of nine digits at most"
            raise ValueError(f"the budget after @ is {expected}, not {text[:80]!r}")
        number, in_milliseconds = int(budget[1]), budget[2]
        return cls(seconds=number / 1000) if in_milliseconds else cls(playouts=number)

    def start(self) -> Callable[[int, float], bool]:
        """Begins now, and says whether a share of the budget is used up when so many playouts are made."""
        return start_stopwatch(self.playouts, self.seconds)
