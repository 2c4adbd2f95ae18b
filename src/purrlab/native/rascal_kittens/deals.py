"""Deals by the small generator of the core; not the verifiable dealing of a real game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, TILES, TOYS
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS, Deal, RascalKittensSetup
from purrlab.games.registry import find_game
from purrlab.games.values import frozen
from purrlab.native.arguments import check_seed
from purrlab.native.chance import Rng
from purrlab.native.rascal_kittens.checks import check_batch_options
from purrlab.native.rascal_kittens.history import possible_stacks


class BatchSetup(NamedTuple):
    """What all games of a batch have in common."""

    players: int
    rooms: tuple[Room, ...]  # one for each seat, or those that are dealt (RK7)
    rooms_by_lot: bool
    start: int | None  # None: by lot (RK8)
    string: int
    options: Mapping[str, Any]


def random_setup(players: int, seed: int, options: Mapping[str, Any] | None = None) -> RascalKittensSetup:
    """A game to begin, by the options of the rules; rooms and start player by lot where they do not name them."""
    return setup_by(BatchSetup(*check_batch_options(players, options)), Rng(check_seed(seed)))


def setup_by(setup: BatchSetup, rng: Rng) -> RascalKittensSetup:
    rooms = list(setup.rooms)
    if setup.rooms_by_lot:
        rng.shuffle(rooms)
    start = rng.below(setup.players) if setup.start is None else setup.start
    return dealt_setup(setup, rooms[: setup.players], start, random_deal(setup.players, rng))


def dealt_setup(setup: BatchSetup, rooms: Sequence[Room], start: int, deal: Deal) -> RascalKittensSetup:
    """A game to begin, of which chance has decided all."""
    found = {"rooms": [room.option for room in rooms], "start": start}
    return RascalKittensSetup(
        game=find_game("rascal-kittens"),
        players=setup.players,
        numbers=RULES_BY_PLAYERS[setup.players],
        options=frozen({**setup.options, **found}),
        rooms=tuple(rooms),
        start=start,
        string=setup.string,
        by_lot=(),
        seed=None,
        deal=deal,
    )


def random_deal(players: int, rng: Rng) -> Deal:
    """RK5, RK6."""
    middle = TILES[rng.below(len(TILES))]
    tiles = {}
    for colour in COLOURS:
        stack = [tile for tile in TILES if COLOUR_OF_TILE[tile] == colour and tile != middle]
        rng.shuffle(stack)
        tiles[colour] = tuple(stack)
    stacks = tuple(rng.pick(possible_stacks(players, ())) for _ in TOYS)
    return Deal(stacks, middle, frozen(tiles))
