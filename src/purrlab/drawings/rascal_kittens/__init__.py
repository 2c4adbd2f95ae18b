"""Rascal Kittens in pictures."""

from purrlab.drawings.drawing import BoardDrawing
from purrlab.drawings.rascal_kittens.rooms import draw_rooms
from purrlab.drawings.rascal_kittens.scene import draw_scene

BOARD_DRAWING = BoardDrawing(draw_rooms, draw_scene)
