"""The end of a game: everybody's room with the string in it."""

from collections.abc import Iterator
from math import ceil

from purrlab.drawings.drawing import Drawing
from purrlab.drawings.rascal_kittens.room import draw_room
from purrlab.drawings.svg import circle
from purrlab.drawings.tokens import seat_token
from purrlab.games.rascal_kittens.view import RascalKittensView

ROOM_SIZE = 240
GAP = 14


def draw_rooms(view: RascalKittensView) -> Drawing:
    columns = 2 if view.players == 4 else view.players  # in a wide picture these are largest
    rows = ceil(view.players / columns)
    step = ROOM_SIZE + GAP
    return Drawing("".join(_rooms(view, columns, step)), columns * step - GAP, rows * step - GAP)


def _rooms(view: RascalKittensView, columns: int, step: int) -> Iterator[str]:
    for seat, room in enumerate(view.rooms):
        row, column = divmod(seat, columns)
        x, y = column * step, row * step
        yield draw_room(room, view.course(seat), seat).at(x, y, ROOM_SIZE, ROOM_SIZE)
        yield circle(x + 18, y + 18, 17, "#fffdf8") + seat_token(seat, x + 18, y + 18, 1.1)
