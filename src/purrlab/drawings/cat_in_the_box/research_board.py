"""The research board at the end of the last round, with everybody's largest group."""

from collections.abc import Iterator
from typing import NamedTuple

from purrlab.drawings.drawing import Drawing
from purrlab.drawings.svg import box, circle, element, group, label, line, path
from purrlab.drawings.tokens import neutral_token, seat_colour, seat_token
from purrlab.games.cat_in_the_box.cells import CELLS
from purrlab.games.cat_in_the_box.layout import CELL_NAMES, NO_CELL, Layout
from purrlab.games.cat_in_the_box.table import Opening, PlayerBoard
from purrlab.games.cat_in_the_box.view import CatInTheBoxView

CELL_SIZE, GAP = 60, 6
STEP = CELL_SIZE + GAP
OUTLINE, OUTER_RADIUS = 3, 12  # of a group: how thick, and how round its corners are
INK, PAPER = "#262a33", "#fffdf8"
TINTS = {"red": "#f8dfda", "blue": "#dae7f6", "yellow": "#faeec6", "green": "#d8eddd"}
INKS = {"red": "#bb362f", "blue": "#2463a6", "yellow": "#8a6500", "green": "#2b784b"}
SIGNS = {  # beside every colour, so that colour never stands alone
    "red": "M0 8C-12 0 -9 -9 -4 -8.5C-1.5 -8.5 0 -6 0 -5C0 -6 1.5 -8.5 4 -8.5C9 -9 12 0 0 8Z",
    "blue": "M0 -9C5 -2 7 1 7 4A7 6 0 0 1 -7 4C-7 1 -5 -2 0 -9Z",
    "yellow": "M0 -9.5L2.8 -3.2L9.5 -2.6L4.4 1.9L6 8.6L0 5L-6 8.6L-4.4 1.9L-9.5 -2.6L-2.8 -3.2Z",
    "green": "M-7 8C-9 -5 0 -9 8.5 -8.5C9 1 4 9 -5 6.5Z",
}

Place = tuple[int, int]  # column and row


class ShownRound(NamedTuple):
    opening: Opening
    boards: tuple[PlayerBoard, ...]
    layout: Layout


def draw_research_board(view: CatInTheBoxView) -> Drawing:
    """The round in play, or the last one when the game is over."""
    table = view.rounds[-1] if view.outcome else view.table
    result, places = ShownRound(table.opening, table.boards, view.layout), _places(view)
    columns, rows = (1 + max(place[axis] for place in places.values()) for axis in (0, 1))
    content = [
        element("defs", *map(_pattern, TINTS)),
        *_groups(result, places),
        *(_cell(cell, *at, is_held=_is_held(cell, result)) for cell, at in places.items()),
        *_tokens(result, places),
        *_group_sizes(result, places),
    ]
    margin = 2 * GAP
    return Drawing("".join(content), columns * STEP + margin + GAP, rows * STEP + margin + GAP, -margin, -margin)


def _places(view: CatInTheBoxView) -> dict[int, Place]:
    """Where the cells lie that are in play."""
    found = {
        CELL_NAMES[name]: (column, row)
        for row, names in enumerate(view.layout.grid)
        for column, name in enumerate(names)
        if name != NO_CELL and CELLS[CELL_NAMES[name]][0] <= view.table.highest
    }
    left, top = (min(place[axis] for place in found.values()) for axis in (0, 1))
    return {cell: (column - left, row - top) for cell, (column, row) in found.items()}


def _pattern(colour: str) -> str:
    """The ground of a colour."""
    patterns = {
        "red": line("M-2 11L11 -2M-2 2L2 -2M7 11L11 7", INKS["red"], 1.6),
        "blue": line("M0 4.5H9", INKS["blue"], 1.8),
        "yellow": circle(4.5, 4.5, 1.6, INKS["yellow"]),
        "green": line("M0 4.5H9M4.5 0V9", INKS["green"], 1.3),
    }
    strength = group(patterns[colour], opacity=0.2)
    return element("pattern", strength, id=f"cell-{colour}", width=9, height=9, patternUnits="userSpaceOnUse")


def _cell(cell: int, column: int, row: int, *, is_held: bool) -> str:
    """An empty cell has its value in the middle; below a token it is small, and in sight."""
    value, colour = CELLS[cell]
    x, y = column * STEP, row * STEP
    ground = "".join(box(x, y, CELL_SIZE, CELL_SIZE, fill, rx=10) for fill in (TINTS[colour], f"url(#cell-{colour})"))
    if is_held:
        return ground + label(str(value), x + 55, y + 55, 15, INK, text_anchor="end")
    sign = group(path(SIGNS[colour], INKS[colour]), transform=f"translate({x + 12} {y + 48}) scale(.6)")
    return ground + sign + label(str(value), x + CELL_SIZE / 2, y + 39, 26, INK, text_anchor="middle")


def _is_held(cell: int, result: ShownRound) -> bool:
    return bool(cell & result.opening.covered) or any(cell & board.tokens for board in result.boards)


def _tokens(result: ShownRound, places: dict[int, Place]) -> Iterator[str]:
    for cell, (column, row) in places.items():
        x, y = column * STEP + CELL_SIZE * 0.46, row * STEP + CELL_SIZE * 0.46
        if cell & result.opening.covered:
            yield neutral_token(x, y, 1.4)
        for seat, board in enumerate(result.boards):
            if cell & board.tokens:
                yield seat_token(seat, x, y, 1.5)


def _groups(result: ShownRound, places: dict[int, Place]) -> Iterator[str]:
    """CB17: around the cells of a largest group, one outline of its owner's colour."""
    for seat, cells in _largest_groups(result, places):
        for colour, radius in ((seat_colour(seat), OUTER_RADIUS), (PAPER, OUTER_RADIUS - OUTLINE)):
            parts = "".join(_part(*run) for run in _runs(cells))
            yield path(parts, colour, stroke=colour, stroke_width=2 * radius, stroke_linejoin="round")


def _runs(cells: list[Place]) -> Iterator[tuple[int, int, int, int]]:
    """Every cell with those of the group to its right, below it, and in the square of four."""
    for column, row in cells:
        right, below = (column + 1, row) in cells, (column, row + 1) in cells
        yield column, row, 1 + right, 1
        yield column, row, 1, 1 + below
        if right and below and (column + 1, row + 1) in cells:
            yield column, row, 2, 2


def _part(column: int, row: int, across: int, down: int) -> str:
    """Its stroke makes it as large as its cells, with half of the gap around them."""
    x, y = (place * STEP - GAP // 2 + OUTER_RADIUS for place in (column, row))
    wide, high = (count * STEP - 2 * OUTER_RADIUS for count in (across, down))
    return f"M{x} {y}h{wide}v{high}h{-wide}z"


def _group_sizes(result: ShownRound, places: dict[int, Place]) -> Iterator[str]:
    """At the upper right corner of each."""
    for seat, cells in _largest_groups(result, places):
        column, row = min(cells, key=lambda at: (at[1], -at[0]))
        x, y = column * STEP + CELL_SIZE - 1, row * STEP + 1
        yield circle(x, y, 11, seat_colour(seat), stroke=PAPER, stroke_width=2)
        yield label(str(len(cells)), x, y + 5.5, 15, PAPER, text_anchor="middle")


def _largest_groups(result: ShownRound, places: dict[int, Place]) -> Iterator[tuple[int, list[Place]]]:
    """By seat. A single token is no group."""
    for seat, board in enumerate(result.boards):
        cells = [at for cell, at in places.items() if cell & result.layout.largest_group(board.tokens)]
        if len(cells) > 1:
            yield seat, cells
