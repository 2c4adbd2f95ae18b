"""What tutorials of Rascal Kittens can say."""

from purrlab.games.rascal_kittens.furniture import (
    COLOUR_OF_TILE,
    COLOURS,
    SIDES,
    TOYS,
    Side,
    Tile,
    ToyKind,
    entrance,
    other_end,
)
from purrlab.games.rascal_kittens.geometry import in_units
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rules import RascalKittensState, stack_of, ways_in
from purrlab.games.rascal_kittens.setup import ROUNDS
from purrlab.games.rascal_kittens.table import Ran
from purrlab.tutorials.claims import Claims, Situation


def _state(situation: Situation) -> RascalKittensState:
    assert isinstance(situation.state, RascalKittensState)
    return situation.state


def _toys_ahead(situation: Situation, tile: Tile) -> int:
    """RK11: how many toys the best run to this piece would touch."""
    ahead = _state(situation).view(situation.seat).ahead
    return max(len(way.toys) for way in ahead if way.tile == tile)


# Of an action


def _draws(situation: Situation, tile: Tile) -> bool:
    """RK6: the tile on top of the stack, which the learner cannot know."""
    assert isinstance(situation.action, Draw)
    return stack_of(_state(situation), situation.action.colour)[0] == tile


def _draws_another_colour_than(situation: Situation, colour: str) -> bool:
    return isinstance(situation.action, Draw) and situation.action.colour != colour


def _makes_possible(situation: Situation, tile: Tile, toys: int) -> bool:
    """RK7: from this notch the best run to a piece would touch so many toys."""
    assert isinstance(situation.action, Anchor)
    start = entrance(_state(situation).top, situation.action.side)
    return _most_toys(situation, situation.seat, start, tile) == toys


def _makes_less_possible(situation: Situation, tile: Tile, toys: int) -> bool:
    return any(_makes_possible(situation, tile, fewer) for fewer in range(toys))


def _leads_to(situation: Situation, toys: int) -> bool:
    """RK9, RK11: the best run to the piece on this tile would touch so many toys."""
    assert isinstance(situation.action, Lay)
    return _toys_ahead(situation, situation.action.tile) == toys


def _leads_to_fewer_than(situation: Situation, toys: int) -> bool:
    assert isinstance(situation.action, Lay)
    return _toys_ahead(situation, situation.action.tile) < toys


def _touched(situation: Situation) -> tuple[str, ...]:
    assert isinstance(situation.action, Run)
    ahead = _state(situation).view(situation.seat).ahead
    return next(way.toys for way in ahead if way.entry == situation.action.side)


def _touches(situation: Situation, *toys: str) -> bool:
    """RK11: these toys and no others."""
    return set(_touched(situation)) == set(toys)


def _touches_so_many(situation: Situation, toys: int) -> bool:
    return len(_touched(situation)) == toys


def _touches_fewer_than(situation: Situation, toys: int) -> bool:
    return len(_touched(situation)) < toys


def _opens(situation: Situation, tile: Tile, toys: int) -> bool:
    """RK10: after this run the best run to another piece would touch so many toys."""
    assert isinstance(situation.action, Run)
    return _toys_after_run(situation, situation.action.side, tile) == toys


def _other_way_opens(situation: Situation, tile: Tile, toys: int) -> bool:
    assert isinstance(situation.action, Run)
    (other,) = [side for side in SIDES if side != situation.action.side]
    return _toys_after_run(situation, other, tile) == toys


def _toys_after_run(situation: Situation, side: Side, tile: Tile) -> int:
    start = other_end(entrance(_state(situation).top, side))
    return _most_toys(situation, situation.seat, start, tile)


def _most_toys(situation: Situation, seat: int, start: int, tile: Tile) -> int:
    room = _state(situation).setup.rooms[seat]
    return max(len(room.way(start, entrance(tile, side)).toys) for side in SIDES)


# Of a moment


def _rounds(situation: Situation, rounds: int) -> bool:
    """RK1."""
    return _state(situation).view(situation.seat).round_count == rounds


def _one_tile_of_each_colour(situation: Situation) -> bool:
    """RK6."""
    return sorted(COLOUR_OF_TILE[tile] for tile in _state(situation).hands[situation.seat]) == sorted(COLOURS)


def _stacks_rise(situation: Situation) -> bool:
    """RK5: no token is worth less than the one above it, and the lowest is worth more than the one on top."""
    stacks = _state(situation).setup.deal.stacks
    return all(list(stack) == sorted(stack) and stack[-1] > stack[0] for stack in stacks)


def _top_token_between(situation: Situation, toy: ToyKind, lowest: int, highest: int) -> bool:
    """RK5: all that the learner knows of it."""
    return _state(situation).view(situation.seat).top_tokens[toy] == (lowest, highest)


def _round_leader(situation: Situation, seat: int) -> bool:
    """RK8: of the round under way, which began with a run of theirs."""
    this_round = _state(situation).rounds[-1]
    return this_round.leader == seat and this_round.runs[0].seat == seat


def _every_way_touches(situation: Situation, toys: int) -> bool:
    """RK11: as many toys by either way in."""
    ahead = _state(situation).view(situation.seat).ahead
    return [len(way.toys) for way in ahead] == [toys] * len(SIDES)


def _leads_next(situation: Situation) -> bool:
    """RK8: the learner leads the round after this one."""
    state = _state(situation)
    return (state.rounds[-1].leader + 1) % state.players == situation.seat


def _best_run_of(situation: Situation, seat: int, tile: Tile, toys: int) -> bool:
    """RK11: how many toys the best run of somebody to this piece would touch."""
    start = _state(situation).ends[seat]
    assert start is not None
    return _most_toys(situation, seat, start, tile) == toys


def _last_run_scored(situation: Situation, seat: int, points: int) -> bool:
    return sum(value or 0 for value in _last_run(situation, seat).tokens) == points


def _rounds_left(situation: Situation, rounds: int) -> bool:
    """RK1."""
    return ROUNDS - len(_state(situation).rounds) == rounds


def _string_left(situation: Situation, units: int) -> bool:
    """RK13: to the nearest unit."""
    return round(in_units(_state(situation).strings[situation.seat])) == units


def _string_for_each_round_left(situation: Situation, units: int) -> bool:
    """RK13: a little more than this."""
    state = _state(situation)
    each = in_units(state.strings[situation.seat]) / (ROUNDS - len(state.rounds))
    return units < each < 1.1 * units


def _last_run(situation: Situation, seat: int) -> Ran:
    runs = [run for each in _state(situation).rounds for run in each.runs if run.seat == seat]
    return runs[-1]


def _took(situation: Situation, seat: int, toy: ToyKind, value: int) -> bool:
    """RK11: a token of this toy and value, in the last run of the seat."""
    run = _last_run(situation, seat)
    return (toy, value) in zip(run.toys, run.tokens, strict=True)


def _stack(situation: Situation, toy: ToyKind, tokens: int) -> bool:
    """RK12: how many tokens are left."""
    return _state(situation).left[TOYS.index(toy)] == tokens


def _holds(situation: Situation, tile: Tile) -> bool:
    return tile in _state(situation).hands[situation.seat]


def _top(situation: Situation, tile: Tile) -> bool:
    return _state(situation).top == tile


def _top_colour(situation: Situation, colour: str) -> bool:
    return COLOUR_OF_TILE[_state(situation).top] == colour


def _ways_in(situation: Situation, count: int) -> bool:
    """RK13: for how many of the two the string is long enough."""
    return len(ways_in(_state(situation), situation.seat)) == count


def _total(situation: Situation, points: int) -> bool:
    return _state(situation).view(situation.seat).totals[situation.seat] == points


def _string_is_shorter_than_any_run(situation: Situation) -> bool:
    """RK13: the hidden stretch behind a piece alone needs more than what is left, so no run is possible any more."""
    state = _state(situation)
    room, left = state.setup.rooms[situation.seat], state.strings[situation.seat]
    end = state.ends[situation.seat]
    assert end is not None
    lengths = [room.run_length(end, entrance(tile, side)) for tile in COLOUR_OF_TILE for side in SIDES]
    return min(lengths) > left


CLAIMS: Claims = {
    "draws": _draws,
    "draws-other-than": _draws_another_colour_than,
    "makes-possible": _makes_possible,
    "makes-less-possible": _makes_less_possible,
    "leads-to": _leads_to,
    "leads-to-fewer-than": _leads_to_fewer_than,
    "touches": _touches,
    "touches-so-many": _touches_so_many,
    "touches-fewer-than": _touches_fewer_than,
    "opens": _opens,
    "other-way-opens": _other_way_opens,
    "rounds": _rounds,
    "one-tile-of-each-colour": _one_tile_of_each_colour,
    "stacks-rise": _stacks_rise,
    "top-token-between": _top_token_between,
    "round-leader": _round_leader,
    "every-way-touches": _every_way_touches,
    "leads-next": _leads_next,
    "best-run-of": _best_run_of,
    "last-run-scored": _last_run_scored,
    "rounds-left": _rounds_left,
    "string-left": _string_left,
    "string-for-each-round-left": _string_for_each_round_left,
    "took": _took,
    "stack": _stack,
    "holds": _holds,
    "top": _top,
    "top-colour": _top_colour,
    "ways-in": _ways_in,
    "total": _total,
    "string-has-run-out": _string_is_shorter_than_any_run,
}
