"""The seats' tokens, a colour and a shape each; and those of nobody."""

from purrlab.drawings.drawing import PageArt
from purrlab.drawings.svg import group, path

SEAT_COLOURS = ("#7536b5", "#0a767d", "#b24a10", "#a82a63", "#4c5866")
SEAT_SHAPES = (
    "M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10Z",
    "M-9 -9H9V9H-9Z",
    "M0 -11L10.5 8.5H-10.5Z",
    "M0 -11.5L11.5 0L0 11.5L-11.5 0Z",
    "M-5.5 -10H5.5L11 0L5.5 10H-5.5L-11 0Z",
)
CAT_FACE_PATH = "M-4.5 4V-3.5L-1.8 -1.2H1.8L4.5 -3.5V4Q0 6.5 -4.5 4Z"
NEUTRAL_TOKEN_PATHS = {"box": "M-10 -6H10L9 10H-9Z", "lid": "M-10 -6L0 -9L10 -6L0 -3Z", "tape": "M-2 -3.4H2V4H-2Z"}
NEUTRAL_TOKEN_COLOURS = {"edge": "#4d4a44", "box": "#b9b1a3", "lid": "#d2cabb", "tape": "#eae2d2"}
PAGE_ART = PageArt(
    {"SEAT_SHAPES": SEAT_SHAPES, "CAT_FACE_PATH": CAT_FACE_PATH, "NEUTRAL_TOKEN_PATHS": NEUTRAL_TOKEN_PATHS},
    {f"seat-{seat}": colour for seat, colour in enumerate(SEAT_COLOURS)}
    | {f"neutral-{part}": colour for part, colour in NEUTRAL_TOKEN_COLOURS.items()},
)
TOKEN_SIZE = 28  # of a token at scale 1, with its edge


def seat_colour(seat: int) -> str:
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def seat_token(seat: int, x: float, y: float, scale: float = 1) -> str:
    shape = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    edge = {"stroke": "#fffdf8", "stroke_width": 1.8, "stroke_linejoin": "round"}
    return group(path(shape, seat_colour(seat), **edge), path(CAT_FACE_PATH, "#fffdf8"), transform=_place(x, y, scale))


def neutral_token(x: float, y: float, scale: float = 1) -> str:
    """A closed box."""
    paths, colours = NEUTRAL_TOKEN_PATHS, NEUTRAL_TOKEN_COLOURS
    edge = {"stroke": colours["edge"], "stroke_width": 1.4, "stroke_linejoin": "round"}
    closed = [path(paths[part], colours[part], **edge) for part in ("box", "lid")]
    return group(*closed, path(paths["tape"], colours["tape"]), transform=_place(x, y, scale))


def _place(x: float, y: float, scale: float) -> str:
    return f"translate({x:g} {y:g}) scale({scale:g})"
