"""A table in play as a picture: the board, who is to act, and what stands beside the board."""

from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from purrlab.drawings.drawing import Drawing
from purrlab.drawings.png import render_png
from purrlab.drawings.registry import BOARD_DRAWINGS
from purrlab.drawings.svg import box, label
from purrlab.drawings.table import EDGE, HEIGHT_PIXELS, INK, PAPER, SHEET, SOFT, WIDTH_PIXELS, WINNER_TINT
from purrlab.drawings.tokens import seat_token
from purrlab.games.cat_in_the_box.view import CatInTheBoxView
from purrlab.games.game import Game, View
from purrlab.games.rascal_kittens.view import RascalKittensView

MIN_WIDTH_PIXELS, MAX_WIDTH_PIXELS = 100, 4000
MARGIN, LIST_WIDTH, ROW_HEIGHT = 40, 420, 76


def draw_play(game: Game, view: View, heading: str) -> Drawing:
    """As anybody may see it; whoever is to act stands on a coloured ground."""
    rows = MARGIN + 92
    content = [
        box(0, 0, WIDTH_PIXELS, HEIGHT_PIXELS, PAPER),
        box(12, 12, WIDTH_PIXELS - 24, HEIGHT_PIXELS - 24, SHEET, rx=24, stroke=EDGE, stroke_width=2),
        label(game.title, MARGIN, MARGIN + 34, 38, INK),
        label(heading, MARGIN, MARGIN + 66, 22, SOFT),
    ]
    for seat in range(view.players):
        content += _row(view, seat, rows + seat * ROW_HEIGHT)
    below = rows + view.players * ROW_HEIGHT + 24
    content += [label(text, MARGIN, below + 32 * at, 22, INK) for at, text in enumerate(BESIDE[game.name](view))]
    left = MARGIN + LIST_WIDTH + 20
    board = BOARD_DRAWINGS[game.name].draw(view)
    content.append(board.at(left, MARGIN, WIDTH_PIXELS - left - MARGIN, HEIGHT_PIXELS - 2 * MARGIN))
    return Drawing("".join(content), WIDTH_PIXELS, HEIGHT_PIXELS)


def _row(view: View, seat: int, top: float) -> Iterator[str]:
    if seat in view.to_act:
        yield box(MARGIN - 10, top, LIST_WIDTH, ROW_HEIGHT - 6, WINNER_TINT, rx=14)
    yield seat_token(seat, MARGIN + 18, top + 34, 1.5)
    yield label(f"player_{seat}", MARGIN + 50, top + 30, 26, INK)
    yield label(STANDING[view.game](view, seat), MARGIN + 50, top + 58, 20, SOFT)


def _cat_in_the_box_standing(view: CatInTheBoxView, seat: int) -> str:
    board = view.table.boards[seat]
    bid = "" if board.bid is None else f"bid {board.bid}, "
    return f"{bid}{board.tricks} tricks, {board.cards} cards, {view.totals[seat]} points".replace("-", "\N{MINUS SIGN}")


def _cat_in_the_box_trick(view: CatInTheBoxView) -> Iterator[str]:
    trick = view.table.trick
    if trick:
        yield f"{trick[0][1].colour} was led"
    for seat, play in trick:
        yield f"player_{seat} played {play.value} {play.colour}"


def _rascal_kittens_standing(view: RascalKittensView, seat: int) -> str:
    place = view.places[seat]
    points = "" if view.totals[seat] is None else f", {view.totals[seat]} points"
    return f"{sum(place.tokens.values())} tokens, {sum(place.colours.values())} tiles{points}"


def _rascal_kittens_round(view: RascalKittensView) -> Iterator[str]:
    yield f"led by player_{view.leader}"
    if view.middle:
        yield f"in the middle: {view.middle[-1]}"


STANDING: Mapping[str, Callable[[Any, int], str]] = {
    "cat-in-the-box": _cat_in_the_box_standing,
    "rascal-kittens": _rascal_kittens_standing,
}
BESIDE: Mapping[str, Callable[[Any], Iterator[str]]] = {
    "cat-in-the-box": _cat_in_the_box_trick,
    "rascal-kittens": _rascal_kittens_round,
}


def pixels_of(drawing: Drawing, width_pixels: int) -> npt.NDArray[np.uint8]:
    height = round(width_pixels * drawing.height / drawing.width)
    png = render_png(drawing.alone(width_pixels), width_pixels, height)
    picture = Image.open(BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    return np.array(Image.alpha_composite(paper, picture).convert("RGB"))
