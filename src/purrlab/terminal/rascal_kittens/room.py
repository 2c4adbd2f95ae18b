"""A room as text: the furniture along the walls, the notches, the toys, and the string across the floor."""

from collections.abc import Iterator, Sequence

from purrlab.games.rascal_kittens.furniture import NOTCHES, SIDES, TOYS, Notch, entrance
from purrlab.games.rascal_kittens.geometry import Point
from purrlab.games.rascal_kittens.room_files import Wall
from purrlab.games.rascal_kittens.rooms import Room
from purrlab.terminal.language import say
from purrlab.terminal.rascal_kittens.canvas import WIDTH_LETTERS, Canvas, dot
from purrlab.terminal.text import paint

PAINT = {"yellow": "yellow", "turquoise": "cyan", "red": "red", "violet": "magenta"}
MARGIN_LETTERS = 10  # beside the room, for the names of what stands there
STRING_END_MARK = "●"

Edge = dict[int, str]  # what stands at each place along a wall, drawn


def draw_room(
    room: Room, course: Sequence[tuple[int, int]] = (), end: Notch | None = None, marked: Sequence[Notch] = ()
) -> Iterator[str]:
    """The room, the string's course, where it is now, and the notches to choose between."""
    canvas = _floor(room, course, end, marked)
    walls = {wall.place: wall for wall in room.walls}
    edges = {place: _edge(room, wall, end, marked) for place, wall in walls.items()}
    names = {place: _names(room, wall) for place, wall in walls.items()}
    margin = " " * MARGIN_LETTERS
    yield f"{margin} {_colour_row(walls['top'])}"
    yield f"{margin} {_label_row(names['top'], walls['top'])}"
    left, right = (walls[place].colour for place in ("left", "right"))
    border = _border(edges["top"])
    beside = {colour: say(f"rascal-kittens.paint.{colour}") for colour in (left, right)}
    yield f"{paint(f'{beside[left]:>{MARGIN_LETTERS}}', PAINT[left])}┌{border}┐{paint(beside[right], PAINT[right])}"
    for row, text in enumerate(canvas.rows()):
        before = paint(f"{names['left'].get(row, ''):>{MARGIN_LETTERS}}", PAINT[left])
        after = paint(names["right"].get(row, ""), PAINT[right])
        yield f"{before}{edges['left'].get(row, '│')}{text}{edges['right'].get(row, '│')}{after}"
    yield f"{margin}└{_border(edges['bottom'])}┘"
    yield f"{margin} {_label_row(names['bottom'], walls['bottom'])}"
    yield f"{margin} {_colour_row(walls['bottom'])}"


def _colour_row(wall: Wall) -> str:
    return paint(say(f"rascal-kittens.paint.{wall.colour}").center(WIDTH_LETTERS).rstrip(), PAINT[wall.colour])


def _floor(room: Room, course: Sequence[tuple[int, int]], end: Notch | None, marked: Sequence[Notch]) -> Canvas:
    canvas = Canvas()
    for disc in room.toys:
        canvas.ring(disc, ("green",))
    for index, (start, stop) in enumerate(course):
        styles = ("bold", "white") if index == len(course) - 1 else ("dim",)
        canvas.line(room.notches[start], room.notches[stop], styles)
    for notch in marked if end else ():
        assert end is not None
        canvas.line(room.notches[end.number], room.notches[notch.number], ("blue",), dashed=True)
    for toy, disc in zip(TOYS, room.toys, strict=True):
        canvas.letter(disc.centre, toy[0].upper(), ("bold", "green"))
    return canvas


def _edge(room: Room, wall: Wall, end: Notch | None, marked: Sequence[Notch]) -> Edge:
    """RK3: the pieces of a wall as thick lines between their notches."""
    edge: Edge = {}
    across = wall.place in ("top", "bottom")
    for piece, _ in wall.pieces:
        notches = [NOTCHES[entrance(f"{wall.colour}-{piece}", side)] for side in SIDES]
        first, last = sorted(_along(wall, room.notches[notch.number]) for notch in notches)
        for place in range(first, last + 1):
            edge[place] = paint("━" if across else "┃", PAINT[wall.colour])
        for notch in notches:
            edge[_along(wall, room.notches[notch.number])] = _notch(notch, wall, end, marked)
    return edge


def _along(wall: Wall, at: Point) -> int:
    """The letter of a wall that a point of it falls on, from the left or from the top."""
    return dot(at.x) // 2 if wall.place in ("top", "bottom") else dot(at.y) // 4


def _notch(notch: Notch, wall: Wall, end: Notch | None, marked: Sequence[Notch]) -> str:
    if notch in marked:
        return paint(notch.side[0].upper(), "bold", "blue")
    if notch == end:
        return paint(STRING_END_MARK, "bold", "white")
    shape = {"top": "┳", "right": "┫", "bottom": "┻", "left": "┣"}[wall.place]
    return paint(shape, PAINT[wall.colour])


def _names(room: Room, wall: Wall) -> dict[int, str]:
    """The name of each piece, by the letter of the wall at its middle, or the next one that is free."""
    named: dict[int, str] = {}
    for piece, _ in wall.pieces:
        ends = [room.notches[entrance(f"{wall.colour}-{piece}", side)] for side in SIDES]
        middle = sum(_along(wall, end) for end in ends) // 2
        while middle in named:
            middle += 1
        named[middle] = say(f"rascal-kittens.piece.{piece}")
    return named


def _border(edge: Edge) -> str:
    return "".join(edge.get(column, "─") for column in range(WIDTH_LETTERS))


def _label_row(names: dict[int, str], wall: Wall) -> str:
    """Names centred at their pieces, each after the one before; a name without room for it is cut."""
    row, places = "", sorted(names)
    for index, place in enumerate(places):
        name = names[place]
        start = max(len(row) + (index > 0), min(place - len(name) // 2, WIDTH_LETTERS - len(name)))
        row = row.ljust(start) + name
    return paint(row[:WIDTH_LETTERS], PAINT[wall.colour])
