"""Rascal Kittens in pictures."""

from purrlab.drawings.drawing import BoardDrawing
from purrlab.drawings.rascal_kittens.rooms import draw_rooms

BOARD_DRAWING = BoardDrawing(draw_rooms)
