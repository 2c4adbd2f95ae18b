"""The research board at the end of the last round, with everybody's largest group."""

from collections.abc import Iterator

from purrlab.drawings.drawing import Drawing
from purrlab.drawings.svg import box, group, label, path
from purrlab.drawings.tokens import neutral_token, seat_colour, seat_token
from purrlab.games.cat_in_the_box.cells import CELLS
from purrlab.games.cat_in_the_box.layout import CELL_NAMES, NO_CELL
from purrlab.games.cat_in_the_box.table import RoundResult
from purrlab.games.cat_in_the_box.view import CatInTheBoxView

CELL_SIZE, GAP = 60, 6
STEP = CELL_SIZE + GAP
TINTS = {"red": "#f8dfda", "blue": "#dae7f6", "yellow": "#faeec6", "green": "#d8eddd"}
INKS = {"red": "#bb362f", "blue": "#2463a6", "yellow": "#8a6500", "green": "#2b784b"}
SIGNS = {  # beside every colour, so that colour never stands alone
    "red": "M0 8C-12 0 -9 -9 -4 -8.5C-1.5 -8.5 0 -6 0 -5C0 -6 1.5 -8.5 4 -8.5C9 -9 12 0 0 8Z",
    "blue": "M0 -9C5 -2 7 1 7 4A7 6 0 0 1 -7 4C-7 1 -5 -2 0 -9Z",
    "yellow": "M0 -9.5L2.8 -3.2L9.5 -2.6L4.4 1.9L6 8.6L0 5L-6 8.6L-4.4 1.9L-9.5 -2.6L-2.8 -3.2Z",
    "green": "M-7 8C-9 -5 0 -9 8.5 -8.5C9 1 4 9 -5 6.5Z",
}

Place = tuple[int, int]  # column and row


def draw_research_board(view: CatInTheBoxView) -> Drawing:
    result, places = view.rounds[-1], _places(view)
    columns, rows = (1 + max(place[axis] for place in places.values()) for axis in (0, 1))
    content = [*_groups(result, places), *(_cell(cell, *at) for cell, at in places.items()), *_tokens(result, places)]
    margin = 2 * GAP
    return Drawing("".join(content), columns * STEP + margin, rows * STEP + margin, -margin, -margin)


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


def _cell(cell: int, column: int, row: int) -> str:
    value, colour = CELLS[cell]
    x, y = column * STEP, row * STEP
    return (
        box(x, y, CELL_SIZE, CELL_SIZE, TINTS[colour], rx=10)
        + label(str(value), x + 9, y + 22, 18, INKS[colour])
        + group(path(SIGNS[colour], INKS[colour], opacity=0.7), transform=f"translate({x + 47} {y + 15}) scale(.7)")
    )


def _tokens(result: RoundResult, places: dict[int, Place]) -> Iterator[str]:
    for cell, (column, row) in places.items():
        x, y = column * STEP + CELL_SIZE / 2, row * STEP + CELL_SIZE * 0.58
        if cell & result.opening.covered:
            yield neutral_token(x, y, 1.3)
        for seat, board in enumerate(result.boards):
            if cell & board.tokens:
                yield seat_token(seat, x, y, 1.5)


def _groups(result: RoundResult, places: dict[int, Place]) -> Iterator[str]:
    """CB17: the cells of a largest group, joined by an edge of its owner's colour."""
    for seat, board in enumerate(result.boards):
        cells = [at for cell, at in places.items() if cell & result.layout.largest_group(board.tokens)]
        for column, row in cells if len(cells) > 1 else ():
            wide = CELL_SIZE + GAP if (column + 1, row) in cells else CELL_SIZE
            high = CELL_SIZE + GAP if (column, row + 1) in cells else CELL_SIZE
            x, y = column * STEP - GAP / 2, row * STEP - GAP / 2
            yield box(x, y, wide + GAP, high + GAP, seat_colour(seat), rx=12)
