"""Cat in the Box in pictures."""

from purrlab.drawings.cat_in_the_box.card import draw_fan
from purrlab.drawings.cat_in_the_box.research_board import draw_research_board
from purrlab.drawings.drawing import BoardDrawing

BOARD_DRAWING = BoardDrawing(draw_research_board, draw_fan)
