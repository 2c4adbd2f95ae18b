"""The one way by which anything leaves a state: what a seat may know."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from purrlab.games.game import Action, Outcome, View, open_part
from purrlab.games.rascal_kittens.furniture import (
    COLOUR_OF_TILE,
    COLOURS,
    NOTCHES,
    SIDES,
    TOKENS,
    TOYS,
    FurnitureColour,
    Notch,
    Side,
    Tile,
    ToyKind,
    entrance,
    in_order,
)
from purrlab.games.rascal_kittens.geometry import StringLength
from purrlab.games.rascal_kittens.notation import Lay, Run
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.games.rascal_kittens.scoring import kinds_bonus, kinds_in, top_token_range, total
from purrlab.games.rascal_kittens.table import PointRange, RascalKittensRound, Stretch
from purrlab.games.values import FrozenDict, maker, remember_last

if TYPE_CHECKING:
    from purrlab.games.rascal_kittens.rules import RascalKittensState


VariantRule = Literal["RK15"]  # one that is played by beside the basic ones


class Place(NamedTuple):
    """What lies open before one player."""

    draws: tuple[FurnitureColour, ...]  # RK6: the colours of the extra tiles
    colours: FrozenDict[FurnitureColour, int]  # how many tiles of each colour are in hand
    anchor: Side | None  # RK7
    course: tuple[Stretch, ...]  # how the string lies across the floor
    end: Notch | None  # the notch that the string has come to
    string: StringLength  # RK13: what is left
    tokens: FrozenDict[ToyKind, int]  # how many of each toy were taken
    kinds_points: int | None  # RK15: the points for their kinds; None where these do not count


class RunAhead(NamedTuple):
    """A run that this seat may choose, or make possible by a tile, and what it would touch."""

    tile: Tile
    entry: Side
    toys: tuple[ToyKind, ...]
    string: StringLength  # what would be left; below 0: too short
    gain: PointRange  # what it would bring


class Revealed(NamedTuple):
    """What was hidden, open after the end."""

    hands: tuple[tuple[Tile, ...], ...]  # the tiles that nobody laid, by seat
    left_over: tuple[Tile, ...]  # RK6: the tiles that nobody drew
    stacks: FrozenDict[ToyKind, tuple[int, ...]]  # RK5: as set up, top first
    removed: FrozenDict[ToyKind, tuple[int, ...]]  # RK5: the tokens taken out


class _Fields(NamedTuple):
    game: str
    players: int
    options: Mapping[str, Any]
    expects: str | None
    to_act: frozenset[int]
    outcome: Outcome | None
    round_count: int
    variant_rules: tuple[VariantRule, ...]
    rooms: tuple[Room, ...]  # by seat
    leader: int  # of this round, or of the next when none is under way
    middle: tuple[Tile, ...]  # the pile, the top tile last
    stacks: FrozenDict[ToyKind, int]  # how many tokens of each toy are left
    top_tokens: FrozenDict[ToyKind, PointRange | None]  # what the one on top can be worth; None where none is left
    places: tuple[Place, ...]  # by seat
    revealed: Revealed | None
    # the seat's own
    seat: int | None
    legal: tuple[Action, ...]
    totals: tuple[int | None, ...]
    rounds: tuple[RascalKittensRound, ...]  # the last one may be under way; tokens of others are hidden
    hand: tuple[Tile, ...] | None  # None: a spectator has none
    ahead: tuple[RunAhead, ...]  # what the legal tiles or ways in would touch in the own room


class RascalKittensView(_Fields, View):
    """The open table, and of what is hidden the own tiles and the values of the own tokens."""

    __slots__ = ()
    in_replays: ClassVar[Mapping[str, str]] = {"hand": "hands"}

    def course(self, seat: int) -> list[tuple[int, int]]:
        """How a string lies across the floor, by the numbers of the notches."""
        return [(start.number, end.number) for start, end in self.places[seat].course]


_view = maker(RascalKittensView)
NOTHING = PointRange(0, 0)


def view_of(state: "RascalKittensState", seat: int | None) -> RascalKittensView:
    return _view(shared_part(state) + own_part(state, seat))


def own_part(state: "RascalKittensState", seat: int | None) -> tuple[Any, ...]:
    """What this seat alone may know."""
    rounds = state.rounds if state.outcome else tuple([_seen(each, seat) for each in state.rounds])
    if seat is None:
        return (None, (), _totals(state, None), rounds, None, ())
    legal = state.legal(seat)
    return (seat, legal, _totals(state, seat), rounds, state.hands[seat], _ahead(state, seat, legal))


@remember_last
def shared_part(state: "RascalKittensState") -> tuple[Any, ...]:
    """What everybody may know."""
    middle = (state.setup.deal.middle, *(each.tile for each in state.rounds))
    stacks = FrozenDict(zip(TOYS, state.left, strict=True))
    places = tuple(_place(state, each) for each in range(state.players))
    revealed = _revealed(state) if state.outcome else None
    rules: tuple[VariantRule, ...] = ("RK15",) if state.setup.older else ()
    rooms, top_tokens = state.setup.rooms, _top_tokens(state.setup.numbers.removed, state.left)
    return (*open_part(state), rules, rooms, _leader(state), middle, stacks, top_tokens, places, revealed)


@lru_cache(maxsize=64)
def _top_tokens(removed: int, left: tuple[int, ...]) -> FrozenDict[ToyKind, PointRange | None]:
    return FrozenDict({toy: top_token_range(removed, tokens) for toy, tokens in zip(TOYS, left, strict=True)})


def _seen(this_round: RascalKittensRound, seat: int | None) -> RascalKittensRound:
    """RK11: tokens lie face down; only whoever took them knows their values."""
    leader, tile, runs = this_round
    return RascalKittensRound(leader, tile, tuple([run if run.seat == seat else run.hidden() for run in runs]))


def _totals(state: "RascalKittensState", seat: int | None) -> tuple[int | None, ...]:
    """Only the own total is known before the end."""
    if state.outcome:
        return state.outcome.totals
    own = None if seat is None else total(state.taken[seat], older=state.setup.older)
    return tuple([own if each == seat else None for each in range(state.players)])


def _leader(state: "RascalKittensState") -> int:
    rounds = state.rounds
    under_way = rounds and (len(rounds[-1].runs) < state.players or state.outcome)
    return rounds[-1].leader if under_way else (state.setup.start + len(rounds)) % state.players


def _place(state: "RascalKittensState", seat: int) -> Place:
    colours = dict.fromkeys(COLOURS, 0)
    for tile in state.hands[seat]:
        colours[COLOUR_OF_TILE[tile]] += 1
    end = state.ends[seat]
    return Place(
        draws=state.draws[seat],
        colours=FrozenDict(colours),
        anchor=state.anchors[seat],
        course=state.courses[seat],
        end=None if end is None else NOTCHES[end],
        string=state.strings[seat],
        tokens=FrozenDict(zip(TOYS, map(len, state.taken[seat]), strict=True)),
        kinds_points=kinds_bonus(kinds_in(state.taken[seat])) if state.setup.older else None,
    )


def _ahead(state: "RascalKittensState", seat: int, legal: tuple[Any, ...]) -> tuple[RunAhead, ...]:
    ways = [(action.tile, side) for action in legal if isinstance(action, Lay) for side in SIDES]
    ways += [(state.rounds[-1].tile, action.side) for action in legal if isinstance(action, Run)]
    return tuple([_look(state, seat, *way) for way in ways])


def _look(state: "RascalKittensState", seat: int, tile: Tile, side: Side) -> RunAhead:
    room, start, entry = state.setup.rooms[seat], state.ends[seat], entrance(tile, side)
    assert start is not None
    toys = room.way(start, entry).toys
    string = state.strings[seat] - room.run_length(start, entry)
    gain = _gain(state, seat, [toy for toy in toys if state.left[toy]]) if string >= 0 else NOTHING
    return RunAhead(tile, side, tuple([TOYS[toy] for toy in toys]), string, gain)


def _gain(state: "RascalKittensState", seat: int, toys: list[int]) -> PointRange:
    """RK11: the top tokens of these stacks; RK15: and what their kinds add."""
    removed, lowest, highest = state.setup.numbers.removed, 0, 0
    for toy in toys:
        token = top_token_range(removed, state.left[toy])
        assert token is not None
        lowest, highest = lowest + token[0], highest + token[1]
    if state.setup.older:
        taken = state.taken[seat]
        held = kinds_in(taken)
        kinds = kinds_bonus(held + sum(not taken[toy] for toy in toys)) - kinds_bonus(held)
        lowest, highest = lowest + kinds, highest + kinds
    return PointRange(lowest, highest)


def _revealed(state: "RascalKittensState") -> Revealed:
    deal = state.setup.deal
    drawn = {tile for hand in state.hands for tile in hand} | {each.tile for each in state.rounds}
    left_over = [tile for tiles in deal.tiles.values() for tile in tiles if tile not in drawn]
    return Revealed(
        hands=state.hands,
        left_over=in_order(left_over),
        stacks=FrozenDict(zip(TOYS, deal.stacks, strict=True)),
        removed=FrozenDict({toy: _removed(stack) for toy, stack in zip(TOYS, deal.stacks, strict=True)}),
    )


def _removed(stack: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((Counter(TOKENS) - Counter(stack)).elements()))
