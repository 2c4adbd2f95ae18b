"""The cat."""

from purrlab.drawings.drawing import PageArt
from purrlab.drawings.svg import circle, ellipse, line, path

STROKE, EYE, BLUSH, NOSE = "#3b3140", "#2b2533", "#e9a9a0", "#d0706a"
FUR, HAPPY_FUR = "#f3dcb8", "#f0c48d"
CAT_PATHS = {
    "head": "M-28 44C-32 12 -28 2 -25 -24Q-24 -30 -19 -26L-8 -16Q0 -18 8 -16L19 -26Q24 -30 25 -24C28 2 32 12 28 44Z",
    "ears": "M-21 -19L-19.5 -7L-12.5 -13ZM21 -19L19.5 -7L12.5 -13Z",
    "happyEyes": "M-15 3q4 -5 8 0M7 3q4 -5 8 0",
    "nose": "M-2.6 9h5.2l-2.6 3z",
    "mouth": "M0 12v2M-5 14q2.5 4 5 0q2.5 4 5 0",
    "whiskers": "M-17 10l-12 -2M-17 14l-12 2M17 10l12 -2M17 14l12 2",
}
CARTON_COLOURS = {"edge": "#7d5526", "flap": "#e8c08a", "front": "#d9a866", "tape": "#f0d9b0"}
PAGE_ART = PageArt(
    {"CAT_PATHS": CAT_PATHS},
    {"cat-stroke": STROKE, "cat-eye": EYE, "cat-blush": BLUSH, "cat-nose": NOSE, "cat-fur": FUR, "cat-happy": HAPPY_FUR}
    | {f"carton-{part}": colour for part, colour in CARTON_COLOURS.items()},
)


def cat(*, happy: bool = False) -> str:
    """A head with ears, drawn around the origin, about 60 wide and 74 high."""
    head = path(CAT_PATHS["head"], HAPPY_FUR if happy else FUR, stroke=STROKE, stroke_width=2.4)
    ears = path(CAT_PATHS["ears"], BLUSH)
    eyes = line(CAT_PATHS["happyEyes"], STROKE, 2.6) if happy else _open_eyes()
    nose = path(CAT_PATHS["nose"], NOSE) + line(CAT_PATHS["mouth"], STROKE, 1.8)
    whiskers = line(CAT_PATHS["whiskers"], STROKE, 1.3, opacity=0.7)
    return head + ears + eyes + nose + whiskers


def _open_eyes() -> str:
    return "".join(ellipse(x, 2, 4, 5.5, EYE) + circle(x + 1.4, 0, 1.5, "#fff") for x in (-11, 11))


def cat_in_a_box(*, happy: bool = False) -> str:
    """The same cat behind the rim of a carton, whose bottom is at 66."""
    colours = CARTON_COLOURS
    edge = {"stroke": colours["edge"], "stroke_width": 2.4, "stroke_linejoin": "round"}
    flaps = path("M-46 28L-60 17L-50 10L-34 27ZM46 28L60 17L50 10L34 27Z", colours["flap"], **edge)
    carton = path("M-46 28H46L40 66H-40Z", colours["front"], **edge) + path("M-7 29H7L6 65H-6Z", colours["tape"])
    return cat(happy=happy) + flaps + carton
