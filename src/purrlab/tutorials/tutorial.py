"""A tutorial: scripted deals, all moves, and at certain moments words for the learner.

It is a file in ``scripts/``. The moves are played by the rules, so a tutorial that breaks one cannot be read.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from purrlab.games.game import Action, State
from purrlab.games.registry import find_game

# In the order in which they are offered; the first of a game is the one for newcomers.
TUTORIALS = (
    "cat-in-the-box",
    "cat-in-the-box-bidding",
    "cat-in-the-box-paradox",
    "cat-in-the-box-groups",
    "cat-in-the-box-two-players",
    "rascal-kittens",
    "rascal-kittens-planning",
)


class WrongChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Why another choice than the one that is asked for is not as good."""

    words: str
    claims: tuple[str, ...] = ()  # what holds of such choices, and not of the one that is asked for


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something to read, or something to do."""

    words: str  # the key of what the learner is told
    show: str | None = None  # the part of the table that the words are about
    action: str | None = None  # what the learner does; None: only reads
    wrong: tuple[WrongChoice, ...] = ()  # the first whose claims hold explains a choice
    claims: tuple[str, ...] = ()  # what the words say about this moment and about the action
    then: tuple[str, ...] = ()  # what the others do next: "1 play 4 blue"


class Tutorial(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str
    game: str
    players: int
    seat: int  # of the learner
    options: dict[str, Any]
    deals: list[dict[str, Any]]
    opening: tuple[str, ...] = ()  # what everybody has done before the lesson begins: "0 discard 1"
    steps: tuple[Step, ...]

    def new(self) -> State:
        """The game as the lesson begins."""
        state = find_game(self.game).new(self.players, options=self.options, deals=self.deals)
        for move in map(self._move, self.opening):
            state = state.apply(*move)
        return state

    def moments(self) -> Iterator["Moment"]:
        """Every step, with the moves that lead to the next."""
        state = self.new()
        for step in self.steps:
            asked = None if step.action is None else find_game(self.game).parse(step.action)
            moves = [] if asked is None else [(self.seat, asked)]
            moves += map(self._move, step.then)
            before, states = state, list[State]()
            for seat, action in moves:
                state = state.apply(seat, action)
                states.append(state)
            yield Moment(step, before, asked, tuple(moves), tuple(states))

    def _move(self, text: str) -> tuple[int, Action]:
        seat, _, action = text.partition(" ")
        return int(seat), find_game(self.game).parse(action)


class Moment(NamedTuple):
    """A step of a tutorial, in the game."""

    step: Step
    state: State
    asked: Action | None
    moves: tuple[tuple[int, Action], ...]  # the learner's, if there is one, and those of the others after it
    states: tuple[State, ...]  # after each move


@cache
def find_tutorial(name: str) -> Tutorial:
    """A tutorial by its name. Raises KeyError."""
    if name not in TUTORIALS:
        raise KeyError(name)
    text = files("purrlab.tutorials").joinpath("scripts", f"{name}.toml").read_text("utf-8")
    return msgspec.convert({"name": name, **tomllib.loads(text)}, Tutorial)


def tutorials_of(game: str) -> list[str]:
    """The names of those of a game."""
    return [name for name in TUTORIALS if find_tutorial(name).game == game]
