"""The shape that every record has, and what a game says of its own part (docs/records.md)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from purrlab.games.game import Action, NotationError
from purrlab.records.fair_deals import FairDeal

Path = tuple[str | int, ...]  # where in a record: ("rounds", 0, "plays", 3)

RECORD_FORMAT: Literal["purrlab/1"] = "purrlab/1"


class Record(Struct, kw_only=True):
    """A game, finished or running. One JSON object on one line of a file."""

    format: Literal["purrlab/1"] = RECORD_FORMAT
    game: str
    players: list[str]
    seed: str | None = None
    options: dict[str, Any]
    by_lot: list[str] = []  # the options that the seed decided
    totals: list[int] | None
    winners: list[int] | None
    fair: FairDeal | UnsetType = UNSET  # how the seed came about, where a server dealt
    deals: list[dict[str, Any]] | UnsetType = UNSET  # of a scripted game, those to come included


Legal = list[tuple[int, str, list[Any]]] | UnsetType  # seat, verb and choices at each of some decisions


class RecordedAction(NamedTuple):
    """One action as it stands in a record, before it is read."""

    path: Path
    seat: int
    verb: type[Action]
    words: tuple[Any, ...]


class Step(NamedTuple):
    """One action of a record, and where it stands."""

    path: Path
    seat: int
    action: Action
    legal: tuple[int, str, list[Any]] | None = None  # seat, verb and choices, where the record carries them


class Check(NamedTuple):
    """What the record says at this path must be what the rules say, by this rule."""

    path: Path
    rule: str
    tolerance: float = 0.0  # how far a number may be off: others who measure may round


class Format(ABC):
    """How one game is written down and read back."""

    record_type: ClassVar[type[Record]]

    @abstractmethod
    def write(self, state: Any, header: Mapping[str, Any], *, secrets: bool) -> Record:
        """The whole record of a state. Without secrets: only what a spectator may know."""

    @abstractmethod
    def normalise(self, record: Any) -> Any:
        """The same record, with what may stand in any order as we write it."""

    @abstractmethod
    def deals(self, record: Any) -> Sequence[Mapping[str, Any]] | None:
        """The deals that a record shows; None where they are hidden."""

    @abstractmethod
    def scripted(self, state: Any) -> list[dict[str, Any]]:
        """All deals of a scripted game."""

    @abstractmethod
    def steps(self, record: Any) -> Iterator[Step | Check]:
        """The record's actions in the order of the game, with what to check in between."""


def steps_of(made: Iterable[RecordedAction], legal: Legal, path: Path) -> Iterator[Step]:
    """The actions read, each with its legal set where the record carries them; the path is where these stand."""
    actions = list(made)
    choices = [None] * len(actions) if legal is UNSET else legal
    if len(choices) != len(actions):
        raise RecordError(f"expected an entry for each of {len(actions)} decisions", path=path)
    for (where, seat, verb, words), choice in zip(actions, choices, strict=True):
        try:
            action = verb(*words)
        except NotationError as error:
            raise RecordError(str(error), path=where, rule=verb.rule) from None
        yield Step(where, seat, action, choice)


class RecordError(ValueError):
    """A record cannot be read, or disagrees with the rules. Says where, and by which rule."""

    def __init__(self, message: str, *, path: Path = (), rule: str | None = None) -> None:
        self.message = message
        self.path = path
        self.rule = rule
        where = [f"round {self.round}"] if self.round else []
        where += [rule] if rule else []
        where += [dotted(path)] if path else []
        super().__init__(": ".join([", ".join(where), message] if where else [message]))

    @property
    def round(self) -> int | None:
        """The round it stands in, counted from 1."""
        match self.path:
            case ("rounds", int(index), *_):
                return index + 1
        return None


def dotted(path: Path) -> str:
    """``rounds[0].plays[3]``"""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
