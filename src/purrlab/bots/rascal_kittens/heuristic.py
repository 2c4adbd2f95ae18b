"""A bot for Rascal Kittens that looks at what every tile and every way in would touch.

It knows what the tokens it has taken say about the stacks, plays the round on for the others, who are taken to grab
what they can, and asks how good a place each notch is to run from next.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

from purrlab.bots.bot import choices_in
from purrlab.games.game import Action
from purrlab.games.rascal_kittens.furniture import (
    COLOUR_OF_TILE,
    COLOURS,
    NOTCHES,
    SIDES,
    TILES,
    TOKENS,
    TOYS,
    entrance,
    other_end,
)
from purrlab.games.rascal_kittens.geometry import BILLIONTHS
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.scoring import kinds_bonus
from purrlab.games.rascal_kittens.setup import ROUNDS, RULES_BY_PLAYERS
from purrlab.games.rascal_kittens.view import RascalKittensView


@dataclass(frozen=True, slots=True)
class Weights:
    """What the bot makes of what it sees. Found by letting it play against itself."""

    others: float = 0.8  # what all the others gain together, in a game of two
    future: float = 0.6  # what the next run is likely to bring
    run: int = 100  # the string that a run takes, more or less
    shortage: float = 0.02  # for each unit of string that the rest of the game is likely to need beyond what is left
    length: float = 0.002  # for each unit of string used up: it decides ties


class RascalKittensHeuristic:
    """Weighs each legal action and takes the best."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def choose(self, view: RascalKittensView, random: Random) -> Action:
        del random  # it has no doubts
        if len(choices_in(view)) == 1:
            return view.legal[0]
        return max(view.legal, key=_Evaluation(view, self.weights).worth)


class _Evaluation:
    """What the bot makes of one view."""

    def __init__(self, view: RascalKittensView, weights: Weights) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self.view, self.weights, self.seat, self.hand = view, weights, view.seat, view.hand
        self.room = view.rooms[self.seat]
        self.ends = [place.end.number if place.end else None for place in view.places]
        self.tokens = expected_tokens(view)
        self.kinds = {number for number, toy in enumerate(TOYS) if view.places[self.seat].tokens[toy]}

    def worth(self, action: Action) -> float:
        if isinstance(action, Run):
            return self._run(self.view.middle[-1], action.side, self.view.rounds[-1].runs)
        if isinstance(action, Lay):
            return self._lay(action.tile)
        if isinstance(action, Anchor):
            middle = self.view.middle[-1]
            return self._next_run(entrance(middle, action.side), middle, self.view.leader, [0] * len(TOYS))
        assert isinstance(action, Draw)
        return self._wall(action.colour)

    def _lay(self, tile: str) -> float:
        """The better way in. RK13: where the string reaches neither, it stays, and the others run all the same."""
        reached = [side for side in SIDES if self._reaches(self.seat, entrance(tile, side))]
        if not reached:
            return self._after(tile, self._start(self.seat), self.view.places[self.seat].string, [0] * len(TOYS), 1)
        return max(self._run(tile, side, ()) for side in reached)

    def _run(self, tile: str, side: str, runs: Sequence[object]) -> float:
        """The own gain, and what comes after it."""
        start, entry, taken = self._start(self.seat), entrance(tile, side), [0] * len(TOYS)
        gain = self._take(self.room, start, entry, taken) + self._new_kinds(start, entry)
        string = self.view.places[self.seat].string - self.room.run_length(start, entry)
        return gain + self._after(tile, other_end(entry), string, taken, len(runs) + 1)

    def _after(self, tile: str, end: int, string: int, taken: list[int], ran: int) -> float:
        """What the next run promises and what string is left for it, less what the others gain in this round."""
        leader, players = self.view.leader, self.view.players
        rivals = sum(self._grab((leader + place) % players, tile, taken) for place in range(ran, players))
        left = ROUNDS - len(self.view.rounds) - (self.view.expects == "lay")
        promise = self._next_run(end, tile, (leader + 1) % players, taken) if left else 0.0
        weights = self.weights
        return (
            weights.future * promise
            - weights.others * rivals * 2 / players
            - weights.shortage * max(0.0, left * weights.run - string / BILLIONTHS)
            + weights.length * string / BILLIONTHS
        )

    def _start(self, seat: int) -> int:
        start = self.ends[seat]
        assert start is not None
        return start

    def _reaches(self, seat: int, entry: int) -> bool:
        """RK13."""
        return self.view.rooms[seat].run_length(self._start(seat), entry) <= self.view.places[seat].string

    def _take(self, room: Room, start: int, entry: int, taken: list[int]) -> float:
        """What a run brings, with the tokens that it takes marked as taken."""
        gain = 0.0
        for toy in room.way(start, entry).toys:
            if taken[toy] < len(self.tokens[toy]):
                gain += self.tokens[toy][taken[toy]]
                taken[toy] += 1
        return gain

    def _value(self, room: Room, start: int, entry: int, taken: Sequence[int]) -> float:
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

    def _grab(self, seat: int, tile: str, taken: list[int]) -> float:
        """Another player takes the way in that brings more, of those within reach."""
        room, start = self.view.rooms[seat], self._start(seat)
        entries = [entry for side in SIDES if self._reaches(seat, entry := entrance(tile, side))]
        if not entries:
            return 0.0
        return self._take(room, start, max(entries, key=lambda entry: self._value(room, start, entry, taken)), taken)

    def _next_run(self, start: int, top: str, leader: int, taken: list[int]) -> float:
        """What the next run from a notch is likely to bring: the best of the own tiles, or any of another leader's."""
        if leader == self.seat:
            own = [tile for tile in self.hand if tile != top]
            others = [tile for tile in own if COLOUR_OF_TILE[tile] != COLOUR_OF_TILE[top]] or own
            return max((self._best(start, tile, taken) for tile in others), default=0.0)
        likely = self._likely(leader, top)
        total = sum(chance for _, chance in likely)
        return sum(chance * self._best(start, tile, taken) for tile, chance in likely) / total if total else 0.0

    def _best(self, start: int, tile: str, taken: Sequence[int]) -> float:
        return max(self._value(self.room, start, entrance(tile, side), taken) for side in SIDES)

    def _likely(self, leader: int, top: str) -> list[tuple[str, float]]:
        """RK9: the tiles that another leader may lay, by how likely that player holds them."""
        unseen = [tile for tile in TILES if tile not in self.hand and tile not in self.view.middle and tile != top]
        held = self.view.places[leader].colours
        behind = {colour: sum(COLOUR_OF_TILE[tile] == colour for tile in unseen) for colour in COLOURS}
        return [
            (tile, held[COLOUR_OF_TILE[tile]] / behind[COLOUR_OF_TILE[tile]])
            for tile in unseen
            if held[COLOUR_OF_TILE[tile]] and COLOUR_OF_TILE[tile] != COLOUR_OF_TILE[top]
        ]

    def _wall(self, colour: str) -> float:
        """How much more the runs to a wall bring in the own room than in the others'."""
        seen = (*self.hand, *self.view.middle)
        unseen = [tile for tile in TILES if COLOUR_OF_TILE[tile] == colour and tile not in seen]
        rivals = [_reach(room, unseen) for seat, room in enumerate(self.view.rooms) if seat != self.seat]
        return _reach(self.room, unseen) - self.weights.others * sum(rivals) / len(rivals)


def _reach(room: Room, tiles: Iterable[str]) -> float:
    """How many toys the better way in touches, on average over all starts from other walls."""
    best = [
        max(len(room.way(start, entrance(tile, side)).toys) for side in SIDES)
        for tile in tiles
        for start, notch in enumerate(NOTCHES)
        if COLOUR_OF_TILE[notch.tile] != COLOUR_OF_TILE[tile]
    ]
    return sum(best) / len(best)


def expected_tokens(view: RascalKittensView) -> tuple[tuple[float, ...], ...]:
    """For each toy what the tokens still on its stack are worth, top first, as far as this seat can know (RK5)."""
    size = len(TOKENS) - RULES_BY_PLAYERS[view.players].removed
    taken = dict.fromkeys(TOYS, 0)
    seen: dict[str, list[tuple[int, int]]] = {toy: [] for toy in TOYS}
    for each in view.rounds:
        for run in each.runs:
            for toy, value in zip(run.toys, run.tokens, strict=True):
                if value:
                    seen[toy].append((taken[toy], value))
                taken[toy] += value != 0
    return tuple(_stack(size, tuple(seen[toy]))[taken[toy] :] for toy in TOYS)


@cache
def _stack(size: int, seen: tuple[tuple[int, int], ...]) -> tuple[float, ...]:
    """RK5: the mean of all stacks that could have been set up and show these values at these places."""
    possible = [stack for stack in combinations(TOKENS, size) if all(stack[place] == value for place, value in seen)]
    return tuple(sum(values) / len(possible) for values in zip(*possible, strict=True))
