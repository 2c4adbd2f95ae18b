"""The coaches of all games. A game may have none."""

from collections.abc import Mapping

from msgspec import Struct

from purrlab.coach.coach import Coach
from purrlab.games.game import View
from purrlab.games.registry import GameParts, IncompleteGame

COACHES: Mapping[str, Coach] = GameParts("coach", "COACH", Coach)


def find_coach(game: str) -> Coach | None:
    try:
        return COACHES[game]
    except IncompleteGame:
        return None


def advise(view: View) -> Struct | None:
    """What a coach says to whoever has this view; None for a spectator, and for a game that has no coach."""
    coach = None if view.seat is None else find_coach(view.game)
    return None if coach is None else coach.advise(view)
