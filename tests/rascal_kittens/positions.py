"""Ways to reach a position of Rascal Kittens quickly."""

from collections.abc import Mapping, Sequence
from typing import Any

from purrlab import find_game
from purrlab.games.rascal_kittens import RascalKittens
from purrlab.games.rascal_kittens.rules import RascalKittensState

_found = find_game("rascal-kittens")
assert isinstance(_found, RascalKittens)
GAME = _found

COLOURS = ("yellow", "turquoise", "red", "violet")
PIECES = ("chair", "table", "bed", "wardrobe", "armchair")
TOYS = ("ball", "car", "duck", "fish", "kite", "mouse", "robot", "sock", "top", "yarn")
STACKS = {2: [2, 3, 4], 3: [2, 2, 3, 4], 4: [2, 2, 3, 3, 4]}


def plain_room(**toys: Sequence[float]) -> dict[str, Any]:
    """Every wall alike: chair from 10 to 20, table from 28 to 38, and so on. Toys are specks unless placed."""
    places = dict(zip(PIECES, (10, 28, 46, 64, 82), strict=True))
    walls = {
        place: {
            "colour": colour,
            "pieces": [{"piece": piece, "notches": [at, at + 10]} for piece, at in places.items()],
        }
        for place, colour in zip(("top", "right", "bottom", "left"), COLOURS, strict=True)
    }
    row = {toy: [5 + 10 * index, 99.5, 0.001] for index, toy in enumerate(TOYS)}
    return {"name": "plain", "walls": walls, "toys": row | toys}


def deal(players: int, middle: str = "yellow-chair", **first: Sequence[str]) -> list[dict[str, Any]]:
    """A scripted deal; ``red=["bed"]`` puts the red bed on top of the red stack."""
    tiles = {}
    for colour in COLOURS:
        on_top = [f"{colour}-{piece}" for piece in first.get(colour, ())]
        rest = [f"{colour}-{piece}" for piece in PIECES]
        tiles[colour] = [*on_top, *(tile for tile in rest if tile not in on_top and tile != middle)]
    return [{"stacks": dict.fromkeys(TOYS, STACKS[players]), "middle": middle, "tiles": tiles}]


def new(players: int, options: Mapping[str, Any] | None = None, **dealt: Any) -> RascalKittensState:
    """A scripted game in plain rooms."""
    chosen = {"rooms": [plain_room()] * players} | dict(options or {})
    return GAME.new(players, options=chosen, deals=deal(players, **dealt))


def do(state: RascalKittensState, *actions: str) -> RascalKittensState:
    """Each action by whoever is to act."""
    for text in actions:
        (seat,) = state.to_act
        state = state.apply(seat, GAME.parse(text))
    return state


def laid(players: int, *actions: str, options: Mapping[str, Any] | None = None, **dealt: Any) -> RascalKittensState:
    """After the setup, with every string anchored on the left, and these actions."""
    state = new(players, options, **dealt)
    draws = {2: ["draw red", "draw violet", "draw yellow"] * 2, 3: ["draw red", "draw violet", "draw turquoise"], 4: []}
    return do(state, *draws[players], *["anchor left"] * players, *actions)
