"""What the heuristic of Rascal Kittens makes of a view, for the bot and for the playouts of the core.

It knows what the tokens it has taken say about the stacks, plays the round on for the others, who are taken to grab
what they can, and asks how good a place each notch is to run from next. The compiled core has the same in
core/rascal_kittens/policy.hpp. There are whole numbers only, so that both choose the same on every machine: tokens are
worth so many TOKEN_PARTS of a point, and actions so many of the parts below.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from purrlab.games.game import Action
from purrlab.games.rascal_kittens.furniture import (
    COLOUR_OF_TILE,
    COLOURS,
    NOTCHES,
    PIECES,
    SIDES,
    TILES,
    TOYS,
    entrance,
    other_end,
)
from purrlab.games.rascal_kittens.geometry import BILLIONTHS, THOUSANDTHS
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.scoring import kinds_bonus
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native.rascal_kittens.history import possible_stacks, tokens_taken
from purrlab.native.rascal_kittens.weights import CHANCE_PARTS, SHARE_PARTS, TOKEN_PARTS, WEIGHT_PARTS, Weights

STARTS_FROM_OTHER_WALLS = len(NOTCHES) - 2 * len(PIECES)
WORTH_PARTS = TOKEN_PARTS * SHARE_PARTS * WEIGHT_PARTS  # of a point: what an action is worth is counted in these


def choose(view: RascalKittensView, weights: Weights) -> Action:
    """The best of the legal actions; the first one of several."""
    if len(view.legal) == 1:
        return view.legal[0]
    return max(view.legal, key=Evaluation(view, weights).worth)


class Reasons(NamedTuple):
    """What speaks for a tile or a way in and what against it; together they are its worth."""

    now: int  # the own gain in this round
    next: int  # what the next run promises
    others: int  # what the others gain in this round
    string: int  # how much of it is left for the rest of the game


class Evaluation:
    """What the bot makes of one view."""

    def __init__(self, view: RascalKittensView, weights: Weights) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self.view, self.weights, self.seat, self.hand = view, weights, view.seat, view.hand
        self.room = view.rooms[self.seat]
        self.ends = [place.end.number if place.end else None for place in view.places]
        self.tokens = expected_tokens(view)
        self.kinds = {number for number, toy in enumerate(TOYS) if view.places[self.seat].tokens[toy]}

    def worth(self, action: Action) -> int:
        if isinstance(action, Run | Lay):
            return sum(self.reasons(action))
        if isinstance(action, Anchor):
            middle = self.view.middle[-1]
            return self._next_run(entrance(middle, action.side), middle, self.view.leader, [0] * len(TOYS))
        assert isinstance(action, Draw)
        return self._wall(action.colour)

    def reasons(self, action: Run | Lay) -> Reasons:
        if isinstance(action, Run):
            return self._run(self.view.middle[-1], action.side, self.view.rounds[-1].runs)
        return self._lay(action.tile)

    def _lay(self, tile: str) -> Reasons:
        """The better way in. RK13: where the string reaches neither, it stays, and the others run all the same."""
        reached = [side for side in SIDES if self._reaches(self.seat, entrance(tile, side))]
        if not reached:
            string = self.view.places[self.seat].string
            return self._with_what_follows(0, tile, self._start(self.seat), string, [0] * len(TOYS), 1)
        return max([self._run(tile, side, ()) for side in reached], key=sum)

    def _run(self, tile: str, side: str, runs: Sequence[object]) -> Reasons:
        """The own gain, and what comes after it."""
        start, entry, taken = self._start(self.seat), entrance(tile, side), [0] * len(TOYS)
        gain = self._take(self.room, start, entry, taken) + TOKEN_PARTS * self._new_kinds(start, entry)
        string = self.view.places[self.seat].string - self.room.run_length(start, entry)
        return self._with_what_follows(gain, tile, other_end(entry), string, taken, len(runs) + 1)

    def _with_what_follows(self, gain: int, tile: str, end: int, string: int, taken: list[int], ran: int) -> Reasons:
        """What the next run promises and what string is left for it, less what the others gain in this round."""
        leader, players, weights = self.view.leader, self.view.players, self.weights
        rivals = sum(self._grab((leader + place) % players, tile, taken) for place in range(ran, players))
        left = ROUNDS - len(self.view.rounds) - (self.view.expects == "lay")
        promise = self._next_run(end, tile, (leader + 1) % players, taken) if left else 0
        string //= BILLIONTHS // THOUSANDTHS
        missing = max(0, THOUSANDTHS * left * weights.run - string)
        return Reasons(
            now=SHARE_PARTS * WEIGHT_PARTS * gain,
            next=weights.future * promise,
            others=-weights.others * rivals * (2 * SHARE_PARTS // players),
            string=-(weights.shortage * missing * TOKEN_PARTS * SHARE_PARTS // THOUSANDTHS)
            + weights.length * string * TOKEN_PARTS * SHARE_PARTS // THOUSANDTHS,
        )

    def _start(self, seat: int) -> int:
        start = self.ends[seat]
        assert start is not None
        return start

    def _reaches(self, seat: int, entry: int) -> bool:
        """RK13."""
        return self.view.rooms[seat].run_length(self._start(seat), entry) <= self.view.places[seat].string

    def _take(self, room: Room, start: int, entry: int, taken: list[int]) -> int:
        """What a run brings, with the tokens that it takes marked as taken."""
        gain = 0
        for toy in room.way(start, entry).toys:
            if taken[toy] < len(self.tokens[toy]):
                gain += self.tokens[toy][taken[toy]]
                taken[toy] += 1
        return gain

    def _value(self, room: Room, start: int, entry: int, taken: Sequence[int]) -> int:
        """What a run would bring."""
        return sum(
            self.tokens[toy][taken[toy]] for toy in room.way(start, entry).toys if taken[toy] < len(self.tokens[toy])
        )

    def _new_kinds(self, start: int, entry: int) -> int:
        """RK15: what the kinds of toys that are new are worth."""
        if self.view.options["variant"] == "basic":
            return 0
        found = {toy for toy in self.room.way(start, entry).toys if self.tokens[toy]} | self.kinds
        return kinds_bonus(len(found)) - kinds_bonus(len(self.kinds))

    def _grab(self, seat: int, tile: str, taken: list[int]) -> int:
        """Another player takes the way in that brings more, of those within reach."""
        room, start = self.view.rooms[seat], self._start(seat)
        entries = [entry for side in SIDES if self._reaches(seat, entry := entrance(tile, side))]
        if not entries:
            return 0
        return self._take(room, start, max(entries, key=lambda entry: self._value(room, start, entry, taken)), taken)

    def _next_run(self, start: int, top: str, leader: int, taken: list[int]) -> int:
        """What the next run is likely to bring: the best of the own tiles, or any of another leader's.

        In TOKEN_PARTS and SHARE_PARTS of a point.
        """
        if leader == self.seat:
            own = [tile for tile in self.hand if tile != top]
            others = [tile for tile in own if COLOUR_OF_TILE[tile] != COLOUR_OF_TILE[top]] or own
            return SHARE_PARTS * max((self._best(start, tile, taken) for tile in others), default=0)
        likely = self._likely(leader, top)
        total = sum(chance for _, chance in likely)
        promises = sum(chance * self._best(start, tile, taken) for tile, chance in likely)
        return SHARE_PARTS * promises // total if total else 0

    def _best(self, start: int, tile: str, taken: Sequence[int]) -> int:
        return max(self._value(self.room, start, entrance(tile, side), taken) for side in SIDES)

    def _likely(self, leader: int, top: str) -> list[tuple[str, int]]:
        """RK9: the tiles that another leader may lay, by how likely that player holds them."""
        unseen = [tile for tile in TILES if tile not in self.hand and tile not in self.view.middle and tile != top]
        held = self.view.places[leader].colours
        behind = {colour: sum(COLOUR_OF_TILE[tile] == colour for tile in unseen) for colour in COLOURS}
        return [
            (tile, CHANCE_PARTS * held[COLOUR_OF_TILE[tile]] // behind[COLOUR_OF_TILE[tile]])
            for tile in unseen
            if held[COLOUR_OF_TILE[tile]] and COLOUR_OF_TILE[tile] != COLOUR_OF_TILE[top]
        ]

    def _wall(self, colour: str) -> int:
        """How much more toys the runs to a wall touch in the own room than in the others'."""
        seen = (*self.hand, *self.view.middle)
        unseen = [tile for tile in TILES if COLOUR_OF_TILE[tile] == colour and tile not in seen]
        reaches = [_reach(room, unseen) for room in self.view.rooms]
        own, rivals = reaches[self.seat], self.view.players - 1
        ahead = WEIGHT_PARTS * rivals * own - self.weights.others * (sum(reaches) - own)
        return ahead * TOKEN_PARTS * SHARE_PARTS // (rivals * STARTS_FROM_OTHER_WALLS * len(unseen))


def _reach(room: Room, tiles: Iterable[str]) -> int:
    """How many toys the better way in touches, in all runs from other walls."""
    return sum(_reach_of_tile(room, tile) for tile in tiles)


@lru_cache(maxsize=2_000)
def _reach_of_tile(room: Room, tile: str) -> int:
    return sum(
        max(len(room.way(start, entrance(tile, side)).toys) for side in SIDES)
        for start, notch in enumerate(NOTCHES)
        if COLOUR_OF_TILE[notch.tile] != COLOUR_OF_TILE[tile]
    )


def expected_tokens(view: RascalKittensView) -> tuple[tuple[int, ...], ...]:
    """For each toy what the tokens still on its stack are worth, top first, as far as this seat can know (RK5)."""
    taken = tokens_taken(view)
    return tuple(_rest(view.players, tuple(token.value for token in taken.get(toy, ()))) for toy in TOYS)


@cache
def _rest(players: int, seen: tuple[int | None, ...]) -> tuple[int, ...]:
    """What lies below the tokens that were taken: the mean of all stacks that could have been set up and show them."""
    possible = possible_stacks(players, seen)
    means = [sum(values) * TOKEN_PARTS // len(possible) for values in zip(*possible, strict=True)]
    return tuple(means[len(seen) :])
