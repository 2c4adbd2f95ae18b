"""A bot for Rascal Kittens that looks ahead, on the core (docs/core.md).

It knows the view and nothing else: tiles and tokens that it cannot see are dealt anew, many times, in ways that fit.
"""

from functools import cache
from random import Random

from purrlab.bots.bot import choices_in
from purrlab.bots.budget import Budget
from purrlab.games.game import Action
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native import rascal_kittens as native

SHORT_SIGHT_ROUNDS = 1  # as far as there is time to look where the core is not compiled


class RascalKittensSearch:
    """Tries every action on deals that fit the view; all play on by the heuristic, by default to the end of the game.

    A playout of the budget is a deal with every action. With a budget of playouts only, the same random numbers give
    the same action, whether the core is compiled or not.
    """

    def __init__(self, budget: Budget, rounds_ahead: int | None = None) -> None:
        self.budget = budget
        sight = SHORT_SIGHT_ROUNDS if budget.seconds and not native.COMPILED else ROUNDS
        self.rounds_ahead = sight if rounds_ahead is None else rounds_ahead

    def choose(self, view: RascalKittensView, random: Random) -> Action:
        if len(choices_in(view)) == 1:
            return view.legal[0]
        action, _, _ = self.think(view, random.getrandbits(64))
        return native.ACTIONS[action]

    def think(self, view: RascalKittensView, seed: int) -> tuple[int, int, dict[int, float]]:
        """The best action by its number, the playouts made, and how far ahead of the others each action ends."""
        playouts, policy = self.budget.playouts * len(view.legal), policy_for(view.players)
        return native.search(native.Known(view), policy, seed, playouts, self.budget.seconds, self.rounds_ahead)


@cache
def policy_for(players: int) -> native.Policy:
    """The heuristic, for the core."""
    return native.Policy(players, native.Weights())
