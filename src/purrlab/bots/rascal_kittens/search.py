"""A bot for Rascal Kittens that looks ahead.

The tiles and tokens that it cannot see are dealt anew, many times, in ways that fit the view. Every action is tried on
the same deals, all play on by the heuristic to the end of the next round, and the better half is kept, again and again.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from statistics import fmean

from purrlab.bots.bot import choices_in
from purrlab.bots.budget import Budget
from purrlab.bots.rascal_kittens.heuristic import RascalKittensHeuristic
from purrlab.games.game import Action
from purrlab.games.rascal_kittens.furniture import (
    COLOUR_OF_TILE,
    COLOURS,
    TILES,
    TOKENS,
    TOYS,
    Tile,
    ToyKind,
    in_order,
)
from purrlab.games.rascal_kittens.geometry import BILLIONTHS
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.scoring import total
from purrlab.games.rascal_kittens.setup import ROUNDS, RULES_BY_PLAYERS, Deal, RascalKittensSetup
from purrlab.games.rascal_kittens.table import Ran, RascalKittensRound
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.games.registry import find_game
from purrlab.games.values import frozen

HEURISTIC = RascalKittensHeuristic()
NO_CHANCE = Random(0)  # the heuristic has no doubts
ROUNDS_AHEAD = 1  # rounds played out after this one: what comes later is mostly luck, and takes time
ACTION_BY_VERB = {kind.verb: kind for kind in (Draw, Anchor, Lay, Run)}


class RascalKittensSearch:
    """Thinks for as long as so many deals take with every action, or for so many seconds; 0 is no limit.

    With deals only, the same random numbers give the same action. Before the first tile is laid it trusts its sense
    of the rooms: that far ahead, a few deals tell little.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget  # a playout is a deal with every action

    def choose(self, view: RascalKittensView, random: Random) -> Action:
        if len(choices_in(view)) == 1:
            return view.legal[0]
        assert view.seat is not None
        if view.expects not in (Lay.verb, Run.verb):
            return HEURISTIC.choose(view, random)
        gains: dict[Action, list[float]] = {action: [] for action in view.legal}
        until = len(view.rounds) + (view.expects == Lay.verb) + ROUNDS_AHEAD
        rest = list(view.legal)
        halvings = (len(rest) - 1).bit_length()
        is_over = Budget(self.budget.playouts * len(rest), self.budget.seconds).start()
        for halving in range(1, halvings + 1):
            made = 0
            while not made or not is_over(made, halving / halvings):
                deal = redeal(view, random)
                for action in rest:
                    gains[action].append(_lead(play_on(deal.apply(view.seat, action), until), view.seat))
                made = sum(map(len, gains.values()))
            rest = sorted(rest, key=lambda action: -fmean(gains[action]))[: (len(rest) + 1) // 2]
        return rest[0]


def _lead(state: RascalKittensState, seat: int) -> float:
    """The own prospects less the mean of the others'."""
    all_of_them = [_prospects(state, each) for each in range(state.players)]
    return all_of_them[seat] - fmean(all_of_them[:seat] + all_of_them[seat + 1 :])


def _prospects(state: RascalKittensState, seat: int) -> float:
    """The total, and what the string that is left is worth for the rounds to come."""
    left, string, weights = ROUNDS - len(state.rounds), state.strings[seat] / BILLIONTHS, HEURISTIC.weights
    short = max(0.0, left * weights.run - string)
    return total(state.taken[seat], older=state.setup.older) - weights.shortage * short


def play_on(state: RascalKittensState, until: int) -> RascalKittensState:
    """Everybody follows the heuristic until so many rounds are played, or to the end of the game."""
    while state.to_act and (state.expects is not Lay or len(state.rounds) < until):
        state = state.apply(state.turn, HEURISTIC.choose(state.view(state.turn), NO_CHANCE))
    return state


def redeal(view: RascalKittensView, random: Random) -> RascalKittensState:
    """A state that looks the same to the seat of the view."""
    assert view.seat is not None
    assert view.expects is not None
    stacks = _stacks(view, random)
    hands, tiles = _hands(view, random)
    rounds, taken = _uncovered(view, stacks)
    setup = RascalKittensSetup(
        game=find_game(view.game),
        players=view.players,
        numbers=RULES_BY_PLAYERS[view.players],
        options=view.options,
        rooms=view.rooms,
        start=view.options["start"],
        string=round(view.options["string"] * BILLIONTHS),
        by_lot=(),
        seed=None,
        deal=Deal(stacks, view.middle[0], frozen(tiles)),
    )
    return RascalKittensState(
        setup=setup,
        draws=tuple(place.draws for place in view.places),
        anchors=tuple(place.anchor for place in view.places),
        rounds=rounds,
        ends=tuple(place.end.number if place.end else None for place in view.places),
        strings=tuple(place.string for place in view.places),
        left=tuple(view.stacks[toy] for toy in TOYS),
        taken=taken,
        hands=hands,
        turn=view.seat,
        expects=ACTION_BY_VERB[view.expects],
        outcome=None,
    )


def _hands(view: RascalKittensView, random: Random) -> tuple[tuple[tuple[Tile, ...], ...], dict[str, tuple[Tile, ...]]]:
    """RK6: everybody's tiles, of the colours that lie open, and the stacks with those that nobody drew last."""
    assert view.hand is not None
    hands: list[list[Tile]] = [[] for _ in view.places]
    stacks: dict[str, tuple[Tile, ...]] = {}
    for colour in COLOURS:
        own = [tile for tile in view.hand if COLOUR_OF_TILE[tile] == colour]
        laid = [tile for tile in view.middle[1:] if COLOUR_OF_TILE[tile] == colour]
        unseen = [
            tile for tile in TILES if COLOUR_OF_TILE[tile] == colour and tile not in own and tile not in view.middle
        ]
        random.shuffle(unseen)
        for seat, place in enumerate(view.places):
            hands[seat] += own if seat == view.seat else [unseen.pop() for _ in range(place.colours[colour])]
        drawn = [tile for hand in hands for tile in hand if COLOUR_OF_TILE[tile] == colour]
        stacks[colour] = (*laid, *drawn, *unseen)
    return tuple(in_order(hand) for hand in hands), stacks


def _stacks(view: RascalKittensView, random: Random) -> tuple[tuple[int, ...], ...]:
    """RK5: stacks that could have been set up and show the values of the own tokens at their places."""
    size = len(TOKENS) - RULES_BY_PLAYERS[view.players].removed
    known: dict[str, list[tuple[int, int]]] = {toy: [] for toy in TOYS}
    for (_, toy, place), value in _tokens_taken(view):
        if value is not None:
            known[toy].append((place, value))
    return tuple(random.choice(_possible(size, tuple(known[toy]))) for toy in TOYS)


@cache
def _possible(size: int, seen: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(stack for stack in combinations(TOKENS, size) if all(stack[place] == value for place, value in seen))


def _tokens_taken(view: RascalKittensView) -> list[tuple[tuple[int, ToyKind, int], int | None]]:
    """Each token that was taken: by whom, of which toy, from which place of its stack, and its value if it is known."""
    found, taken = [], dict.fromkeys(TOYS, 0)
    for run in (run for each in view.rounds for run in each.runs):
        for toy, value in zip(run.toys, run.tokens, strict=True):
            if value != 0:
                found.append(((run.seat, toy, taken[toy]), value))
                taken[toy] += 1
    return found


def _uncovered(
    view: RascalKittensView, stacks: tuple[tuple[int, ...], ...]
) -> tuple[tuple[RascalKittensRound, ...], tuple[tuple[tuple[int, ...], ...], ...]]:
    """RK11: the rounds with the values of all tokens, and what everybody has taken."""
    kept: list[list[tuple[int, ...]]] = [[()] * len(TOYS) for _ in view.places]
    values = []
    for (seat, name, place), _ in _tokens_taken(view):
        toy = TOYS.index(name)
        values.append(stacks[toy][place])
        kept[seat][toy] += (values[-1],)
    turned = iter(values)
    rounds = tuple(
        RascalKittensRound(leader, tile, tuple(_shown(run, turned) for run in runs))
        for leader, tile, runs in view.rounds
    )
    return rounds, tuple(map(tuple, kept))


def _shown(run: Ran, values: Iterator[int]) -> Ran:
    return run._replace(tokens=tuple([0 if value == 0 else next(values) for value in run.tokens]))
