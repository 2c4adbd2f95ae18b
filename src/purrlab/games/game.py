"""The contract that every game keeps, and that all the rest is built on.

A game is ``options + seed + [(seat, action), …]``. States are immutable values: ``apply`` verifies an
action and gives a new state. What a seat may know leaves a state through ``view`` alone.

What can go wrong:

    GameError (ValueError)
    ├── IllegalAction    the rules refuse an action; names the rule
    ├── InvalidSetup     no game can be made of these players, seed, options or deals; names the field
    └── NotationError    a text or value that is no action of the game
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple, Self, get_type_hints

from purrlab.games.encoding import json_object, json_type, plain
from purrlab.games.options import Option
from purrlab.games.refusals import CAUSES, GameOver, OtherActionExpected, OutOfTurn


class GameError(ValueError):
    """A game was asked for something that it refuses."""


class IllegalAction(GameError):
    """The rules refuse an action. Nothing has changed. The message is for people, the cause for programs."""

    def __init__(self, rule: str, message: str, cause: tuple[Any, ...] | None = None) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message
        self.cause = cause  # one of those that the game declares

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, tuple[Any, ...] | None]]:
        return type(self), (self.rule, self.message, self.cause)


class InvalidSetup(GameError):
    """No game can be set up like this."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.field, self.message)


class NotationError(GameError):
    """This is no action of the game."""


@dataclass(frozen=True, slots=True)
class Action(ABC):
    """Something that a seat does: a small frozen value, written as its verb and its words."""

    verb: ClassVar[str]
    rule: ClassVar[str]  # the rule that asks for such an action
    form: ClassVar[str]  # how it is written, for people
    asks: ClassVar[str]  # what the player is asked

    as_plain: str = field(init=False, repr=False, compare=False)  # actions are few, and written again and again

    def __post_init__(self) -> None:
        self.check()
        object.__setattr__(self, "as_plain", " ".join(map(str, (self.verb, *self.words))))

    @abstractmethod
    def check(self) -> None:
        """Raise NotationError, naming the field, unless there is such an action."""

    @property
    def words(self) -> tuple[int | str, ...]:
        return tuple(getattr(self, field.name) for field in fields(self) if field.init)

    def __str__(self) -> str:
        return self.as_plain


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. ``reason`` says what decided it."""

    reason: str
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class RoundStatistics(NamedTuple):
    """What can be counted by the round, in games whose rounds are scored on their own."""

    rounds: int  # those that are over
    counts: Mapping[str, tuple[int, ...]]  # by what it is called: in how many rounds it was so, for each seat


class View(tuple[Any, ...], ABC):
    """All that one seat may know, and nothing else. Games add what lies on their tables.

    A named tuple: first what is the same in every view of a state, then, from ``seat`` on, what is the seat's own.
    """

    __slots__ = ()
    _fields: Any  # the names
    _asdict: Any  # the values by name
    own_from: ClassVar[int]  # where the seat's own begins
    shared: ClassVar[tuple[str, ...]]  # the names of the fields before
    own: ClassVar[tuple[str, ...]]  # the names of these fields
    in_replays: ClassVar[Mapping[str, str]] = {}  # own fields that replays show of all seats, and as what

    def __init_subclass__(cls) -> None:
        cls.own_from = cls._fields.index("seat")
        cls.shared, cls.own = cls._fields[: cls.own_from], cls._fields[cls.own_from :]

    @property
    @abstractmethod
    def game(self) -> str: ...

    @property
    @abstractmethod
    def players(self) -> int: ...

    @property
    @abstractmethod
    def options(self) -> Mapping[str, Any]: ...

    @property
    @abstractmethod
    def expects(self) -> str | None:
        """The verb that the game waits for."""

    @property
    @abstractmethod
    def to_act(self) -> frozenset[int]: ...

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @property
    @abstractmethod
    def round_count(self) -> int:
        """How many rounds the whole game has."""

    @property
    @abstractmethod
    def totals(self) -> tuple[int | None, ...]:
        """None where a total is hidden from this seat."""

    @property
    @abstractmethod
    def rounds(self) -> tuple[Any, ...]:
        """Those that are over; in some games the last one may be under way."""

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """None: a spectator."""

    @property
    @abstractmethod
    def legal(self) -> tuple[Action, ...]:
        """What this seat may do now."""

    def round_statistics(self) -> RoundStatistics | None:
        """None: the rounds of this game are not scored on their own."""
        return None

    def as_dict(self) -> dict[str, Any]:
        """The view in plain JSON types; actions become their notation."""
        as_dict: dict[str, Any] = plain(self)
        return as_dict


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """All that is fixed before the first choice. Games add what they fix."""

    game: "Game"
    players: int
    seed: str | None = field(repr=False)
    options: Mapping[str, Any]
    by_lot: tuple[str, ...]
    start: int


class State(ABC):
    """One moment of a game. Immutable."""

    __slots__ = ()

    @property
    @abstractmethod
    def setup(self) -> Setup: ...

    @property
    def game(self) -> "Game":
        return self.setup.game

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def seed(self) -> str | None:
        """The seed of all chance; None where the deals were given."""
        return self.setup.seed

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option of the game with its value, drawn or given."""
        return self.setup.options

    @property
    def by_lot(self) -> tuple[str, ...]:
        """The options that nobody named, so that the seed decided them."""
        return self.setup.by_lot

    @property
    @abstractmethod
    def to_act(self) -> frozenset[int]:
        """The seats that may act now: several while a choice is simultaneous, none when the game is over."""

    @property
    @abstractmethod
    def expects(self) -> type[Action] | None:
        """The kind of action that the game waits for; None when it is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """All that a seat may know; ``None`` is a spectator."""

    def shared_view(self) -> tuple[Any, ...]:
        """What is the same in every view. A game may give the two parts without making the whole."""
        return self.view(None)[: self.game.view_class.own_from]

    def own_view(self, seat: int | None) -> tuple[Any, ...]:
        """The rest of the view of a seat: its own."""
        return self.view(seat)[self.game.view_class.own_from :]

    def own_views_changed(self, before: Self) -> Collection[int | None]:  # noqa: ARG002  # games look at both
        """Whose own view may be another than in the state before. A game may know without making any."""
        return (None, *range(self.players))

    @abstractmethod
    def _legal(self, seat: int) -> tuple[Action, ...]: ...

    @abstractmethod
    def _verify(self, seat: int, action: Any) -> None: ...

    @abstractmethod
    def _apply(self, seat: int, action: Any) -> Self: ...

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What a seat may do now, in a stable order; nothing when it is not to act."""
        if type(seat) is int and seat in self.to_act:
            return self._legal(seat)
        self.check_seat(seat)
        return ()

    def verify(self, seat: int, action: Action) -> None:
        """Raise IllegalAction, naming the rule, unless this seat may do this now."""
        if type(seat) is not int or seat not in self.to_act:
            raise self._out_of_turn(seat)
        if type(action) is not self.expects:
            raise self._unexpected(action)
        self._verify(seat, action)

    def can(self, seat: int, action: Action) -> bool:
        try:
            self.verify(seat, action)
        except IllegalAction:
            return False
        return True

    def apply(self, seat: int, action: Action) -> Self:
        """The state after this action. Verifies it first."""
        self.verify(seat, action)
        return self._apply(seat, action)

    def check_seat(self, seat: object) -> None:
        if type(seat) is not int or not 0 <= seat < self.players:
            message = f"there is no seat {seat!r}; the seats are 0 to {self.players - 1}"
            raise IllegalAction(self.game.players_rule, message)

    def _unexpected(self, action: object) -> IllegalAction:
        assert self.expects is not None
        message = f"expected {self.expects.form!r}, not {str(action)[:80]!r}"
        return IllegalAction(self.expects.rule, message, OtherActionExpected(self.expects.verb))

    def _out_of_turn(self, seat: object) -> IllegalAction:
        self.check_seat(seat)
        if self.expects is None:
            return IllegalAction(self.game.end_rule, "the game is over", GameOver())
        waiting_for = tuple(sorted(self.to_act))
        waited_for = " and ".join(map(str, waiting_for))
        message = f"seat {seat} is not to act now; waiting for seat {waited_for} to {self.expects.verb}"
        return IllegalAction(self.expects.rule, message, OutOfTurn(waiting_for))

    def __repr__(self) -> str:
        """Names nothing that is hidden, so that a state may stand in a log."""
        waits = "over" if self.expects is None else f"{sorted(self.to_act)} to {self.expects.verb}"
        return f"<{self.game.name}, {self.players} players, {waits}>"


def open_part(state: State) -> tuple[Any, ...]:
    """What every view begins with, whoever looks, in every game."""
    expects = state.expects.verb if state.expects else None
    setup = state.setup
    game, players = setup.game, setup.players
    return game.name, players, setup.options, expects, state.to_act, state.outcome, game.round_counts[players]


class Game(ABC):
    """The rules of one game: makes states, and reads its notation and its records."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]  # how many may play
    recommended_players: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    round_counts: ClassVar[Mapping[int, int]]  # how many rounds they play, by number of players
    actions: ClassVar[tuple[Action, ...]]  # every action there is, in a stable order
    view_class: ClassVar[type[View]]
    own_causes: ClassVar[tuple[type, ...]] = ()  # why its rules refuse an action, as named tuples (refusals.py)
    cause_rules: ClassVar[Mapping[str, str]] = {}  # the rules of causes that are seen in a view, before anybody acts
    players_rule: ClassVar[str]
    end_rule: ClassVar[str]

    @abstractmethod
    def new(
        self,
        players: int,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        deals: Sequence[Mapping[str, Any]] | None = None,
    ) -> State:
        """A new game, dealt from the seed or from scripted deals. Raises InvalidSetup, naming the field."""

    def __eq__(self, other: object) -> bool:
        """A game has no state of its own: every copy of it is the same game."""
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def parse(self, text: str) -> Action:
        """The action that ``str`` writes so. Raises NotationError with what was expected."""
        try:
            return self._by_text[text]
        except (KeyError, TypeError):
            raise NotationError(f"{str(text)[:80]!r} is not an action; expected {self._expected(text)}") from None

    def __getstate__(self) -> dict[str, Any]:
        """Without what is derived: it is made again where it is needed, and types made here cannot be pickled."""
        derived = {
            name for kind in type(self).__mro__ for name, part in vars(kind).items() if type(part) is cached_property
        }
        return {name: value for name, value in vars(self).items() if name not in derived}

    @cached_property
    def view_type(self) -> Any:
        """The type of what ``View.as_dict()`` gives: a TypedDict."""
        declared = json_type(self.view_class)
        options = {option.name: option.json_type for option in self.options}
        narrowed = {
            "game": Literal[self.name],
            "options": json_object(f"{type(self).__name__}Options", options),
            "expects": Literal[self.verbs] | None,
        }
        return json_object(declared.__name__, get_type_hints(declared) | narrowed)

    @property
    def cause_types(self) -> tuple[Any, ...]:
        """Why an action can be refused: the types of such causes in JSON."""
        return tuple(map(json_type, (*CAUSES, *self.own_causes)))

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """What can be done in this game."""
        return tuple(dict.fromkeys(action.verb for action in self.actions))

    @cached_property
    def _by_text(self) -> dict[str, Action]:
        return {str(action): action for action in self.actions}

    @cached_property
    def _forms(self) -> dict[str, str]:
        return {action.verb: repr(action.form) for action in self.actions}

    def _expected(self, text: object) -> str:
        verb = str(text).partition(" ")[0]
        return self._forms.get(verb) or " or ".join(self._forms.values())
