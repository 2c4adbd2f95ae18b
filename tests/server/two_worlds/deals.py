"""Two deals of a game that one seat cannot tell apart, by all that was seen until some moment of it."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, Protocol

from purrlab import Action
from purrlab.games.cat_in_the_box.cells import values_in
from purrlab.games.cat_in_the_box.notation import Discard, Play
from purrlab.games.rascal_kittens.furniture import TOKENS, TOYS

Deals = list[dict[str, Any]]
Moves = Sequence[tuple[Any, int, Action]]  # each state with the seat that acts in it, and how


class HiddenPart(Protocol):
    """What is hidden in a game. ``moves`` are those that both worlds share, and ``last`` is the state after them."""

    def deals(self, state: Any) -> Deals:
        """As they can be scripted."""

    def redeal(self, deals: Deals, moves: Moves, last: Any, observer: int, chance: Random, /) -> Deals:
        """Others that look the same to the observer, and in which the moves are possible."""

    def hidden_choices(self, state: Any, seat: int, moves: Moves, last: Any, /) -> list[str]:
        """What this seat may do now unseen, so that it can still make the moves."""

    def known(self, state: Any, observer: int) -> object:
        """What the observer was dealt, and what the rules have shown to all. Not taken from any view."""

    def secret(self, state: Any) -> object:
        """All that is hidden from somebody."""


class CatInTheBox:
    """Hidden are the cards of others that they have not played, and two of those left on the table."""

    def deals(self, state: Any) -> Deals:
        dealt = map(state.setup.deal, range(1, state.setup.numbers.rounds + 1))
        return [{"hands": [list(values_in(hand)) for hand in deal.hands], "table": list(deal.table)} for deal in dealt]

    def redeal(self, deals: Deals, moves: Moves, last: Any, observer: int, chance: Random) -> Deals:
        shown = _cards_shown(moves, last)
        again = []
        for number, deal in enumerate(deals, start=1):
            kept = [
                Counter(hand) if seat == observer else shown[number, seat] for seat, hand in enumerate(deal["hands"])
            ]
            turned_up, face_down = deal["table"][:3], deal["table"][3:]
            hidden = [Counter(hand) - keep for hand, keep in zip(deal["hands"], kept, strict=True)]
            pool = [card for cards in hidden for card in cards.elements()] + face_down
            chance.shuffle(pool)
            hands = [[*keep.elements(), *_take(pool, cards.total())] for keep, cards in zip(kept, hidden, strict=True)]
            again.append({"hands": hands, "table": turned_up + pool})
        return again

    def hidden_choices(self, state: Any, seat: int, moves: Moves, last: Any) -> list[str]:
        if state.expects is not Discard:
            return []
        free = Counter(values_in(state.hands[seat])) - _cards_shown(moves, last)[state.round.opening.number, seat]
        return [f"discard {value}" for value in free]

    def known(self, state: Any, observer: int) -> object:
        results = [each.result for each in state.round.past]
        shown = [(result.paradox, result.revealed) for result in results]
        return state.to_act, state.expects, shown, state.hands[observer], state.discards[observer]

    def secret(self, state: Any) -> object:
        return state.hands, state.discards, state.round.deal


def _cards_shown(moves: Moves, last: Any) -> dict[tuple[int, int], Counter[int]]:
    """By round and seat, the cards that everybody has seen: played ones, and the hand of who made a paradox."""
    shown: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for before, seat, action in moves:
        if isinstance(action, Play):
            shown[before.round.opening.number, seat][action.value] += 1
    for number, past in enumerate(last.round.past, start=1):
        if past.result.paradox is not None:
            shown[number, past.result.paradox].update(past.result.revealed)
    return shown


def _take(pool: list[int], count: int) -> list[int]:
    taken, pool[:] = pool[:count], pool[count:]
    return taken


class RascalKittens:
    """Hidden are the tiles of others that they have not laid, the face-down stacks, and the tokens of others."""

    def deals(self, state: Any) -> Deals:
        deal = state.setup.deal
        stacks = {toy: list(stack) for toy, stack in zip(TOYS, deal.stacks, strict=True)}
        tiles = {colour: list(stack) for colour, stack in deal.tiles.items()}
        return [{"stacks": stacks, "middle": deal.middle, "tiles": tiles}]

    def redeal(self, deals: Deals, _moves: Moves, last: Any, observer: int, chance: Random) -> Deals:
        [deal] = deals
        seen = {*last.hands[observer], *(each.tile for each in last.rounds)}
        tiles = {colour: _shuffled(stack, seen, chance) for colour, stack in deal["tiles"].items()}
        stacks = {
            toy: _other_stack(stack, _places_taken(last, observer, toy), chance)
            for toy, stack in deal["stacks"].items()
        }
        return [{"stacks": stacks, "middle": deal["middle"], "tiles": tiles}]

    def hidden_choices(self, _state: Any, _seat: int, _moves: Moves, _last: Any) -> list[str]:
        return []  # everything that is done lies open

    def known(self, state: Any, observer: int) -> object:
        return state.to_act, state.expects, len(state.rounds), state.hands[observer], state.taken[observer]

    def secret(self, state: Any) -> object:
        return state.hands, state.taken, state.setup.deal


def _shuffled(stack: list[str], seen: set[str], chance: Random) -> list[str]:
    hidden = [tile for tile in stack if tile not in seen]
    chance.shuffle(hidden)
    return [tile if tile in seen else hidden.pop() for tile in stack]


def _places_taken(last: Any, observer: int, toy: str) -> list[int]:
    """The places in the stack of a toy, from the top, whose tokens went to this seat."""
    runs = [run for each in last.rounds for run in each.runs if toy in run.toys]
    return [place for place, run in enumerate(runs) if run.seat == observer]


def _other_stack(stack: list[int], kept: list[int], chance: Random) -> list[int]:
    """Another stack of the same size, sorted as a stack is, with the same tokens in the places that are known."""
    fitting = {
        other
        for other in combinations(sorted(TOKENS), len(stack))
        if all(other[place] == stack[place] for place in kept if place < len(stack))
    }
    return list(chance.choice(sorted(fitting)))


HIDDEN_PARTS: dict[str, HiddenPart] = {"cat-in-the-box": CatInTheBox(), "rascal-kittens": RascalKittens()}
