"""The floors of the rooms: planks or tiles, and a round rug; light, so that strings and toys stand out."""

from collections.abc import Iterator
from typing import NamedTuple

from purrlab.drawings.rascal_kittens.walls import FLOOR_SIZE
from purrlab.drawings.svg import box, circle, line, path

PLANK_WIDTH, TILE_SIZE = 10, 20


class Shades(NamedTuple):
    plain: str
    dark: str
    seam: str


def _planks(shades: Shades) -> Iterator[str]:
    rows = range(0, FLOOR_SIZE, PLANK_WIDTH)
    yield path("".join(f"M0 {y}h{FLOOR_SIZE}v{PLANK_WIDTH}H0z" for y in rows[1::2]), shades.dark)
    joints = ((x, y) for y in rows for x in range(y * 37 // 10 % 50 + 5, FLOOR_SIZE, 50))
    seams = "".join(f"M0 {y}h{FLOOR_SIZE}" for y in rows[1:]) + "".join(f"M{x} {y}v{PLANK_WIDTH}" for x, y in joints)
    yield line(seams, shades.seam, 0.3, opacity=0.7)


def _tiles(shades: Shades) -> Iterator[str]:
    steps = range(0, FLOOR_SIZE, TILE_SIZE)
    dark = ((x, y) for x in steps for y in steps if (x + y) % (2 * TILE_SIZE))
    yield path("".join(f"M{x} {y}h{TILE_SIZE}v{TILE_SIZE}h-{TILE_SIZE}z" for x, y in dark), shades.dark)
    yield line("".join(f"M{at} 0v{FLOOR_SIZE}M0 {at}h{FLOOR_SIZE}" for at in steps[1:]), shades.seam, 0.3, opacity=0.7)


def _floor(shades: Shades, laid: Iterator[str]) -> str:
    middle = FLOOR_SIZE / 2
    rug = circle(middle, middle, 27.0, shades.dark) + circle(
        middle, middle, 25.0, "none", stroke=shades.seam, stroke_width=0.5, opacity=0.45
    )
    return box(0, 0, FLOOR_SIZE, FLOOR_SIZE, shades.plain) + "".join(laid) + rug


_ATTIC = Shades("#f1dabb", "#ecd1ab", "#bd9262")
NURSERY = Shades("#f5e7cb", "#efdfbd", "#cdb384")
_LIBRARY = Shades("#e9cfb4", "#e3c5a5", "#ab8159")
_CONSERVATORY = Shades("#e6e2d8", "#dcd6c9", "#b3ab9b")
FLOORS = {
    "attic": _floor(_ATTIC, _planks(_ATTIC)),
    "nursery": _floor(NURSERY, _planks(NURSERY)),
    "library": _floor(_LIBRARY, _planks(_LIBRARY)),
    "conservatory": _floor(_CONSERVATORY, _tiles(_CONSERVATORY)),
}
USUAL_FLOOR = FLOORS["nursery"]  # of rooms that somebody else has thought of
