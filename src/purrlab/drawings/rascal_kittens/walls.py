"""The four walls around a floor (RK2): each in its own axes, along it clockwise and outwards."""

from collections.abc import Iterator

from purrlab.drawings.rascal_kittens.furniture import SHADES, Shades
from purrlab.drawings.svg import box, line, path
from purrlab.games.rascal_kittens.furniture import FurnitureColour
from purrlab.games.rascal_kittens.geometry import THOUSANDTHS
from purrlab.games.rascal_kittens.room_files import FLOOR_THOUSANDTHS, WallPlace

FLOOR_SIZE = FLOOR_THOUSANDTHS // THOUSANDTHS
WALL_DEPTH = 11
FRAME_WIDTH = 1  # around the walls
EDGE_WIDTH = WALL_DEPTH + FRAME_WIDTH
WALL_TRANSFORMS: dict[WallPlace, str] = {  # how the own axes of a wall lie in the room
    "top": "matrix(1 0 0 -1 0 0)",
    "right": "matrix(0 1 1 0 100 0)",
    "bottom": "matrix(-1 0 0 1 100 100)",
    "left": "matrix(0 -1 -1 0 0 100)",
}
_WHOLE = FLOOR_SIZE + 2 * EDGE_WIDTH
FRAME = box(-EDGE_WIDTH, -EDGE_WIDTH, _WHOLE, _WHOLE, "#4b3f52", rx=3)
OUTLINE = f"M0 0H{FLOOR_SIZE}L{FLOOR_SIZE + WALL_DEPTH} {WALL_DEPTH}H{-WALL_DEPTH}Z"


def _wall(colour: FurnitureColour, shades: Shades) -> str:
    paper = path(OUTLINE, shades.light) + _PATTERNS[colour](shades.plain)
    return paper + box(0, 0, FLOOR_SIZE, 0.9, shades.dark, opacity=0.85)


# A pattern for each colour, so that colour never stands alone.


def _stripes(colour: str) -> str:
    places = [half / 2 for half in range(-20, 2 * (FLOOR_SIZE + WALL_DEPTH), 6)]
    return line(
        "".join(f"M{x:g} {max(0, -x, x - FLOOR_SIZE):g}V{WALL_DEPTH}" for x in places), colour, 0.8, opacity=0.4
    )


def _dots(colour: str) -> str:
    return line("".join(f"M{x:g} {y:g}h.01" for x, y in _places(2.75, 1)), colour, 1.4, opacity=0.45)


def _zigzags(colour: str) -> str:
    rows = ((-y + 1, y + 1.1, (FLOOR_SIZE + 2 * y) // 3) for y in (3, 8))
    return line(
        "".join(f"M{x:g} {y:g}l{' '.join(['1.5-2.2 1.5 2.2'] * count)}" for x, y, count in rows),
        colour,
        0.6,
        opacity=0.45,
    )


def _diamonds(colour: str) -> str:
    return path(
        "".join(f"M{x:g} {y - 1.6:g}l1.6 1.6-1.6 1.6-1.6-1.6z" for x, y in _places(2.75, 2)), colour, opacity=0.35
    )


def _places(step: float, margin: float) -> Iterator[tuple[float, float]]:
    """Where a wallpaper has its motifs: those of every other row between those of the rows beside it."""
    for row in range(1, 4):
        y = row * step
        reach = int((FLOOR_SIZE / 2 + y - margin) / step)  # from the middle of the wall
        yield from ((FLOOR_SIZE / 2 + at * step, y) for at in range(-reach, reach + 1) if (at + row) % 2)


_PATTERNS = {"yellow": _stripes, "turquoise": _dots, "red": _zigzags, "violet": _diamonds}
WALLS: dict[FurnitureColour, str] = {colour: _wall(colour, shades) for colour, shades in SHADES.items()}
