"""How the numbers that a seat sees are laid out: named parts, each in rows and columns."""

from dataclasses import dataclass
from typing import Any

MAX_OBSERVATION = 4.0  # of a game with the options that are chosen by default


@dataclass(frozen=True, slots=True)
class Part:
    """Numbers of one kind. ``step`` lies between two rows; it is more than a row where another part lies between."""

    name: str
    offset: int
    rows: int
    columns: int
    step: int
    scale: float  # what is counted is multiplied by it
    meaning: str

    def position(self, row: int = 0, column: int = 0) -> int:
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise IndexError(f"{self.name}: no row {row}, column {column}")
        return self.offset + self.step * row + column

    @property
    def positions(self) -> tuple[int, ...]:
        """All of them, row by row."""
        return tuple(self.position(row, column) for row in range(self.rows) for column in range(self.columns))


@dataclass(frozen=True, slots=True)
class ObservationLayout:
    version: int  # another one when a number has another place or meaning
    size: int
    parts: tuple[Part, ...]

    def __getitem__(self, name: str) -> Part:
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(f"no part {name!r}; there are {', '.join(part.name for part in self.parts)}")


def fill_mask(mask: Any, legal: int) -> None:
    """A 1 for each action whose bit is set, where somebody wants to know."""
    if mask is not None:
        for action in range(len(mask)):
            mask[action] = legal >> action & 1
