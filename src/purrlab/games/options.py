"""What can be chosen before a game, declared once: checks, help, forms and the documentation come from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import GenericAlias
from typing import Any, Literal

from purrlab.games.encoding import json_type

Value = str | int | float
Kind = Literal["choice", "number", "seat"]
OWN_FILE = "your own: a file such as mine.toml, or what stands in one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something that can be chosen before a game, by one value or by one for each seat."""

    name: str
    rule: str
    about: str  # for people, in one line
    kind: Kind
    choices: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # of a choice, by number of players
    default: Mapping[int, Value] | None  # by number of players; None: by lot
    lowest: float | None = None  # of a number, as the two below
    highest: float | None = None
    decimals: int | None = None
    each_seat: bool = False  # a list with a value for each seat
    own_file: type | None = (
        None  # what a file of one's own holds: it, or its content, can be given in place of a choice
    )

    def choices_for(self, players: int) -> tuple[str | int, ...]:
        """What can be chosen by name; nothing where any number can."""
        return tuple(range(players)) if self.kind == "seat" else self.choices.get(players, ())

    def default_for(self, players: int) -> Value | None:
        """None: the lot decides."""
        return None if self.default is None else self.default[players]

    def example_for(self, players: int) -> str:
        """How one may be given in words: ``rooms=attic,nursery``."""
        choices = self.choices_for(players) or (self.default_for(players),)
        chosen = choices[:players] if self.each_seat else choices[-1:]
        return f"{self.name}={','.join(map(str, chosen))}"

    @property
    def json_type(self) -> Any:
        """The type of what is chosen, as a view tells it."""
        one = {"seat": int, "number": float}.get(self.kind) or self._choice_json_type
        return GenericAlias(list, (one,)) if self.each_seat else one

    @property
    def _choice_json_type(self) -> Any:
        names: Any = Literal[tuple(dict.fromkeys(name for names in self.choices.values() for name in names))]
        return names | json_type(self.own_file) if self.own_file else names

    @property
    def values_in_words(self) -> str:
        if self.kind == "seat":
            return "a seat from 0 on"
        if self.kind == "number":
            return f"a number from {self.lowest:g} to {self.highest:g} with at most {self.decimals} decimals"
        named = _by_players({players: either(choices) for players, choices in self.choices.items()})
        words = f"{named}; or a file of your own" if self.own_file else named
        return f"for each seat: {words}" if self.each_seat else words

    @property
    def default_in_words(self) -> str:
        if self.default is None:
            return "by lot"
        return _by_players({players: _written(value) for players, value in self.default.items()})


def _written(value: Value) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def either(names: Iterable[object]) -> str:
    """``white, purple or pink``"""
    *most, last = map(str, names)
    return f"{', '.join(most)} or {last}" if most else last


def players_by_words(words: Mapping[int, str]) -> dict[str, list[int]]:
    """For how many players each of the words is, fewest first."""
    by_words: dict[str, list[int]] = {}
    for players in sorted(words):
        by_words.setdefault(words[players], []).append(players)
    return by_words


def _by_players(words: Mapping[int, str]) -> str:
    """One thing for all numbers of players, or each with those that it is for."""
    by_words = players_by_words(words)
    if len(by_words) == 1:
        return next(iter(by_words))
    return "; ".join(f"{each} with {either(numbers)}" for each, numbers in by_words.items()) + " players"
