"""Rascal Kittens in pictures."""

from purrlab.drawings.drawing import BoardDrawing, PageArt
from purrlab.drawings.rascal_kittens.room import FLOOR_SIZE
from purrlab.drawings.rascal_kittens.rooms import draw_rooms
from purrlab.drawings.rascal_kittens.scene import draw_scene

BOARD_DRAWING = BoardDrawing(draw_rooms, draw_scene, PageArt({"FLOOR_SIDE_UNITS": FLOOR_SIZE}))
