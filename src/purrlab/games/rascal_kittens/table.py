"""What happens on the table: rounds of runs, and the tokens taken in them (RK9 to RK13)."""

from typing import NamedTuple

from purrlab.games.rascal_kittens.furniture import Notch, Side, Tile, ToyKind
from purrlab.games.rascal_kittens.geometry import StringLength
from purrlab.games.values import maker

Taken = tuple[tuple[int, ...], ...]  # RK11: the tokens that a seat has taken, by the number of the toy


class Stretch(NamedTuple):
    """RK10: the string of one run, straight across the floor."""

    start: Notch
    end: Notch  # the way in; behind the piece the string goes on


class Ran(NamedTuple):
    """One run, or none where the string was too short."""

    seat: int
    entry: Side | None  # RK10: the way in; None: RK13, the string reached neither notch
    toys: tuple[ToyKind, ...]  # RK11: those touched
    tokens: tuple[int | None, ...]  # one for each toy: its value, 0 where the stack was empty, None where hidden
    string: StringLength  # RK13: what is left after the run

    def hidden(self) -> "Ran":
        """The run as the others see it: who finds an empty stack takes nothing, and that is open."""
        if not any(self.tokens):
            return self
        seat, entry, toys, tokens, string = self
        return _ran((seat, entry, toys, tuple([value and None for value in tokens]), string))


_ran = maker(Ran)


class PointRange(NamedTuple):
    """The fewest and the most points that something can bring, as far as everybody can know."""

    lowest: int
    highest: int


class RascalKittensRound(NamedTuple):
    """A round, over or under way."""

    leader: int
    tile: Tile
    runs: tuple[Ran, ...]
