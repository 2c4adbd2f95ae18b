"""What every game checks of the players, seed and deals it is given; of options: option_checks.py."""

from collections.abc import Mapping
from typing import Any

from purrlab.games.dealing import Chance
from purrlab.games.game import Game, InvalidSetup


def check_players(game: Game, players: object) -> int:
    if type(players) is not int or players not in game.seats:
        expected = f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players ({game.players_rule})"
        raise InvalidSetup("players", f"{expected}, not {players!r}")
    return players


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


def start_player(named: int | None, players: int, chance: Chance | None) -> int:
    """The start player: named, or drawn by lot; seat 0 where there is neither a name nor a seed."""
    if named is not None:
        return named
    return chance.below(players, "start") if chance else 0


def decided_by_lot(chosen: Mapping[str, Any], chance: Chance | None) -> tuple[str, ...]:
    """The options that nobody named, so that the seed decides them."""
    return tuple(name for name, value in chosen.items() if value is None) if chance else ()
