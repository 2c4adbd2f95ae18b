"""All games there are: those of Purrlab, and those that other packages bring as plug-ins.

A game of Purrlab is a line in ``BUILT_IN``. Another package names its game as an entry point::

    [project.entry-points."purrlab.games"]
    coin-flip = "coin_flip"

What each part of Purrlab needs of a game lies where the convention has it, and is loaded when it is first asked for:

    cat-in-the-box                       coin-flip, a plug-in
    purrlab.games.cat_in_the_box         coin_flip              GAME
    purrlab.records.cat_in_the_box       coin_flip.records      FORMAT
    purrlab.bots.cat_in_the_box          coin_flip.bots         BOTS
    purrlab.terminal.cat_in_the_box      coin_flip.terminal     TEXT_VIEW
    purrlab.drawings.cat_in_the_box      coin_flip.drawings     BOARD_DRAWING, which may be missing
    purrlab.coach.cat_in_the_box         coin_flip.coach        COACH, which may be missing
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TypeVar

from purrlab.games.game import Game, GameError

BUILT_IN = (
    "cat-in-the-box",
    "rascal-kittens",
)
ENTRY_POINTS = "purrlab.games"  # the group in which packages name their games

Part = TypeVar("Part")


class UnknownGame(GameError):
    """No game has this name."""


class IncompleteGame(GameError):
    """A game is named, but a part of it is missing or is not what it should be."""


class GameParts(Mapping[str, Part]):
    """The same part of every game, by the name of the game. Nothing is loaded before it is asked for."""

    def __init__(self, package: str, name: str, kind: type[Part]) -> None:
        self._package = package  # in Purrlab, that needs the part
        self._name = name  # of the object in the module
        self._kind = kind
        self._loaded: dict[str, Part] = {}

    def __getitem__(self, game: str) -> Part:
        try:
            return self._loaded[game]
        except KeyError:
            return self._loaded.setdefault(game, self._load(game))

    def __contains__(self, game: object) -> bool:
        return game in BUILT_IN or game in _plugins()

    def __iter__(self) -> Iterator[str]:
        yield from BUILT_IN
        yield from _plugins()

    def __len__(self) -> int:
        return len(BUILT_IN) + len(_plugins())

    def _load(self, game: str) -> Part:
        module = self._module(game)
        try:
            part = getattr(import_module(module), self._name, None)
        except ImportError as error:
            raise IncompleteGame(f"{game} needs {self._name} in {module}: {error}") from error
        if not isinstance(part, self._kind):
            expected = f"{self._kind.__module__}.{self._kind.__qualname__}"
            found = "there is none" if part is None else f"not {part!r}"
            raise IncompleteGame(f"{game} needs {self._name} in {module}, a {expected}; {found}")
        if isinstance(part, Game) and part.name != game:
            raise IncompleteGame(f"{game} needs {self._name} in {module} to have its name, not {part.name}")
        return part

    def _module(self, game: str) -> str:
        """Raises KeyError where there is no such game."""
        if game in BUILT_IN:
            return f"purrlab.{self._package}.{game.replace('-', '_')}"
        plugin = _plugins()[game]
        return plugin if self._package == "games" else f"{plugin}.{self._package}"


@cache
def _plugins() -> dict[str, str]:
    """The packages that bring games, by the names of these, in the order of the names."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # it takes as long to load as all of the rules

    found: dict[str, str] = {}
    for each in sorted(entry_points(group=ENTRY_POINTS)):
        if each.name in BUILT_IN or found.setdefault(each.name, each.value) != each.value:
            other = "Purrlab itself" if each.name in BUILT_IN else found[each.name]
            raise IncompleteGame(f"{each.value} brings a game named {each.name}, and so does {other}")
    return found


GAMES: Mapping[str, Game] = GameParts("games", "GAME", Game)  # type: ignore[type-abstract]


def find_game(name: str) -> Game:
    """The game of this name, such as ``cat-in-the-box``."""
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(GAMES)}") from None
