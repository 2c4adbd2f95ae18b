"""The seats' tokens: a colour and a shape each, as on the page."""

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
TOKEN_SIZE = 28  # of a token at scale 1, with its edge


def seat_colour(seat: int) -> str:
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def seat_token(seat: int, x: float, y: float, scale: float = 1) -> str:
    shape = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    edge = {"stroke": "#fffdf8", "stroke_width": 1.8, "stroke_linejoin": "round"}
    return group(path(shape, seat_colour(seat), **edge), path(CAT_FACE_PATH, "#fffdf8"), transform=_place(x, y, scale))


def neutral_token(x: float, y: float, scale: float = 1) -> str:
    """A closed box."""
    edge = {"stroke": "#4d4a44", "stroke_width": 1.4, "stroke_linejoin": "round"}
    box = path("M-10 -6H10L9 10H-9Z", "#b9b1a3", **edge)
    lid = path("M-10 -6L0 -9L10 -6L0 -3Z", "#d2cabb", **edge) + path("M-2 -3.4H2V4H-2Z", "#eae2d2")
    return group(box, lid, transform=_place(x, y, scale))


def _place(x: float, y: float, scale: float) -> str:
    return f"translate({x:g} {y:g}) scale({scale:g})"
