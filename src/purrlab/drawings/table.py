"""A table in one picture, as anybody may see it: for messengers, and to show how a game ended.

It has no words besides the title of the game and the names of the players, so it is the same in every language.
"""

from collections.abc import Iterator, Sequence

from purrlab.drawings.cats import cat, cat_in_a_box
from purrlab.drawings.drawing import BoardDrawing, Drawing, PageArt
from purrlab.drawings.registry import BOARD_DRAWINGS
from purrlab.drawings.svg import box, circle, element, ellipse, group, label, path
from purrlab.drawings.tokens import seat_token
from purrlab.games.game import Game, Outcome, View
from purrlab.games.registry import IncompleteGame

WIDTH_PIXELS, HEIGHT_PIXELS = 1200, 630  # as messengers show it
PAPER, SHEET, INK, SOFT, EDGE, ACCENT = "#f5f1e8", "#fffdf8", "#262a33", "#585d6b", "#d9d0be", "#5a3d8f"
PAGE_ART = PageArt(colours={"paper": PAPER, "sheet": SHEET, "ink": INK, "soft": SOFT, "line": EDGE, "accent": ACCENT})
WINNER_TINT, PAW_TINT = "#ece2f8", "#f7f1e6"
PAW_PRINTS = ((330, 560, 20), (1120, 575, -15), (600, 90, 30), (395, 150, -20))  # x, y, turn
MARGIN = 48
NAMES_TOP, NAMES_BOTTOM = 150, 600
LIST_WIDTH, LIST_BOTTOM = 360, 462  # of the names, beside a board and above the cat
MAX_ROW_HEIGHT, MAX_LIST_ROW_HEIGHT = 84, 66
LETTER_WIDTH = 0.62  # of a letter in its size: most are narrower
CROWN_PATH = "M3 17h14l2-10-5 4-4-7-4 7-5-4z"


def draw_table(game: Game, names: Sequence[str | None], view: View | None) -> Drawing:
    """``names`` by seat; None: nobody sits there. The board and the points are shown once the game is over."""
    outcome = view.outcome if view else None
    drawing = _drawing_of(game)
    content = [
        box(0, 0, WIDTH_PIXELS, HEIGHT_PIXELS, PAPER),
        box(16, 16, WIDTH_PIXELS - 32, HEIGHT_PIXELS - 32, SHEET, rx=28, stroke=EDGE, stroke_width=2),
        *(_paw(*each) for each in PAW_PRINTS),
        _line_of_text(game.title, MARGIN, 108, 60, INK, 760),
        group(cat(), transform=f"translate({WIDTH_PIXELS - MARGIN - 160} 88) scale(.62)"),
        label("Purrlab", WIDTH_PIXELS - MARGIN, 100, 34, ACCENT, text_anchor="end"),
    ]
    if outcome and drawing:
        content += _names(names, outcome, LIST_WIDTH, LIST_BOTTOM, MAX_LIST_ROW_HEIGHT)
        content.append(group(cat_in_a_box(happy=True), transform="translate(228 511) scale(1.35)"))
        content.append(drawing.draw(view).at(430, NAMES_TOP - 20, 722, NAMES_BOTTOM - NAMES_TOP + 16))
    else:
        content += _names(names, outcome, 500, NAMES_BOTTOM, MAX_ROW_HEIGHT)
        content.append(drawing.cover().at(560, 150, 600, 450) if drawing else _large_cat())
    return Drawing("".join(content), WIDTH_PIXELS, HEIGHT_PIXELS)


def _drawing_of(game: Game) -> BoardDrawing | None:
    try:
        return BOARD_DRAWINGS[game.name]
    except IncompleteGame:
        return None


def _large_cat() -> str:
    return group(cat_in_a_box(), transform="translate(930 345) scale(3.6)")


def _paw(x: float, y: float, turn: float) -> str:
    toes = "".join(circle(at, height, 6, PAW_TINT) for at, height in ((-14, -8), (-5, -17), (6, -17), (15, -8)))
    return group(ellipse(0, 4, 13, 10, PAW_TINT), toes, transform=f"translate({x} {y}) rotate({turn})")


def _names(
    names: Sequence[str | None], outcome: Outcome | None, width: float, bottom: float, max_height: float
) -> Iterator[str]:
    """A row for each seat; after the game whoever won comes first, then by points."""
    seats = list(range(len(names)))
    if outcome:
        seats.sort(key=lambda seat: (seat not in outcome.winners, -outcome.totals[seat]))
    height = min(max_height, (bottom - NAMES_TOP) / len(seats))
    top = NAMES_TOP + (bottom - NAMES_TOP - height * len(seats)) / 2
    for row, seat in enumerate(seats):
        yield from _name(names[seat], seat, top + height * (row + 0.5), height, width, outcome)


def _name(name: str | None, seat: int, y: float, height: float, width: float, outcome: Outcome | None) -> Iterator[str]:
    size = height * 0.4
    if name is None:
        yield circle(MARGIN + size, y, size * 0.7, "none", stroke=SOFT, stroke_width=2.5, stroke_dasharray="5 6")
        return
    if outcome and seat in outcome.winners:
        yield box(MARGIN - 8, y - height * 0.44, width + 22, height * 0.88, WINNER_TINT, rx=height * 0.3)
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
        yield group(path(CROWN_PATH, "#e0aa12", stroke="#6a4f00", stroke_width=1), transform=place)


def _line_of_text(text: str, x: float, y: float, size: float, fill: str, width: float) -> str:
    """In smaller letters where it is long, and cut off where even that is too wide."""
    size = min(size, max(width / (LETTER_WIDTH * len(text)), size * 0.55))
    shown = label(text, 0, size, size, fill)
    return element("svg", shown, x=x, y=y - size, width=width, height=size * 1.5)
