"""A table in play as a picture: the board, who is to act, and what stands beside the board."""

from collections.abc import Collection, Iterator, Sequence
from io import BytesIO
from textwrap import wrap

import numpy as np
import numpy.typing as npt
from PIL import Image

from purrlab.drawings.drawing import Drawing
from purrlab.drawings.png import render_png
from purrlab.drawings.registry import BOARD_DRAWINGS
from purrlab.drawings.svg import box, label
from purrlab.drawings.table import EDGE, HEIGHT_PIXELS, INK, PAPER, SHEET, SOFT, WIDTH_PIXELS, WINNER_TINT
from purrlab.drawings.tokens import seat_token
from purrlab.games.game import Game, View

MIN_WIDTH_PIXELS, MAX_WIDTH_PIXELS = 100, 4000
MARGIN, LIST_WIDTH, ROW_HEIGHT = 40, 420, 76
LINE_HEIGHT, LETTERS_BESIDE = 30, 38  # of lines below the seats


def draw_play(
    game: Game,
    view: View,
    heading: str,
    seats: Sequence[tuple[str, str]],
    beside: Sequence[str],
    *,
    to_act: Collection[int],
) -> Drawing:
    """As anybody may see it; whoever is to act stands on a coloured ground.

    ``seats``: for each what stands below the name and what on its right; ``beside``: what is told below them.
    """
    rows = MARGIN + 92
    content = [
        box(0, 0, WIDTH_PIXELS, HEIGHT_PIXELS, PAPER),
        box(12, 12, WIDTH_PIXELS - 24, HEIGHT_PIXELS - 24, SHEET, rx=24, stroke=EDGE, stroke_width=2),
        label(game.title, MARGIN, MARGIN + 34, 38, INK),
        label(heading, MARGIN, MARGIN + 66, 22, SOFT),
    ]
    for seat in range(view.players):
        content += _row(seat, *seats[seat], rows + seat * ROW_HEIGHT, to_act=seat in to_act)
    below = rows + view.players * ROW_HEIGHT + 24
    lines = [line for text in beside for line in wrap(text, LETTERS_BESIDE)]
    content += [label(line, MARGIN, below + LINE_HEIGHT * at, 22, INK) for at, line in enumerate(lines)]
    left = MARGIN + LIST_WIDTH + 20
    board = BOARD_DRAWINGS[game.name].draw(view)
    content.append(board.at(left, MARGIN, WIDTH_PIXELS - left - MARGIN, HEIGHT_PIXELS - 2 * MARGIN))
    return Drawing("".join(content), WIDTH_PIXELS, HEIGHT_PIXELS)


def _row(seat: int, standing: str, played: str, top: float, *, to_act: bool) -> Iterator[str]:
    if to_act:
        yield box(MARGIN - 10, top, LIST_WIDTH, ROW_HEIGHT - 6, WINNER_TINT, rx=14)
    yield seat_token(seat, MARGIN + 18, top + 34, 1.5)
    yield label(f"player_{seat}", MARGIN + 50, top + 30, 26, INK)
    yield label(played, MARGIN + LIST_WIDTH - 24, top + 30, 22, INK, text_anchor="end")
    yield label(standing, MARGIN + 50, top + 58, 20, SOFT)


def pixels_of(drawing: Drawing, width_pixels: int) -> npt.NDArray[np.uint8]:
    height = round(width_pixels * drawing.height / drawing.width)
    png = render_png(drawing.alone(width_pixels), width_pixels, height)
    picture = Image.open(BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    return np.array(Image.alpha_composite(paper, picture).convert("RGB"))
