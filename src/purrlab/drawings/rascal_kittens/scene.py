"""A kitten that runs along its string and over toys."""

from purrlab.drawings.drawing import Drawing
from purrlab.drawings.rascal_kittens.floors import NURSERY
from purrlab.drawings.rascal_kittens.furniture import SHADES, draw_piece
from purrlab.drawings.rascal_kittens.kitten import kitten
from purrlab.drawings.rascal_kittens.toys import draw_toy
from purrlab.drawings.svg import box, group, line
from purrlab.drawings.tokens import seat_colour

TOYS_ON_THE_WAY = (("ball", 14, 50), ("mouse", 40, 43), ("yarn", 38, 25), ("duck", 88, 52), ("kite", 50, 13))
TOY_RADIUS = 7


def draw_scene() -> Drawing:
    """What a table of the game looks like before anybody may see its rooms."""
    content = (
        box(0, 0, 104, 66, NURSERY.plain, rx=5, stroke=NURSERY.seam, stroke_width=0.8),
        line("M1 17H103M1 33H103M1 49H103M30 1V17M72 17V33M22 33V49M80 49V65", NURSERY.seam, 0.4, opacity=0.7),
        group(draw_piece("bed", SHADES["turquoise"]), transform="translate(16 21) scale(1.8 -1.8)"),
        group(draw_piece("armchair", SHADES["violet"]), transform="translate(90 17) scale(1.8 -1.8)"),
        *(draw_toy(toy, x, y, TOY_RADIUS) for toy, x, y in TOYS_ON_THE_WAY),
        line("M2 54L78 30", "#fff", 2, opacity=0.8),
        line("M2 54L78 30", seat_colour(0), 1.1),
        group(kitten(0), transform="translate(76 28) scale(1.15)"),
    )
    return Drawing("".join(content), 106, 68, -1, -1)
