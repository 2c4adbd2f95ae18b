"""What every game checks of the players, seed and options it is given."""

from collections.abc import Mapping
from math import isnan
from pathlib import Path
from typing import Any

from purrlab.games.dealing import Chance
from purrlab.games.game import Game, InvalidSetup
from purrlab.games.options import OWN_FILE, Option, either


def check_players(game: Game, players: object) -> int:
    if type(players) is not int or players not in game.seats:
        expected = f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players ({game.players_rule})"
        raise InvalidSetup("players", f"{expected}, not {players!r}")
    return players


def check_options(game: Game, players: int, options: object) -> dict[str, Any]:
    """The value of every option, given or by default; None where the lot decides. Null is an option not given."""
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        raise InvalidSetup("options", f"expected a mapping of names to values, not {options!r}")
    known = {option.name: option for option in game.options}
    for name in options:
        if name not in known:
            raise InvalidSetup(f"options.{name}", f"unknown option; the options are {', '.join(known)}")
    return {name: _chosen(game, option, players, options.get(name)) for name, option in known.items()}


def _chosen(game: Game, option: Option, players: int, value: object) -> Any:
    field = f"options.{option.name}"
    if value is None:
        return option.default_for(players)
    if not option.each_seat:
        return check_option(game, option, players, value, field)
    if not isinstance(value, list | tuple) or len(value) != players:
        expected = f"expected a list of {players} {option.name}, one for each seat"
        raise InvalidSetup(field, f"{expected} ({option.rule})")
    return [check_option(game, option, players, each, f"{field}[{seat}]") for seat, each in enumerate(value)]


def check_option(game: Game, option: Option, players: int, value: object, field: str) -> Any:
    """One value of an option. A file of one's own is left to the game to read."""
    if option.kind == "number":
        return _check_number(option, value, field)
    choices = option.choices_for(players)
    if type(value) in (int, str) and value in choices:
        return value
    if option.own_file and isinstance(value, Path | Mapping):
        return value
    if any(value in others for others in option.choices.values()):
        raise InvalidSetup(field, f"{players} players need {either(choices)} ({game.players_rule}), not {value}")
    expected = f"a seat from 0 to {players - 1}" if option.kind == "seat" else either(choices)
    expected += f", or {OWN_FILE}" if option.own_file else ""
    raise InvalidSetup(field, f"expected {expected} ({option.rule}), not {value!r:.80}")


def _check_number(option: Option, value: object, field: str) -> int | float:
    assert option.lowest is not None
    assert option.highest is not None
    if isinstance(value, bool) or not isinstance(value, int | float) or (isinstance(value, float) and isnan(value)):
        raise InvalidSetup(field, f"expected a number ({option.rule}), not {value!r:.80}")
    if not option.lowest <= value <= option.highest:
        raise InvalidSetup(field, f"expected a number from {option.lowest:g} to {option.highest:g} ({option.rule})")
    if round(value, option.decimals) != value:
        raise InvalidSetup(field, f"{value!r} is too fine: a number has at most {option.decimals} decimals")
    return value


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
