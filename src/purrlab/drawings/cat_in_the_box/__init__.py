"""Cat in the Box in pictures."""

from purrlab.drawings.cat_in_the_box.card import CARD_PATHS, GROUNDS, draw_fan
from purrlab.drawings.cat_in_the_box.research_board import INKS, SIGNS, TINTS, draw_research_board
from purrlab.drawings.drawing import BoardDrawing, PageArt

PAGE_ART = PageArt(
    {"COLOUR_SIGNS": SIGNS, "CARD_PATHS": CARD_PATHS},
    {f"card-{colour}": ground for colour, ground in GROUNDS.items()}
    | {f"cell-{colour}": tint for colour, tint in TINTS.items()}
    | {f"ink-{colour}": ink for colour, ink in INKS.items()},
)
BOARD_DRAWING = BoardDrawing(draw_research_board, draw_fan, PAGE_ART)
