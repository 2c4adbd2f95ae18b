"""Rascal Kittens in pictures."""

from purrlab.drawings.drawing import BoardDrawing, PageArt
from purrlab.drawings.rascal_kittens.floors import FLOORS, USUAL_FLOOR
from purrlab.drawings.rascal_kittens.furniture import PIECE_WIDTHS, SHADES, Shades, draw_piece
from purrlab.drawings.rascal_kittens.kitten import KITTEN_COLOURS, KITTEN_PATHS
from purrlab.drawings.rascal_kittens.room import NOTCH, NOTCH_RADIUS
from purrlab.drawings.rascal_kittens.rooms import draw_rooms
from purrlab.drawings.rascal_kittens.scene import draw_scene
from purrlab.drawings.rascal_kittens.toys import MAT, TOY_PICTURES
from purrlab.drawings.rascal_kittens.walls import EDGE_WIDTH, FLOOR_SIZE, FRAME, WALL_DEPTH, WALL_TRANSFORMS, WALLS

_SHADES_ON_THE_PAGE = Shades(*(f"var(--{shade})" for shade in Shades._fields))  # which sets them by the colour
PAGE_ART = PageArt(
    {
        "KITTEN_PATHS": KITTEN_PATHS,
        "FLOOR_SIDE_UNITS": FLOOR_SIZE,
        "WALL_UNITS": WALL_DEPTH,
        "EDGE_UNITS": EDGE_WIDTH,
        "WALL_TRANSFORMS": WALL_TRANSFORMS,
        "FRAME": FRAME,
        "WALLS": WALLS,
        "FLOORS": FLOORS,
        "USUAL_FLOOR": USUAL_FLOOR,
        "FURNITURE_SHADES": {colour: shades._asdict() for colour, shades in SHADES.items()},
        "PIECE_WIDTH_UNITS": PIECE_WIDTHS,
        "PIECE_PICTURES": {piece: draw_piece(piece, _SHADES_ON_THE_PAGE) for piece in PIECE_WIDTHS},
        "TOY_PICTURES": TOY_PICTURES,
        "MAT": MAT,
        "NOTCH": {"r": NOTCH_RADIUS, **NOTCH},
    },
    KITTEN_COLOURS,
)
BOARD_DRAWING = BoardDrawing(draw_rooms, draw_scene, PAGE_ART)
