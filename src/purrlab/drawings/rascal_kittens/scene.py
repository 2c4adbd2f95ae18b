"""A kitten that runs along its string and over toys."""

from purrlab.drawings.cats import kitten
from purrlab.drawings.drawing import Drawing
from purrlab.drawings.rascal_kittens.furniture import DRAW_PIECE, SHADES
from purrlab.drawings.rascal_kittens.toys import draw_toy
from purrlab.drawings.svg import box, group, line
from purrlab.drawings.tokens import seat_colour

TOYS_ON_THE_WAY = (("ball", 14, 50), ("mouse", 40, 43), ("yarn", 24, 26), ("duck", 88, 52), ("kite", 54, 15))
TOY_RADIUS = 7


def draw_scene() -> Drawing:
    """What a table of the game looks like before anybody may see its rooms."""
    content = (
        box(0, 0, 104, 66, "#ecd3a8", rx=5, stroke="#c4a06a", stroke_width=0.8),
        line("M1 17H103M1 33H103M1 49H103M30 1V17M72 17V33M22 33V49M80 49V65", "#c4a06a", 0.4, opacity=0.7),
        group(DRAW_PIECE["bed"](22, SHADES["turquoise"]), transform="translate(10 1.4)"),
        group(DRAW_PIECE["armchair"](16, SHADES["violet"]), transform="translate(80 1.4)"),
        *(draw_toy(toy, x, y, TOY_RADIUS) for toy, x, y in TOYS_ON_THE_WAY),
        line("M2 54L78 30", "#fff", 2, opacity=0.8),
        line("M2 54L78 30", seat_colour(0), 1.1),
        group(kitten(0), transform="translate(76 28) scale(1.15)"),
    )
    return Drawing("".join(content), 106, 68, -1, -1)
