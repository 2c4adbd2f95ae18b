"""All bots there are, by game."""

from collections.abc import Mapping

from purrlab.bots.bot import Bot
from purrlab.bots.budget import Budget
from purrlab.bots.game_bots import GameBots
from purrlab.bots.temperature import parse_temperature
from purrlab.games.registry import GameParts

BOTS: Mapping[str, GameBots] = GameParts("bots", "BOTS", GameBots)


class UnknownBot(ValueError):
    """No bot of this name plays this game."""


def find_bot(game: str, name: str) -> Bot:
    """The bot of this name; one that searches may be told its budget, such as ``search@100ms`` or ``search@5000``, and
    one that has a temperature that, such as ``net@t=7``.
    """
    if game not in BOTS:
        raise UnknownBot(f"no bot plays {game!r}; bots play {', '.join(BOTS)}")
    bots = BOTS[game]
    if name in bots:
        return bots[name]
    kind, at, how = name.partition("@")
    try:
        if at and kind in bots.by_budget:
            return bots.by_budget[kind](Budget.parse(how))
        if at and kind in bots.by_temperature:
            return bots.by_temperature[kind](parse_temperature(how))
    except ValueError as error:
        raise UnknownBot(f"{name[:80]!r}: {error}") from None
    names = [*bots, *(f"{each}@100ms" for each in bots.by_budget), *(f"{each}@t=7" for each in bots.by_temperature)]
    raise UnknownBot(f"no bot {name!r} plays {game}; there are {', '.join(names)}")


def is_search(game: str, name: str) -> bool:
    """Whether this bot takes its time."""
    return game in BOTS and BOTS[game].is_search(name)
