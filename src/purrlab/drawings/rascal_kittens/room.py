"""A room as an SVG picture: floor, walls with their furniture and notches, toys, and a string if there is one."""

from collections.abc import Iterator, Sequence
from itertools import chain

from purrlab.drawings.cats import kitten
from purrlab.drawings.drawing import Drawing
from purrlab.drawings.rascal_kittens.furniture import DRAW_PIECE, FURNITURE_DEPTH, SHADES, Shades
from purrlab.drawings.rascal_kittens.toys import INK_COLOUR, draw_toy
from purrlab.drawings.svg import box, circle, element, ellipse, group, line, path, words
from purrlab.drawings.tokens import seat_colour
from purrlab.games.rascal_kittens.furniture import TOYS
from purrlab.games.rascal_kittens.geometry import THOUSANDTHS, Point
from purrlab.games.rascal_kittens.room_files import FLOOR_THOUSANDTHS, Wall
from purrlab.games.rascal_kittens.rooms import BUILT_IN, Room

FLOOR_SIZE = FLOOR_THOUSANDTHS // THOUSANDTHS
FRAME_WIDTH = 2.5  # around the walls
EDGE_WIDTH = FURNITURE_DEPTH + FRAME_WIDTH
PICTURE_PIXELS = 1056  # pixels both ways
KITTEN_SCALE = 1.0
STRING_COLOUR = "#1d3557"  # of nobody
WALL_TRANSFORMS = {  # how the own axes of a wall lie in the room: along it clockwise, and outwards
    "top": "matrix(1 0 0 -1 0 0)",
    "right": "matrix(0 1 1 0 100 0)",
    "bottom": "matrix(-1 0 0 1 100 100)",
    "left": "matrix(0 -1 -1 0 0 100)",
}
FLOOR_COLOURS = (  # plain, dark, seam
    ("#d9a877", "#cf9a66", "#a8744a"),
    ("#ecd3a8", "#e5c795", "#c4a06a"),
    ("#a9754f", "#9d6a45", "#7a4d2f"),
    ("#d8d2c4", "#cbc3b2", "#a59c89"),
)
FLOOR_STYLES = {name: style for style, name in enumerate(BUILT_IN)}


def draw_room(room: Room, course: Sequence[tuple[int, int]] = (), seat: int | None = None) -> Drawing:
    """The whole picture.

    ``course``: the stretches of a string, by the numbers of their notches. ``seat``: whose kitten is at its end.
    """
    whole = FLOOR_SIZE + 2 * EDGE_WIDTH
    content = (
        words("title", f"The room {room.name}"),
        element("defs", *(_paper(colour, shades) for colour, shades in SHADES.items())),
        box(-EDGE_WIDTH, -EDGE_WIDTH, whole, whole, "#4a3528", rx=4),
        *map(_wall, room.walls),
        _floor(room.name),
        *chain.from_iterable(map(_furniture, room.walls)),
        *(_toy(toy, room) for toy in range(len(TOYS))),
        *_string(room, course, STRING_COLOUR if seat is None else seat_colour(seat)),
        *map(_notch, room.notches),
        *(
            []
            if seat is None or not course
            else [_kitten(seat, room.notches[course[-1][0]], room.notches[course[-1][1]])]
        ),
    )
    return Drawing("".join(content), whole, whole, -EDGE_WIDTH, -EDGE_WIDTH)


def _paper(colour: str, shades: Shades) -> str:
    """Wallpaper: a pattern for each colour, so that colour never stands alone."""
    patterns = {
        "yellow": line("M1.5 0V6M4.5 0V6", shades.plain, 0.9, opacity=0.5),
        "turquoise": circle(1.5, 1.5, 0.75, shades.plain, opacity=0.55)
        + circle(4.5, 4.5, 0.75, shades.plain, opacity=0.55),
        "red": line("M0 4.5L1.5 2.2L3 4.5L4.5 2.2L6 4.5", shades.plain, 0.6, opacity=0.55),
        "violet": path("M3 1L5 3L3 5L1 3Z", shades.plain, opacity=0.45),
    }
    return element(
        "pattern", patterns[colour], id=f"wallpaper-{colour}", width=6, height=6, patternUnits="userSpaceOnUse"
    )


def _wall(wall: Wall) -> str:
    shades = SHADES[wall.colour]
    outer = f"M0 0H100L{100 + FURNITURE_DEPTH} {FURNITURE_DEPTH}H{-FURNITURE_DEPTH}Z"
    paper = path(outer, shades.light) + path(
        outer, f"url(#wallpaper-{wall.colour})", stroke=shades.ink, stroke_width=0.35
    )
    return group(paper, box(0, 0, FLOOR_SIZE, 1.1, shades.dark, opacity=0.85), transform=WALL_TRANSFORMS[wall.place])


def _floor(name: str) -> str:
    """Planks, or tiles of stone, and a round rug."""
    style = FLOOR_STYLES.get(name, sum(map(ord, name)) % len(FLOOR_COLOURS))
    plain, dark, seam = FLOOR_COLOURS[style]
    laid = _tiles(dark, seam) if style == FLOOR_STYLES["conservatory"] else _planks(dark, seam)
    rug = circle(50, 50, 27, dark, opacity=0.75) + circle(
        50, 50, 25, "none", stroke=seam, stroke_width=0.7, stroke_dasharray="2 1.4", opacity=0.7
    )
    return box(0, 0, FLOOR_SIZE, FLOOR_SIZE, plain) + "".join(laid) + rug


def _planks(dark: str, seam: str) -> Iterator[str]:
    for row in range(10):
        y = row * 10
        if row % 2:
            yield box(0, y, FLOOR_SIZE, 10, dark, opacity=0.55)
        joints = range(row * 37 % 50 + 5, FLOOR_SIZE, 50)
        yield line("".join(f"M{x} {y}v10" for x in joints), seam, 0.25, opacity=0.7)
        yield line(f"M0 {y}H100", seam, 0.25, opacity=0.7)


def _tiles(dark: str, seam: str) -> Iterator[str]:
    for row in range(5):
        yield from (box(x * 20, row * 20, 20, 20, dark, opacity=0.6) for x in range(row % 2, 5, 2))
    yield line("".join(f"M{at} 0V100M0 {at}H100" for at in range(20, FLOOR_SIZE, 20)), seam, 0.3, opacity=0.7)


def _furniture(wall: Wall) -> Iterator[str]:
    for piece, (left, right) in wall.pieces:
        along, width = left / THOUSANDTHS, (right - left) / THOUSANDTHS
        name = words("title", f"{wall.colour} {piece}")
        drawn = DRAW_PIECE[piece](width, SHADES[wall.colour])
        yield group(name, group(drawn, transform=f"translate({along:g} 0)"), transform=WALL_TRANSFORMS[wall.place])


def _toy(number: int, room: Room) -> str:
    (x, y), radius = room.toys[number]
    return draw_toy(TOYS[number], *(value / THOUSANDTHS for value in (x, y, radius)))


def _notch(at: Point) -> str:
    x, y = at.x / THOUSANDTHS, at.y / THOUSANDTHS
    return circle(x, y, 1.0, "#fffaf0", stroke=INK_COLOUR, stroke_width=0.3) + circle(x, y, 0.55, INK_COLOUR)


def _string(room: Room, course: Sequence[tuple[int, int]], colour: str) -> Iterator[str]:
    """The string lies over the toys; behind the furniture it is only hinted at."""
    ends = [notch for stretch in course for notch in stretch]
    hidden = list(zip(ends[1::2], ends[2::2], strict=False))
    for stretches, dashes, opacity in ((hidden, "0.8 1.4", 0.6), (course, None, 1.0)):
        drawn = "".join(f"M{_at(room.notches[start])}L{_at(room.notches[end])}" for start, end in stretches)
        if drawn:
            yield line(drawn, "#fff", 1.3, stroke_dasharray=dashes, opacity=opacity * 0.8)
            yield line(drawn, colour, 0.8, stroke_dasharray=dashes, opacity=opacity)


def _kitten(seat: int, start: Point, end: Point) -> str:
    """It has come to the end of its string, and is seen there as it ran."""
    x, y = (FLOOR_SIZE * 0.08 + 0.84 * value / THOUSANDTHS for value in (end.x, end.y))  # inside of the room
    across = KITTEN_SCALE if end.x >= start.x else -KITTEN_SCALE
    shadow = ellipse(0, 8, 10, 2, "#000", opacity=0.18)
    return group(shadow, kitten(seat), transform=f"translate({x:g} {y:g}) scale({across:g} {KITTEN_SCALE:g})")


def _at(point: Point) -> str:
    return f"{point.x / THOUSANDTHS:g} {point.y / THOUSANDTHS:g}"
