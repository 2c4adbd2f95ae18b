"""The figures of the rulebook of Rascal Kittens: the examples of the printed rulebook, and what it only tells."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulebook_figures import Drawing, Fact, Figure, claim, player

from purrlab import find_game
from purrlab.games.game import Action
from purrlab.games.rascal_kittens.rules import RascalKittensState
from purrlab.games.rascal_kittens.view import RascalKittensView

GAME = find_game("rascal-kittens")
ROOMS = ["attic", "nursery", "library"]
PIECES = ["table", "wardrobe", "chair", "bed", "armchair"]
TOYS = ["ball", "car", "duck", "fish", "kite", "mouse", "robot", "sock", "top", "yarn"]
MIDDLE, GOAL = "turquoise-chair", "yellow-table"  # as in the example of the printed rulebook


def dealt() -> RascalKittensState:
    """A game of three players after the deal. Of the robots a 2 was taken out, of all other toys a 3."""
    tiles = {
        colour: [f"{colour}-{piece}" for piece in PIECES if f"{colour}-{piece}" != MIDDLE]
        for colour in ("yellow", "turquoise", "red", "violet")
    }
    stacks = {toy: [2, 3, 3, 4] if toy == "robot" else [2, 2, 3, 4] for toy in TOYS}
    state = GAME.new(
        3, options={"rooms": ROOMS, "start": 0}, deals=[{"stacks": stacks, "middle": MIDDLE, "tiles": tiles}]
    )
    return _ours(state)


def played(*actions: str) -> RascalKittensState:
    """The game of three players after these actions, each of the seat that is to act."""
    state = dealt()
    for action in ("draw yellow", "draw red", "draw violet", *actions):
        state = state.apply(min(state.to_act), GAME.parse(action))
    return state


ANCHORS = ("anchor right", "anchor left", "anchor right")


def states(seed: str, **options: object) -> Iterator[RascalKittensState]:
    """The moments of a game of two, who both take the way that touches most toys."""
    state = _ours(GAME.new(2, seed, {"start": 0, "rooms": ROOMS[:2], **options}))
    yield state
    while state.to_act:
        seat = min(state.to_act)
        state = state.apply(seat, _most_toys(state.view(seat)))
        yield state


def _most_toys(view: RascalKittensView) -> Action:
    toys = {f"run {way.entry}": len(way.toys) for way in view.ahead}
    return max(view.legal, key=lambda action: toys.get(str(action), 0))


def _first(seed: str, is_it: Callable[[RascalKittensState], bool], **options: object) -> RascalKittensState:
    return next(state for state in states(seed, **options) if is_it(state))


def _ours(state: object) -> RascalKittensState:
    if not isinstance(state, RascalKittensState):
        raise TypeError(state)
    return state


def tile(name: str) -> Fact:
    return {"tile": name}


def toys(kinds: Sequence[str]) -> Fact:
    return {"toys": list(kinds)}


def notch(seat: int, piece: str, side: str) -> Fact:
    """How the page calls this notch: A or B."""
    return {"notch": {"seat": seat, "tile": piece, "side": side}}


def _runs(view: RascalKittensView) -> list[dict[str, Any]]:
    runs: list[dict[str, Any]] = view.as_dict()["rounds"][-1]["runs"]
    return runs


def set_up() -> Figure:
    view = played().view(0)
    stacks = set(view.as_dict()["stacks"].values())
    claim(stacks == {4}, "RK5: with three players each stack has four tokens")
    claim(len(view.hand or ()) == 5, "RK6: with three players everybody holds five tiles")
    return Figure(view, ("pile", "hand"), {"middle": tile(MIDDLE), "tokens": 4, "tiles": 5})


def anchor() -> Figure:
    view = played().view(0)
    claim({str(action) for action in view.legal} == {"anchor left", "anchor right"}, "RK7: either notch")
    claim(view.middle[-1] == MIDDLE, "RK7: of the piece in the middle")
    return Figure(view, ("room 0", "notches"), {"player": player(0), "middle": tile(MIDDLE)})


def lay() -> Figure:
    before = played(*ANCHORS).view(0)
    claim(f"lay {GOAL}" in map(str, before.legal), "RK9: a tile of another colour can be laid")
    turquoise = [each for each in before.hand or () if each.startswith("turquoise")]
    claim(len(turquoise) == 1 and f"lay {turquoise[0]}" not in map(str, before.legal), "RK9: one of the same cannot")
    view = played(*ANCHORS, f"lay {GOAL}").view(None)
    return Figure(
        view,
        ("pile",),
        {"player": player(0), "tile": tile(GOAL), "before": tile(MIDDLE), "refused": tile(turquoise[0])},
    )


def ways() -> Figure:
    view = played(*ANCHORS, f"lay {GOAL}").view(0)
    left, right = (next(way for way in view.ahead if way.entry == side) for side in ("left", "right"))
    claim(set(left.toys) == {"kite", "robot"} and right.toys == ("kite",), "RK10, RK11: what either way touches")
    return Figure(
        view,
        ("room 0", "notches", "ways"),
        {
            "player": player(0),
            "tile": tile(GOAL),
            "in": notch(0, GOAL, "left"),
            "toys": toys(left.toys),
            "other": notch(0, GOAL, "right"),
            "fewer": toys(right.toys),
        },
    )


def run() -> Figure:
    view = played(*ANCHORS, f"lay {GOAL}", "run left").view(0)
    ran = _runs(view)[0]
    claim(ran["toys"] == ["kite", "robot"] and ran["tokens"] == [2, 2], "RK11: the top tokens, the lowest ones")
    claim(view.stacks["robot"] == 3, "RK11: a token is gone from the stack")
    return Figure(
        view,
        ("room 0", "tray 0"),
        {"player": player(0), "toys": toys(ran["toys"]), "points": sum(ran["tokens"]), "left": view.stacks["robot"]},
    )


def one_after_the_other() -> Figure:
    state = played(*ANCHORS, f"lay {GOAL}", "run left", "run left", "run right")
    first, second = _runs(state.view(0))[0], _runs(state.view(1))[1]
    claim(second["toys"] == ["robot", "yarn"], "RK10: the same piece stands elsewhere in another room")
    values = [run["tokens"][run["toys"].index("robot")] for run in (first, second)]
    claim(values == [2, 3], "RK12: whoever comes later takes the next token of the stack")
    return Figure(
        state.view(None),
        ("room 0", "room 1", "room 2"),
        {
            "tile": tile(GOAL),
            "first": player(0),
            "second": player(1),
            "toy": toys(["robot"]),
            "value": values[0],
            "next": values[1],
        },
    )


def empty_stack() -> Figure:
    state = _first("rulebook 2", lambda state: any(0 in run["tokens"] for run in _runs_so_far(state)))
    view = state.view(None)
    ran = _runs(view)[-1]
    nothing = [toy for toy, value in zip(ran["toys"], ran["tokens"], strict=True) if value == 0]
    claim(all(view.stacks[toy] == 0 for toy in nothing), "RK11: the stack is empty")
    return Figure(view, (f"room {ran['seat']}", "pile"), {"player": player(ran["seat"]), "toys": toys(nothing)})


def _runs_so_far(state: RascalKittensState) -> list[dict[str, Any]]:
    rounds = state.view(None).as_dict()["rounds"]
    return rounds[-1]["runs"] if rounds else []


def short_string() -> Figure:
    """The string is only so short that the figure needs few runs."""
    state = _first(
        "rulebook 4",
        lambda state: state.view(None).expects == "run" and len(state.legal(min(state.to_act))) == 1,
        string=160.0,
    )
    seat = min(state.to_act)
    view = state.view(seat)
    (only,) = view.ahead
    return Figure(
        view,
        (f"room {seat}", "notches", "ways"),
        {
            "player": player(seat),
            "left": round(view.as_dict()["places"][seat]["string"]),
            "tile": tile(only.tile),
            "in": notch(seat, only.tile, only.entry),
        },
    )


def the_end() -> Figure:
    """RK14, RK15: the variant for older players."""
    *_, state = states("rulebook 2", variant="older")
    view = state.view(None)
    places = view.as_dict()["places"]
    kinds = [sum(count > 0 for count in place["tokens"].values()) for place in places]
    claim(kinds[0] == 10 and places[0]["kinds_points"] == 15, "RK15: 15 points for all ten kinds")
    claim(kinds[1] < 10 and places[1]["kinds_points"] == kinds[1], "RK15: else a point for each kind")
    claim(view.outcome is not None and view.outcome.winners == (0,), "RK14: the higher total wins")
    totals = [total or 0 for total in view.totals]
    return Figure(
        view,
        ("panel 0", "panel 1"),
        {
            "player": player(0),
            "bonus": places[0]["kinds_points"],
            "tokens": totals[0] - places[0]["kinds_points"],
            "total": totals[0],
            "other": player(1),
            "kinds": kinds[1],
            "other_tokens": totals[1] - kinds[1],
            "other_total": totals[1],
        },
    )


FIGURES: dict[str, Drawing] = {
    "set-up": set_up,
    "anchor": anchor,
    "lay": lay,
    "ways": ways,
    "run": run,
    "one-after-the-other": one_after_the_other,
    "empty-stack": empty_stack,
    "short-string": short_string,
    "end": the_end,
}
