"""A room as an SVG picture: floor, walls with their furniture and notches, toys, and a string if there is one."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from purrlab.drawings.drawing import Drawing
from purrlab.drawings.rascal_kittens.floors import FLOORS, USUAL_FLOOR
from purrlab.drawings.rascal_kittens.furniture import PIECE_WIDTHS, SHADES, draw_piece
from purrlab.drawings.rascal_kittens.kitten import kitten
from purrlab.drawings.rascal_kittens.toys import draw_toy
from purrlab.drawings.rascal_kittens.walls import EDGE_WIDTH, FLOOR_SIZE, FRAME, WALL_TRANSFORMS, WALLS
from purrlab.drawings.svg import circle, ellipse, group, line, words
from purrlab.drawings.tokens import seat_colour
from purrlab.games.rascal_kittens.furniture import TOYS
from purrlab.games.rascal_kittens.geometry import THOUSANDTHS, Point
from purrlab.games.rascal_kittens.room_files import Wall
from purrlab.games.rascal_kittens.rooms import Room

PICTURE_PIXELS = 1056  # pixels both ways
STRING_COLOUR = "#1d3557"  # of nobody
NOTCH_RADIUS = 0.85
NOTCH: dict[str, Any] = {"fill": "#4b3f52", "stroke": "#fffaf0", "stroke-width": 0.4}


def draw_room(room: Room, course: Sequence[tuple[int, int]] = (), seat: int | None = None) -> Drawing:
    """The whole picture.

    ``course``: the stretches of a string, by the numbers of their notches. ``seat``: whose kitten is at its end.
    """
    whole = FLOOR_SIZE + 2 * EDGE_WIDTH
    content = (
        words("title", f"The room {room.name}"),
        FRAME,
        *(group(WALLS[wall.colour], transform=WALL_TRANSFORMS[wall.place]) for wall in room.walls),
        FLOORS.get(room.name, USUAL_FLOOR),
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


def _furniture(wall: Wall) -> Iterator[str]:
    for piece, (left, right) in wall.pieces:
        middle, size = (left + right) / 2 / THOUSANDTHS, min(1, (right - left) / THOUSANDTHS / PIECE_WIDTHS[piece])
        name = words("title", f"{wall.colour} {piece}")
        place = f"{WALL_TRANSFORMS[wall.place]} translate({middle:g} 0) scale({size:g})"
        yield group(name, draw_piece(piece, SHADES[wall.colour]), transform=place)


def _toy(number: int, room: Room) -> str:
    (x, y), radius = room.toys[number]
    return draw_toy(TOYS[number], *(value / THOUSANDTHS for value in (x, y, radius)))


def _notch(at: Point) -> str:
    return circle(at.x / THOUSANDTHS, at.y / THOUSANDTHS, NOTCH_RADIUS, **NOTCH)


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
    across = 1 if end.x >= start.x else -1
    shadow = ellipse(0, 8, 10, 2, "#000", opacity=0.18)
    return group(shadow, kitten(seat), transform=f"translate({x:g} {y:g}) scale({across} 1)")


def _at(point: Point) -> str:
    return f"{point.x / THOUSANDTHS:g} {point.y / THOUSANDTHS:g}"
