"""What every game checks of the options it is given."""

from collections.abc import Mapping
from math import isnan
from pathlib import Path
from typing import Any

from purrlab.games.game import Game, InvalidSetup
from purrlab.games.options import OWN_FILE, Option, either


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
