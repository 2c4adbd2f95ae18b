"""Rooms, setups and views as plain numbers, for the compiled core, which relies on them."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from purrlab.games.rascal_kittens.furniture import COLOURS, NOTCHES, PIECES, TILE_NUMBER, TOYS
from purrlab.games.rascal_kittens.geometry import BILLIONTHS
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS, RascalKittensSetup
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
    players, seat, places = view.players, view.seat, view.places
    assert seat is not None
    assert view.hand is not None
    by_toy = tokens_taken(view)
    taken = [by_toy.get(toy, []) for toy in TOYS]
    check(all(len(tokens) <= stack_size(players) for tokens in taken), "view: more tokens were taken than there are")
    rounds = view.rounds
    return (
        _rooms(make_room, view.rooms, players),
        view.options["variant"] == "older",
        (
            players,
            seat,
            check_seat(view.options["start"], players, "start"),
            PHASES[view.expects],
            min(view.to_act, default=seat),
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
