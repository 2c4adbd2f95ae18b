"""What a bot is."""

from random import Random
from typing import Any, Protocol

from purrlab.games.game import Action, View


class Bot(Protocol):
    """Chooses one of the legal actions of a view. It sees that view and nothing else."""

    def choose(self, view: Any, random: Random) -> Action:
        """The same view and the same random numbers give the same action."""


def choices_in(view: View) -> tuple[Action, ...]:
    """What there is to choose from. Raises ValueError where there is nothing: of a spectator, or out of turn."""
    if not view.legal:
        raise ValueError("view: a bot needs the view of a seat that is to act")
    return view.legal
