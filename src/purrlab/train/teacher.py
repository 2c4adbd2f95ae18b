"""Searching players that nets imitate."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Teacher:
    name: str
    playouts: int

    def __str__(self) -> str:
        return f"{self.name}@{self.playouts}"
