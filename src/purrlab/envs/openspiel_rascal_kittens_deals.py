"""What chance decides in Rascal Kittens, outcome by outcome, as OpenSpiel wants it. Nothing here needs OpenSpiel."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, TILE_NUMBER, TILES, TOYS, Tile
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.setup import Deal, RascalKittensSetup
from purrlab.games.values import frozen
from purrlab.native.rascal_kittens.checks import check_batch_options
from purrlab.native.rascal_kittens.deals import BatchSetup, dealt_setup
from purrlab.native.rascal_kittens.history import Stack, possible_stacks

Outcomes = list[tuple[int, float]]


def chance_nodes(players: int) -> int:
    return 1 + players + len(TOYS) + len(TILES)


class RascalKittensDealing:
    """RK5 to RK8: start player, rooms, stacks of tokens, the tile in the middle, the tiles of each colour top first."""

    def __init__(self, players: int) -> None:
        self.players = players
        self._made: list[int] = []
        self._left = list(range(len(TILES)))  # tiles that are not dealt yet, colour by colour

    @property
    def _setup(self) -> BatchSetup:
        return _basic_setup(self.players)

    @property
    def _stacks(self) -> tuple[tuple[Stack, float], ...]:
        return _stacks_by_chance(self.players)

    @property
    def done(self) -> bool:
        return len(self._made) == chance_nodes(self.players)

    def outcomes(self) -> Outcomes:
        if self._sets_up_stacks:
            return [(number, probability) for number, (_, probability) in enumerate(self._stacks)]
        numbers = self._choices()
        return [(number, 1 / len(numbers)) for number in numbers]

    @property
    def _sets_up_stacks(self) -> bool:
        return self.players < len(self._made) <= self.players + len(TOYS)

    def apply(self, outcome: int) -> None:
        if outcome not in (range(len(self._stacks)) if self._sets_up_stacks else self._choices()):
            raise ValueError(f"chance: no outcome {outcome} is possible now")
        if len(self._made) > self.players + len(TOYS):
            self._left.remove(outcome)
        self._made.append(outcome)

    def _choices(self) -> list[int]:
        made, before_stacks = len(self._made), 1 + self.players
        if made == 0:
            return list(range(self.players))
        if made < before_stacks:
            return [number for number in range(len(self._setup.rooms)) if number not in self._made[1:]]
        if made == before_stacks + len(TOYS):  # the tile in the middle
            return self._left.copy()
        colour = COLOUR_OF_TILE[TILES[self._left[0]]]
        return [tile for tile in self._left if COLOUR_OF_TILE[TILES[tile]] == colour]

    @property
    def rooms(self) -> list[Room]:
        return [self._setup.rooms[number] for number in self._made[1 : 1 + self.players]]

    def setup(self) -> RascalKittensSetup:
        at = 1 + self.players
        stacks = tuple(self._stacks[number][0] for number in self._made[at : at + len(TOYS)])
        middle, *tiles = (TILES[number] for number in self._made[at + len(TOYS) :])
        by_colour = {colour: tuple(tile for tile in tiles if COLOUR_OF_TILE[tile] == colour) for colour in COLOURS}
        return dealt_setup(self._setup, self.rooms, self._made[0], Deal(stacks, middle, frozen(by_colour)))

    def outcomes_of(self, stacks: Sequence[tuple[int, ...]], middle: Tile, tiles: Sequence[Tile]) -> list[int]:
        """Those that set up these stacks and deal these tiles, colour by colour, after start player and rooms."""
        names = [stack for stack, _ in self._stacks]
        return [*map(names.index, stacks), TILE_NUMBER[middle], *(TILE_NUMBER[tile] for tile in tiles)]

    def name(self, outcome: int) -> str:
        """Raises IndexError where there is no such outcome."""
        made = len(self._made)
        if made == 0:
            return f"start {range(self.players)[outcome]}"
        if made <= self.players:
            return f"room {self._setup.rooms[outcome].name}"
        if self._sets_up_stacks:
            return f"stack {TOYS[made - self.players - 1]} {self._stacks[outcome][0]}"
        return f"tile {TILES[outcome]}"

    def __str__(self) -> str:
        return str(self._made)


@cache
def _basic_setup(players: int) -> BatchSetup:
    return BatchSetup(*check_batch_options(players, None))


@cache
def _stacks_by_chance(players: int) -> tuple[tuple[Stack, float], ...]:
    """RK5: the stacks that can be set up, and how likely each is: some come about in several ways."""
    ways = Counter(possible_stacks(players, ()))
    return tuple((stack, count / ways.total()) for stack, count in sorted(ways.items()))
