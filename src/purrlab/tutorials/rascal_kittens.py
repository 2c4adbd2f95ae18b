"""What tutorials of Rascal Kittens can say."""

from purrlab.games.rascal_kittens.furniture import COLOUR_OF_TILE, SIDES, TOYS, Tile, ToyKind, entrance
from purrlab.games.rascal_kittens.notation import Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.rules import RascalKittensState, stack_of, ways_in
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
    state = _state(situation)
    start = entrance(state.top, situation.action.side)
    room = state.setup.rooms[situation.seat]
    return max(len(room.way(start, entrance(tile, side)).toys) for side in SIDES) == toys


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


def _touches_fewer_than(situation: Situation, toys: int) -> bool:
    return len(_touched(situation)) < toys


# Of a moment


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
    "touches-fewer-than": _touches_fewer_than,
    "took": _took,
    "stack": _stack,
    "holds": _holds,
    "top": _top,
    "top-colour": _top_colour,
    "ways-in": _ways_in,
    "total": _total,
    "string-has-run-out": _string_is_shorter_than_any_run,
}
