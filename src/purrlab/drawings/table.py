"""A table in one picture, as anybody may see it: for messengers, and to show how a game ended.

It has no words besides the title of the game and the names of the players, so it is the same in every language.
"""

from collections.abc import Iterator, Sequence

from purrlab.drawings.drawing import Drawing
from purrlab.drawings.registry import BOARD_DRAWINGS
from purrlab.drawings.svg import box, circle, element, ellipse, group, label, line, path
from purrlab.drawings.tokens import seat_token
from purrlab.games.game import Game, Outcome, View
from purrlab.games.registry import IncompleteGame

WIDTH_PIXELS, HEIGHT_PIXELS = 1200, 630  # as messengers show it
PAPER, SHEET, INK, SOFT, EDGE, ACCENT = "#f5f1e8", "#fffdf8", "#262a33", "#585d6b", "#d9d0be", "#5a3d8f"
MARGIN = 48
NAMES_TOP, NAMES_BOTTOM = 150, 600
LIST_WIDTH = 360  # of the names, beside a board
MAX_ROW_HEIGHT = 84
LETTER_WIDTH = 0.62  # of a letter in its size: most are narrower
CROWN = "M3 17h14l2-10-5 4-4-7-4 7-5-4z"
CAT_HEAD = "M-28 44C-32 12 -28 2 -25 -24Q-24 -30 -19 -26L-8 -16Q0 -18 8 -16L19 -26Q24 -30 25 -24C28 2 32 12 28 44Z"


def draw_table(game: Game, names: Sequence[str | None], view: View | None) -> Drawing:
    """``names`` by seat; None: nobody sits there. The board and the points are shown once the game is over."""
    outcome = view.outcome if view else None
    board = _board(game, view) if outcome else None
    content = [
        box(0, 0, WIDTH_PIXELS, HEIGHT_PIXELS, PAPER),
        box(16, 16, WIDTH_PIXELS - 32, HEIGHT_PIXELS - 32, SHEET, rx=28, stroke=EDGE, stroke_width=2),
        _line_of_text(game.title, MARGIN, 108, 60, INK, 760),
        label("Purrlab", WIDTH_PIXELS - MARGIN, 100, 34, ACCENT, text_anchor="end"),
        *_names(names, outcome, LIST_WIDTH if board else 620),
        board.at(430, NAMES_TOP - 20, 722, NAMES_BOTTOM - NAMES_TOP + 16) if board else _cat_in_its_box(),
    ]
    return Drawing("".join(content), WIDTH_PIXELS, HEIGHT_PIXELS)


def _board(game: Game, view: View | None) -> Drawing | None:
    try:
        return BOARD_DRAWINGS[game.name].draw(view)
    except IncompleteGame:
        return None


def _names(names: Sequence[str | None], outcome: Outcome | None, width: float) -> Iterator[str]:
    """A row for each seat; after the game whoever won comes first, then by points."""
    seats = list(range(len(names)))
    if outcome:
        seats.sort(key=lambda seat: (seat not in outcome.winners, -outcome.totals[seat]))
    height = min(MAX_ROW_HEIGHT, (NAMES_BOTTOM - NAMES_TOP) / len(seats))
    top = NAMES_TOP + (NAMES_BOTTOM - NAMES_TOP - height * len(seats)) / 2
    for row, seat in enumerate(seats):
        yield from _name(names[seat], seat, top + height * (row + 0.5), height, width, outcome)


def _name(name: str | None, seat: int, y: float, height: float, width: float, outcome: Outcome | None) -> Iterator[str]:
    size = height * 0.4
    if name is None:
        yield circle(MARGIN + size, y, size * 0.7, "none", stroke=SOFT, stroke_width=2.5, stroke_dasharray="5 6")
        return
    yield seat_token(seat, MARGIN + size, y, size / 13)
    points_width = size * 1.7 if outcome else 0
    yield _line_of_text(name, MARGIN + size * 2.3, y + size * 0.36, size, INK, width - size * 2.3 - points_width)
    if outcome is None:
        return
    right = MARGIN + width
    points = str(outcome.totals[seat]).replace("-", "−")  # noqa: RUF001  # a minus sign
    yield label(points, right, y + size * 0.36, size, INK, text_anchor="end")
    if seat in outcome.winners:
        place = f"translate({MARGIN + size - 12} {y - size * 1.45:g}) scale(1.15)"
        yield group(path(CROWN, "#e0aa12", stroke="#6a4f00", stroke_width=1), transform=place)


def _line_of_text(text: str, x: float, y: float, size: float, fill: str, width: float) -> str:
    """In smaller letters where it is long, and cut off where even that is too wide."""
    size = min(size, max(width / (LETTER_WIDTH * len(text)), size * 0.55))
    shown = label(text, 0, size, size, fill)
    return element("svg", shown, x=x, y=y - size, width=width, height=size * 1.5)


def _cat_in_its_box() -> str:
    """For a table whose board nobody may see yet."""
    head = path(CAT_HEAD, "#f3dcb8", stroke="#3b3140", stroke_width=2.4)
    ears = path("M-21 -19L-19.5 -7L-12.5 -13ZM21 -19L19.5 -7L12.5 -13Z", "#e9a9a0")
    eyes = "".join(ellipse(x, 2, 4, 5.5, "#2b2533") + circle(x + 1.4, 0, 1.5, "#fff") for x in (-11, 11))
    nose = path("M-2.6 9h5.2l-2.6 3z", "#d0706a") + line("M0 12v2M-5 14q2.5 4 5 0q2.5 4 5 0", "#3b3140", 1.8)
    whiskers = line("M-17 10l-12 -2M-17 14l-12 2M17 10l12 -2M17 14l12 2", "#3b3140", 1.3, opacity=0.7)
    carton = path("M-46 28H46L40 66H-40Z", "#d9a866", stroke="#7d5526", stroke_width=2.4, stroke_linejoin="round")
    return group(head, ears, eyes, nose, whiskers, carton, transform="translate(930 345) scale(3.6)")
