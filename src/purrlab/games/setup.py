"""What every game checks of the players, seed and options it is given."""

from collections.abc import Mapping, Sequence
from typing import Any

from purrlab.games.dealing import Chance
from purrlab.games.game import Game, InvalidSetup


def check_players(game: Game, players: object) -> int:
    if type(players) is not int or players not in game.seats:
        expected = f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players ({game.players_rule})"
        raise InvalidSetup("players", f"{expected}, not {players!r}")
    return players


def check_options(options: object, known: Sequence[str]) -> dict[str, Any]:
    """The options that were given; null stands for one that was not."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise InvalidSetup("options", f"expected a mapping of names to values, not {options!r}")
    for name in options:
        if name not in known:
            raise InvalidSetup(f"options.{name}", f"there is no such option; there are {', '.join(known)}")
    return {name: value for name, value in options.items() if value is not None}


def check_chance(game: Game, seed: object, deals: object) -> Chance | None:
    """Chance from the seed; None where the deals are scripted. A game has exactly one of the two."""
    if (seed is None) == (deals is None):
        raise InvalidSetup("seed", "give either a seed or scripted deals")
    if seed is None:
        return None
    if not isinstance(seed, str) or not seed:
        raise InvalidSetup("seed", f"a seed is a text of at least one character, not {seed!r}")
    try:
        return Chance(seed, game.name)
    except UnicodeEncodeError:
        raise InvalidSetup("seed", "a seed is a text that can be written in UTF-8") from None


def check_start(start: object, players: int, chance: Chance | None, rule: str) -> int:
    """The start player: named, or drawn by lot; seat 0 where there is neither a name nor a seed."""
    if start is None:
        return chance.below(players, "start") if chance else 0
    if type(start) is not int or not 0 <= start < players:
        expected = f"the start player is a seat from 0 to {players - 1} ({rule})"
        raise InvalidSetup("options.start", f"{expected}, not {start!r}")
    return start
