"""What happens on the table: rounds of runs, and the tokens taken in them (RK9 to RK13)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from purrlab.games.rascal_kittens.furniture import TOYS
from purrlab.games.rascal_kittens.rooms import in_units


class Ran(NamedTuple):
    """One run, or none where the string was too short."""

    seat: int
    entry: str | None  # RK10: the way in; None: RK13, the string reached neither notch
    toys: tuple[str, ...]  # RK11: those touched
    tokens: tuple[int | None, ...]  # one for each toy: its value, 0 where the stack was empty, None where hidden
    string: int  # RK13: what is left after the run, in billionths

    def as_plain(self) -> dict[str, Any]:
        fields = self._asdict() | {"string": in_units(self.string)}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}

    def hidden(self) -> "Ran":
        """The run as the others see it: who finds an empty stack takes nothing, and that is open."""
        return self._replace(tokens=tuple(value and None for value in self.tokens))


class Round(NamedTuple):
    """A round, over or under way."""

    leader: int
    tile: str
    runs: tuple[Ran, ...]


def tokens_of(rounds: Sequence[Round], seat: int) -> dict[str, list[int | None]]:
    """RK11: what a seat has taken, by the kind of toy."""
    taken: dict[str, list[int | None]] = {toy: [] for toy in TOYS}
    for this_round in rounds:
        for run in this_round.runs:
            if run.seat == seat:
                for toy, value in zip(run.toys, run.tokens, strict=True):
                    if value != 0:
                        taken[toy].append(value)
    return taken
