"""Rascal Kittens, in the order of the rulebook (docs/rules/rascal-kittens.md)."""

from typing import Any, NamedTuple

from purrlab.games.game import Action, IllegalAction, Outcome, State
from purrlab.games.rascal_kittens.furniture import (
    COLOUR_OF_TILE,
    COLOURS,
    NOTCHES,
    SIDES,
    TOYS,
    FurnitureColour,
    Side,
    Tile,
    entrance,
    in_order,
    other_end,
)
from purrlab.games.rascal_kittens.notation import ANCHORS, DRAWS, LAYS, RUNS, Anchor, Draw, Lay, Run
from purrlab.games.rascal_kittens.refusals import (
    SameColourAsTop,
    StackAlreadyDrawn,
    StackEmpty,
    StringTooShort,
    TileNotHeld,
)
from purrlab.games.rascal_kittens.scoring import final_outcome
from purrlab.games.rascal_kittens.setup import ROUNDS, RascalKittensSetup
from purrlab.games.rascal_kittens.table import Ran, RascalKittensRound, Stretch, Taken
from purrlab.games.rascal_kittens.view import RascalKittensView, own_part, shared_part, view_of
from purrlab.games.seats import NO_SEATS, ONLY_SEAT


class _Fields(NamedTuple):
    setup: RascalKittensSetup
    # open
    draws: tuple[tuple[FurnitureColour, ...], ...]  # RK6: the colours of each seat's extra tiles
    anchors: tuple[Side | None, ...]  # RK7
    rounds: tuple[RascalKittensRound, ...]  # the last one may be under way
    courses: tuple[tuple[Stretch, ...], ...]  # RK10: how each string lies
    ends: tuple[int | None, ...]  # the notch that each string has come to
    strings: tuple[int, ...]  # RK13: what is left of each, in billionths
    left: tuple[int, ...]  # tokens on each toy's stack
    # hidden
    taken: tuple[Taken, ...]  # RK11: the tokens of each seat
    hands: tuple[tuple[Tile, ...], ...]
    # what comes next
    turn: int
    expects: type[Action] | None
    outcome: Outcome | None


class RascalKittensState(_Fields, State):
    """One moment of a game. What a player may see of it leaves only through ``view``."""

    __slots__ = ()
    __repr__ = State.__repr__

    @property
    def to_act(self) -> frozenset[int]:
        return ONLY_SEAT[self.turn] if self.expects else NO_SEATS

    @property
    def top(self) -> Tile:
        """The tile on top of the pile in the middle."""
        return self.rounds[-1].tile if self.rounds else self.setup.deal.middle

    def view(self, seat: int | None) -> RascalKittensView:
        return view_of(self, seat)

    def shared_view(self) -> tuple[Any, ...]:
        return shared_part(self)

    def own_view(self, seat: int | None) -> tuple[Any, ...]:
        return own_part(self, seat)

    def _legal(self, seat: int) -> tuple[Action, ...]:
        if self.expects is Run:
            return tuple(RUNS[side] for side in ways_in(self, seat))
        if self.expects is Lay:
            return tuple(LAYS[tile] for tile in tiles_to_lay(self, seat))
        if self.expects is Anchor:
            return ANCHORS
        return tuple(DRAWS[colour] for colour in COLOURS if stack_of(self, colour) and colour not in self.draws[seat])

    def _verify(self, seat: int, action: Action) -> None:
        if isinstance(action, Draw):
            _verify_draw(self, seat, action)
        elif isinstance(action, Lay):
            _verify_lay(self, seat, action)
        elif isinstance(action, Run):
            _verify_run(self, seat, action)

    def _apply(self, seat: int, action: Action) -> "RascalKittensState":
        if isinstance(action, Run):
            return _run(self, seat, action)
        if isinstance(action, Lay):
            return _lay(self, seat, action)
        if isinstance(action, Anchor):
            return _anchor(self, seat, action)
        assert isinstance(action, Draw)
        return _draw(self, seat, action)


def opening(setup: RascalKittensSetup) -> RascalKittensState:
    """RK5 and RK6: stacks of tokens, a tile in the middle, and one tile of each colour for everybody."""
    players, deal = setup.players, setup.deal
    clockwise = [(setup.start + place) % players for place in range(players)]
    hands = {seat: [deal.tiles[colour][place] for colour in COLOURS] for place, seat in enumerate(clockwise)}
    return RascalKittensState(
        setup=setup,
        draws=((),) * players,
        anchors=(None,) * players,
        rounds=(),
        courses=((),) * players,
        ends=(None,) * players,
        strings=(setup.string,) * players,
        left=tuple(map(len, deal.stacks)),
        taken=(((),) * len(TOYS),) * players,
        hands=tuple(in_order(hands[seat]) for seat in range(players)),
        turn=setup.start,
        expects=Draw if setup.numbers.extra else Anchor,
        outcome=None,
    )


def stack_of(state: RascalKittensState, colour: FurnitureColour) -> tuple[Tile, ...]:
    """RK6: what is left of a colour's face-down stack, top first."""
    extra = sum(drawn.count(colour) for drawn in state.draws)
    return state.setup.deal.tiles[colour][state.players + extra :]


def _verify_draw(state: RascalKittensState, seat: int, draw: Draw) -> None:
    """RK6: extra tiles come from different stacks, and none from an empty one."""
    if draw.colour in state.draws[seat]:
        message = f"you have drawn an extra {draw.colour} tile already; choose another stack"
        raise IllegalAction("RK6", message, StackAlreadyDrawn(draw.colour))
    if not stack_of(state, draw.colour):
        raise IllegalAction("RK6", f"the {draw.colour} stack is empty", StackEmpty(draw.colour))


def _draw(state: RascalKittensState, seat: int, draw: Draw) -> RascalKittensState:
    """RK6: clockwise from the starting player, each all of the own extra tiles; then the strings are anchored."""
    tile = stack_of(state, draw.colour)[0]
    state = state._replace(
        draws=_with(state.draws, seat, (*state.draws[seat], draw.colour)),
        hands=_with(state.hands, seat, in_order((*state.hands[seat], tile))),
    )
    if len(state.draws[seat]) < state.setup.numbers.extra:
        return state
    return _next_seat(state, last=Anchor)


def _anchor(state: RascalKittensState, seat: int, anchor: Anchor) -> RascalKittensState:
    """RK7: each fixes the string beside the piece in the middle, clockwise from the starting player."""
    notch = entrance(state.setup.deal.middle, anchor.side)
    state = state._replace(
        anchors=_with(state.anchors, seat, anchor.side),
        ends=_with(state.ends, seat, notch),
    )
    return _next_seat(state, last=Lay)


def _next_seat(state: RascalKittensState, last: type[Action]) -> RascalKittensState:
    """The same for the seat to the left; when it has gone round, something else begins with the starting player."""
    turn = (state.turn + 1) % state.players
    return state._replace(turn=turn, expects=last if turn == state.setup.start else state.expects)


def tiles_to_lay(state: RascalKittensState, seat: int) -> tuple[Tile, ...]:
    """RK9: tiles of another colour than the one on top; any tile where there are none."""
    hand, top = state.hands[seat], COLOUR_OF_TILE[state.top]
    return tuple(tile for tile in hand if COLOUR_OF_TILE[tile] != top) or hand


def _verify_lay(state: RascalKittensState, seat: int, lay: Lay) -> None:
    if lay.tile not in state.hands[seat]:
        raise IllegalAction("RK9", f"you do not hold the {lay.tile}", TileNotHeld(lay.tile))
    if lay.tile not in tiles_to_lay(state, seat):
        colour = COLOUR_OF_TILE[lay.tile]
        message = f"the tile on top is {colour} too; lay another colour, since you hold one"
        raise IllegalAction("RK9", message, SameColourAsTop(colour))


def _lay(state: RascalKittensState, seat: int, lay: Lay) -> RascalKittensState:
    hand = tuple(tile for tile in state.hands[seat] if tile != lay.tile)
    started = RascalKittensRound(leader=seat, tile=lay.tile, runs=())
    return _to_run(state._replace(rounds=(*state.rounds, started), hands=_with(state.hands, seat, hand)))


def _to_run(state: RascalKittensState) -> RascalKittensState:
    """RK10: in turn from the leader. RK13: whose string reaches neither notch does not run."""
    this_round = state.rounds[-1]
    for place in range(len(this_round.runs), state.players):
        seat = (this_round.leader + place) % state.players
        if ways_in(state, seat):
            return state._replace(turn=seat, expects=Run)
        state = _with_run(state, Ran(seat, entry=None, toys=(), tokens=(), string=state.strings[seat]))
    return _end_of_round(state)


def ways_in(state: RascalKittensState, seat: int) -> tuple[Side, ...]:
    """RK13: the sides of the piece on top that the string is long enough for."""
    return tuple([side for side in SIDES if needed(state, seat, side) <= state.strings[seat]])


def needed(state: RascalKittensState, seat: int, side: Side) -> int:
    """RK13: the string that a run by this way in uses up."""
    start = state.ends[seat]
    assert start is not None
    return state.setup.rooms[seat].run_length(start, entrance(state.top, side))


def _verify_run(state: RascalKittensState, seat: int, run: Run) -> None:
    if run.side not in ways_in(state, seat):
        message = f"your string is too short for the {run.side} way in; take the other one"
        raise IllegalAction("RK13", message, StringTooShort(run.side))


def _run(state: RascalKittensState, seat: int, run: Run) -> RascalKittensState:
    """RK10: straight to the way in, and out through the other notch. RK11: a token for every toy touched."""
    start, entry = state.ends[seat], entrance(state.top, run.side)
    assert start is not None
    toys = state.setup.rooms[seat].way(start, entry).toys
    tokens = tuple([top_token(state, toy) for toy in toys])
    kept = list(state.taken[seat])
    for toy, value in zip(toys, tokens, strict=True):
        kept[toy] += (value,) if value else ()
    string = state.strings[seat] - needed(state, seat, run.side)  # RK13
    state = _with_run(state, Ran(seat, run.side, tuple(TOYS[toy] for toy in toys), tokens, string))
    return _to_run(
        state._replace(
            courses=_with(state.courses, seat, (*state.courses[seat], Stretch(NOTCHES[start], NOTCHES[entry]))),
            ends=_with(state.ends, seat, other_end(entry)),
            strings=_with(state.strings, seat, string),
            left=tuple([left - (left > 0 and toy in toys) for toy, left in enumerate(state.left)]),  # RK12
            taken=_with(state.taken, seat, tuple(kept)),
        )
    )


def top_token(state: RascalKittensState, toy: int) -> int:
    """RK11: the token on top of a toy's stack; 0 when the stack is empty."""
    left = state.left[toy]
    return state.setup.deal.stacks[toy][-left] if left else 0


def _with_run(state: RascalKittensState, ran: Ran) -> RascalKittensState:
    *past, this_round = state.rounds
    return state._replace(rounds=(*past, this_round._replace(runs=(*this_round.runs, ran))))


def _end_of_round(state: RascalKittensState) -> RascalKittensState:
    """RK8: the next leader is to the left. RK14: after twelve rounds the game is over."""
    if len(state.rounds) < ROUNDS:
        return state._replace(turn=(state.rounds[-1].leader + 1) % state.players, expects=Lay)
    outcome = final_outcome(state.taken, state.strings, older=state.setup.older)
    return state._replace(expects=None, outcome=outcome)


def _with(values: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    """The same for everybody, but for this seat."""
    return (*values[:seat], value, *values[seat + 1 :])
