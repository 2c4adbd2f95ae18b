"""How a game is set up: numbers by players, options, and where tiles and tokens lie (RK1, RK5 to RK8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from purrlab.games.dealing import Chance
from purrlab.games.game import Game, InvalidSetup, Setup
from purrlab.games.option_checks import check_options
from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, TILES, TOKENS, TOYS, FurnitureColour, Tile
from purrlab.games.rascal_kittens.geometry import BILLIONTHS, THOUSANDTHS
from purrlab.games.rascal_kittens.room_files import thousandths
from purrlab.games.rascal_kittens.rooms import BUILT_IN, Room, find_room
from purrlab.games.setup import check_chance, check_players, decided_by_lot, start_player
from purrlab.games.values import frozen

ROUNDS = 12  # RK1


class PlayerCountRules(NamedTuple):
    """What depends on how many play."""

    removed: int  # RK5: tokens taken out of each stack
    extra: int  # RK6: tiles that a player draws after the first four


RULES_BY_PLAYERS = {
    2: PlayerCountRules(removed=2, extra=3),
    3: PlayerCountRules(removed=1, extra=1),
    4: PlayerCountRules(removed=0, extra=0),
}


class Deal(NamedTuple):
    """All that chance decides on the table."""

    stacks: tuple[tuple[int, ...], ...]  # RK5: the tokens of each toy, top first
    middle: Tile  # RK6: the tile that lies open first
    tiles: Mapping[FurnitureColour, tuple[Tile, ...]]  # RK6: the face-down stack of each colour, top first


@dataclass(frozen=True, slots=True, kw_only=True)
class RascalKittensSetup(Setup):
    """All that is fixed before the first choice."""

    numbers: PlayerCountRules
    rooms: tuple[Room, ...]  # by seat
    string: int  # RK7: what everybody has, in billionths
    deal: Deal = field(repr=False)

    @property
    def older(self) -> bool:
        """RK15: whether the variant for older players is on."""
        return bool(self.options["variant"] == "older")


def set_up(game: Game, players: object, seed: object, options: object, deals: object) -> RascalKittensSetup:
    """Check everything that was given; raises InvalidSetup naming the field."""
    players = check_players(game, players)
    chosen = check_options(game, players, options)
    chance = check_chance(game, seed, deals)
    rooms = _rooms(chosen["rooms"], players, chance)
    start = start_player(chosen["start"], players, chance)  # RK8
    string = thousandths(chosen["string"], "options.string")  # RK7: the same for everybody
    found = {"rooms": [room.option for room in rooms], "start": start, "string": string / THOUSANDTHS}
    return RascalKittensSetup(
        game=game,
        players=players,
        numbers=RULES_BY_PLAYERS[players],
        options=frozen(chosen | found),
        rooms=rooms,
        start=start,
        string=string * (BILLIONTHS // THOUSANDTHS),
        by_lot=decided_by_lot(chosen, chance),
        seed=seed if isinstance(seed, str) else None,
        deal=_dealt(chance, players) if chance else _scripted(deals, players),
    )


def _rooms(rooms: Sequence[object] | None, players: int, chance: Chance | None) -> tuple[Room, ...]:
    """RK7: named, or dealt at random; the first ones in order where there is neither a name nor a seed."""
    if rooms is None:
        rooms = chance.shuffled(BUILT_IN, "rooms")[:players] if chance else BUILT_IN[:players]
    return tuple(find_room(room, f"options.rooms[{seat}]") for seat, room in enumerate(rooms))


def _dealt(chance: Chance, players: int) -> Deal:
    middle = chance.shuffled(TILES, "middle")[0]
    tiles = {colour: tuple(chance.shuffled(_stack(colour, middle), f"{colour} tiles")) for colour in COLOURS}
    removed = RULES_BY_PLAYERS[players].removed
    stacks = tuple(tuple(sorted(chance.shuffled(TOKENS, f"{toy} tokens")[removed:])) for toy in TOYS)
    return Deal(stacks, middle, frozen(tiles))


def _stack(colour: FurnitureColour, middle: Tile) -> list[Tile]:
    """RK6: the tiles of a colour without the one in the middle."""
    return [tile for tile in TILES if COLOUR_OF_TILE[tile] == colour and tile != middle]


def _scripted(deals: object, players: int) -> Deal:
    """One deal: ``{"stacks": {"ball": [2, 3, 4], …}, "middle": "red-bed", "tiles": {"red": ["red-chair", …], …}}``."""
    if not isinstance(deals, Sequence) or isinstance(deals, str) or len(deals) != 1:
        raise InvalidSetup("deals", "a game of Rascal Kittens is dealt once (RK5, RK6) and needs a list of one deal")
    deal = deals[0]
    if not isinstance(deal, Mapping):
        raise InvalidSetup("deals[0]", 'expected {"stacks": {…}, "middle": "red-bed", "tiles": {…}}')
    middle = deal.get("middle")
    if middle not in TILES:
        raise InvalidSetup("deals[0].middle", f"expected a tile such as yellow-table (RK6), not {middle!r:.80}")
    stacks = _by_name(deal.get("stacks"), TOYS, "deals[0].stacks")
    tiles = _by_name(deal.get("tiles"), COLOURS, "deals[0].tiles")
    return Deal(
        tuple(_tokens(stacks[toy], players, f"deals[0].stacks.{toy}") for toy in TOYS),
        middle,
        frozen({colour: _tiles(tiles[colour], colour, middle, f"deals[0].tiles.{colour}") for colour in COLOURS}),
    )


def _by_name(value: object, names: Sequence[str], source: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or sorted(value, key=str) != sorted(names):
        raise InvalidSetup(source, f"expected a list for each of {', '.join(names)}")
    return value


def _tokens(tokens: object, players: int, source: str) -> tuple[int, ...]:
    size = len(TOKENS) - RULES_BY_PLAYERS[players].removed
    if not isinstance(tokens, list | tuple) or len(tokens) != size or not all(type(value) is int for value in tokens):
        raise InvalidSetup(source, f"with {players} players a stack has {size} tokens (RK5)")
    if any(tokens.count(value) > TOKENS.count(value) for value in tokens):
        raise InvalidSetup(source, f"RK4: the tokens of a toy are {', '.join(map(str, TOKENS))}")
    if any(upper > lower for upper, lower in pairwise(tokens)):
        raise InvalidSetup(source, "RK5: a stack is ordered from the lowest token on top to the highest")
    return tuple(tokens)


def _tiles(tiles: object, colour: FurnitureColour, middle: Tile, source: str) -> tuple[Tile, ...]:
    stack = _stack(colour, middle)
    if not isinstance(tiles, list | tuple) or sorted(map(str, tiles)) != sorted(stack):
        raise InvalidSetup(source, f"RK6: expected {', '.join(stack)}, in any order, top first")
    return tuple(tiles)
