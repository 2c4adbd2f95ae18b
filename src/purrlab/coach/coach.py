"""What a coach of a game consists of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec import Struct


@dataclass(frozen=True, slots=True)
class Coach:
    """How a game advises somebody who learns it."""

    advice: type[Struct]  # what it says, as clients get it
    advise: Callable[[Any], Struct]  # to the view of a seat, by this view and nothing else
