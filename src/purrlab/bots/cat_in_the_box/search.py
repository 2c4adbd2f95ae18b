"""Bots for Cat in the Box that look ahead, on the core (docs/core.md).

They know the view and nothing else: the unseen cards are dealt anew, many times, in ways that fit it.
"""

from dataclasses import astuple, replace
from functools import lru_cache
from random import Random

from purrlab.bots.bot import choices_in
from purrlab.bots.budget import Budget
from purrlab.bots.cat_in_the_box.heuristic import CatInTheBoxHeuristic
from purrlab.games.cat_in_the_box.cells import hand_of
from purrlab.games.cat_in_the_box.notation import BIDS
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Action
from purrlab.native import cat_in_the_box as native


class CatInTheBoxSearch:
    """Tries every action on deals that fit the view, and plays them out by the heuristic.

    With a budget of playouts only, the same random numbers give the same action. Where the core is not compiled, far
    fewer playouts take the same time.
    """

    def __init__(self, budget: Budget) -> None:
        playouts = budget.playouts if native.COMPILED else -(-budget.playouts // native.FALLBACK_SLOWDOWN)
        self.budget = replace(budget, playouts=playouts)

    def choose(self, view: CatInTheBoxView, random: Random) -> Action:
        if len(choices_in(view)) == 1:
            return view.legal[0]
        action, _, _ = self.think(view, random.getrandbits(64))
        return native.ACTIONS[action]

    def think(self, view: CatInTheBoxView, seed: int) -> tuple[int, int, dict[int, float]]:
        """The best action by its number, the playouts made, and how far ahead of the others each action ends."""
        policy = policy_for(view.players, native.neighbours_of(view.layout))
        return native.search(known_in(view), policy, seed, self.budget.playouts, self.budget.seconds)


class CatInTheBoxIsmcts(CatInTheBoxSearch):
    """The usual information-set tree search with uniform playouts: a yardstick for the other."""

    def think(self, view: CatInTheBoxView, seed: int) -> tuple[int, int, dict[int, float]]:
        return native.ismcts(known_in(view), seed, self.budget.playouts, self.budget.seconds)


class CatInTheBoxTree(CatInTheBoxSearch):
    """The same tree with playouts by the heuristic: everybody decides for themselves in it, so it trusts nobody to play
    by the heuristic.
    """

    def think(self, view: CatInTheBoxView, seed: int) -> tuple[int, int, dict[int, float]]:
        policy = policy_for(view.players, native.neighbours_of(view.layout))
        return native.ismcts(known_in(view), seed, self.budget.playouts, self.budget.seconds, policy=policy)


def known_in(view: CatInTheBoxView) -> native.Known:
    """What a view tells, as the core wants it."""
    assert view.seat is not None
    assert view.hand is not None
    table, opening = view.table, view.table.opening
    seats = [(opening.start + turn) % view.players for turn in range(view.players)]
    bids = [bid for seat in seats if (bid := table.boards[seat].bid) is not None]
    moves = [*(BIDS[bid - 1] for bid in bids), *(play for _, play in table.plays)]
    return native.Known(
        view.players,
        view.seat,
        opening.start,
        opening.turned_up,
        hand_of(view.hand),
        view.discard or 0,
        [native.ACTION_NUMBER[move] for move in moves],
        native.neighbours_of(view.layout),
    )


@lru_cache(maxsize=64)
def policy_for(players: int, neighbours: tuple[int, ...]) -> native.Policy:
    """The heuristic, for the core."""
    heuristic = CatInTheBoxHeuristic()
    weights, bid_limits = heuristic.tunings[players]
    return native.Policy(
        players,
        astuple(weights),
        bid_limits,
        neighbours,
        lambda view: heuristic.choose(view, Random(0)),
    )
