"""Why an action is refused, for programs: a code, and what it is about.

Causes are named tuples whose last field, ``code``, is always the same. These can come up in every game; each game
declares its own in its ``refusals.py``.
"""

from typing import Literal, NamedTuple


class OutOfTurn(NamedTuple):
    waiting_for: tuple[int, ...]  # the seats that are to act
    code: Literal["out-of-turn"] = "out-of-turn"


class OtherActionExpected(NamedTuple):
    verb: str  # of what is asked now
    code: Literal["other-action-expected"] = "other-action-expected"


class GameOver(NamedTuple):
    code: Literal["game-over"] = "game-over"


CAUSES: tuple[type, ...] = (OutOfTurn, OtherActionExpected, GameOver)
