"""Advice for somebody who learns a game, counted from the own view and nothing else (docs/tutorials.md)."""

from purrlab.coach.cat_in_the_box import CatInTheBoxAdvice, advise_cat_in_the_box
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import View

Advice = CatInTheBoxAdvice

__all__ = ["Advice", "CatInTheBoxAdvice", "advise"]


def advise(view: View) -> Advice | None:
    """What a coach says to whoever has this view; None for a spectator, and for a game that has no coach."""
    if isinstance(view, CatInTheBoxView) and view.seat is not None:
        return advise_cat_in_the_box(view)
    return None
