"""Rooms, setups and views as plain numbers, for the compiled core, which relies on them."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, COLOURS, NOTCHES, PIECES, TILE_NUMBER, TILES, TOYS
from purrlab.games.rascal_kittens.geometry import BILLIONTHS
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS, Deal, RascalKittensSetup
from purrlab.games.rascal_kittens.view import RascalKittensView
from purrlab.native.arguments import check, check_seat
from purrlab.native.rascal_kittens.encoding import tile_set
from purrlab.native.rascal_kittens.history import TakenToken, stack_size, tokens_taken

PHASES = {Draw.verb: 0, Anchor.verb: 1, Lay.verb: 2, Run.verb: 3, None: 4}  # by what is expected
MAX_PLAYERS = max(RULES_BY_PLAYERS)
NO_TILE = NO_NOTCH = NO_SEAT = -1
TOKEN_CODES = {None: 0, 2: 1, 3: 2, 4: 3}  # two bits; a hidden token has none

RoomTables = tuple[list[int], list[int]]


@lru_cache(maxsize=64)
def room_of(make_room: Callable[[list[int], list[int]], Any], room: Room) -> Any:
    """The compiled core's own of this room. From each notch to each way in: the string it takes, and the toys."""
    notches = range(len(NOTCHES))
    lengths = [room.run_length(start, entry) for start in notches for entry in notches]
    toys = [sum(1 << toy for toy in room.way(start, entry).toys) for start in notches for entry in notches]
    return make_room(lengths, toys)


def setup_numbers(make_room: Callable[..., Any], setup: RascalKittensSetup) -> tuple[Any, ...]:
    """Rooms, variant, players, start, string, the tile in the middle, the stacks of tiles, and the stacks of tokens."""
    deal = setup.deal
    _check_deal(setup)
    return (
        _rooms(make_room, setup.rooms, setup.players),
        setup.older,
        setup.players,
        check_seat(setup.start, setup.players, "start"),
        setup.string,
        TILE_NUMBER[deal.middle],
        [_padded([TILE_NUMBER[tile] for tile in deal.tiles[colour]], len(PIECES), NO_TILE) for colour in COLOURS],
        [_two_bits_each([TOKEN_CODES[value] for value in stack]) for stack in deal.stacks],
    )


def view_numbers(make_room: Callable[..., Any], view: RascalKittensView) -> tuple[Any, ...]:
    """What the seat of a view knows: the fields of a game in the order of the compiled core's ``fill``."""
    players, places = view.players, view.places
    check(players in RULES_BY_PLAYERS, "view: expected 2 to 4 players (RK1)")
    assert view.seat is not None
    assert view.hand is not None
    seat = check_seat(view.seat, players)
    by_toy = tokens_taken(view)
    taken = [by_toy.get(toy, []) for toy in TOYS]
    check(all(len(tokens) <= stack_size(players) for tokens in taken), "view: more tokens were taken than there are")
    _check_places(view)
    rounds = view.rounds
    return (
        _rooms(make_room, view.rooms, players),
        view.options["variant"] == "older",
        (
            players,
            seat,
            check_seat(view.options["start"], players, "start"),
            PHASES[view.expects],
            check_seat(min(view.to_act, default=seat), players, "to_act"),
            TILE_NUMBER[view.middle[-1]],
            len(rounds),
            check_seat(rounds[-1].leader if rounds else view.leader, players, "leader"),
            len(rounds[-1].runs) if rounds else 0,
        ),
        tile_set(view.middle),
        tile_set(view.hand),
        _by_seat([[place.colours[colour] for colour in COLOURS] for place in places], [0] * len(COLOURS)),
        _by_seat([sum(1 << COLOURS.index(colour) for colour in place.draws) for place in places], 0),
        _by_seat([place.end.number if place.end else NO_NOTCH for place in places], NO_NOTCH),
        _by_seat([place.string for place in places], 0),
        [_two_bits_each([TOKEN_CODES[_own(token, seat)] for token in tokens]) for tokens in taken],
        [_two_bits_each([token.seat for token in tokens]) for tokens in taken],
        [len(tokens) for tokens in taken],
    )


def _check_deal(setup: RascalKittensSetup) -> None:
    """The compiled core reaches into memory by these numbers; a setup that was not made by the rules is refused."""
    deal, size = setup.deal, stack_size(setup.players)
    dealt = sorted(TILE_NUMBER[tile] for colour in COLOURS for tile in (*deal.tiles[colour], *_middle_of(deal, colour)))
    check(dealt == list(range(len(TILES))), "setup: expected each tile once (RK6)")
    colours = all(COLOUR_OF_TILE[tile] == colour for colour in COLOURS for tile in deal.tiles[colour])
    check(colours, "setup: expected the tiles of each colour in its stack (RK6)")
    stacks = len(deal.stacks) == len(TOYS) and all(len(stack) == size for stack in deal.stacks)
    check(stacks, "setup: expected a stack of tokens for each toy (RK5)")


def _middle_of(deal: Deal, colour: str) -> tuple[str, ...]:
    return (deal.middle,) if COLOUR_OF_TILE[deal.middle] == colour else ()


def _check_places(view: RascalKittensView) -> None:
    """The same for a view: strings are anchored in turn (RK7)."""
    players, start = view.players, view.options["start"]
    check(len(view.places) == players, "view: expected a place for each seat")
    anchored = players
    if view.expects in (Draw.verb, Anchor.verb):
        anchored = (min(view.to_act) - start) % players if view.expects == Anchor.verb else 0
    ends = [view.places[(start + turn) % players].end is not None for turn in range(players)]
    check(ends == [turn < anchored for turn in range(players)], "view: strings are anchored in turn (RK7)")
    _check_tiles(view)


def _check_tiles(view: RascalKittensView) -> None:
    """RK6: of each colour as many are in hand or laid as were drawn, and the own ones are among them."""
    assert view.seat is not None
    assert view.hand is not None
    middle, *laid = view.middle
    seen = (*view.hand, *view.middle)
    check(len(set(seen)) == len(seen), "view: a tile is there once (RK2)")
    for colour in COLOURS:
        drawn = view.players + sum(colour in place.draws for place in view.places)
        check(drawn <= len(PIECES) - (COLOUR_OF_TILE[middle] == colour), "view: nobody draws from an empty stack (RK6)")
        held = [place.colours[colour] for place in view.places]
        check(min(held) >= 0 and sum(held) + _count(laid, colour) == drawn, "view: all tiles drawn are in hand or laid")
        check(held[view.seat] == _count(view.hand, colour), "view: the colours in hand are those of the own tiles")


def _count(tiles: Iterable[str], colour: str) -> int:
    return sum(COLOUR_OF_TILE[tile] == colour for tile in tiles)


def _own(token: TakenToken, seat: int) -> int | None:
    """After the end the tokens of the others lie open too; a seat knew only its own."""
    return token.value if token.seat == seat else None


def _rooms(make_room: Callable[..., Any], rooms: Sequence[Room], players: int) -> list[Any]:
    check(len(rooms) == players, "rooms: expected one for each seat")
    return [room_of(make_room, room) for room in rooms]


def _by_seat(values: list[Any], filling: Any) -> list[Any]:
    return _padded(values, MAX_PLAYERS, filling)


def _padded(values: list[Any], size: int, filling: Any) -> list[Any]:
    return values + [filling] * (size - len(values))


def _two_bits_each(numbers: list[int]) -> int:
    return sum(number << 2 * place for place, number in enumerate(numbers))


def string_of(view: RascalKittensView) -> int:
    """RK7: what everybody had, in billionths."""
    string: float = view.options["string"]
    return round(string * BILLIONTHS)
