"""What a bot is."""

from random import Random
from typing import Any, Protocol

from purrlab.games.game import Action


class Bot(Protocol):
    """Chooses one of the legal actions of a view. It sees that view and nothing else."""

    def choose(self, view: Any, random: Random) -> Action:
        """The same view and the same random numbers give the same action."""
