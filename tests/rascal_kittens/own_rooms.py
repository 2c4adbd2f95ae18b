"""Rooms that nobody has drawn, for tests that want many of them."""

from random import Random
from typing import Any

from rascal_kittens.positions import COLOURS, PIECES, TOYS

FLOOR_THOUSANDTHS = 100_000


def random_room(random: Random) -> dict[str, Any]:
    """As in a room file: any order of pieces and colours, notches and toys anywhere."""
    places = ("top", "right", "bottom", "left")
    colours = random.sample(COLOURS, len(COLOURS))
    walls = {place: _wall(colour, random) for place, colour in zip(places, colours, strict=True)}
    return {"name": "any", "walls": walls, "toys": _toys(random)}


def _wall(colour: str, random: Random) -> dict[str, Any]:
    notches = sorted(random.sample(range(1, FLOOR_THOUSANDTHS), 2 * len(PIECES)))
    pieces = random.sample(PIECES, len(PIECES))
    return {
        "colour": colour,
        "pieces": [
            {"piece": piece, "notches": [notches[2 * at] / 1000, notches[2 * at + 1] / 1000]}
            for at, piece in enumerate(pieces)
        ],
    }


def _toys(random: Random) -> dict[str, list[float]]:
    """Each in a square of its own, so that none lies over another."""
    squares = random.sample(range(16), len(TOYS))
    return {toy: _toy(square, random) for toy, square in zip(TOYS, squares, strict=True)}


def _toy(square: int, random: Random) -> list[float]:
    side = FLOOR_THOUSANDTHS // 4
    radius = random.randint(1, side // 2)
    x, y = (random.randint(radius, side - radius) for _ in range(2))
    return [(square % 4 * side + x) / 1000, (square // 4 * side + y) / 1000, radius / 1000]
