"""The cat of the house and the kittens of the seats, as on the page."""

from purrlab.drawings.svg import circle, ellipse, group, line, path
from purrlab.drawings.tokens import seat_colour

STROKE, EYE, BLUSH, NOSE = "#3b3140", "#2b2533", "#e9a9a0", "#d0706a"
FUR, HAPPY_FUR = "#f3dcb8", "#f0c48d"
CAT_HEAD_PATH = "M-28 44C-32 12 -28 2 -25 -24Q-24 -30 -19 -26L-8 -16Q0 -18 8 -16L19 -26Q24 -30 25 -24C28 2 32 12 28 44Z"
KITTEN_FURS = ("#f3b773", "#b7c3cf", "#f7ead2", "#b08d78")
KITTEN_INK = "#33293a"
KITTEN_WIDTH = 24


def cat(*, happy: bool = False) -> str:
    """A head with ears, drawn around the origin, about 60 wide and 74 high."""
    head = path(CAT_HEAD_PATH, HAPPY_FUR if happy else FUR, stroke=STROKE, stroke_width=2.4)
    ears = path("M-21 -19L-19.5 -7L-12.5 -13ZM21 -19L19.5 -7L12.5 -13Z", BLUSH)
    eyes = line("M-15 3q4 -5 8 0M7 3q4 -5 8 0", STROKE, 2.6) if happy else _open_eyes()
    nose = path("M-2.6 9h5.2l-2.6 3z", NOSE) + line("M0 12v2M-5 14q2.5 4 5 0q2.5 4 5 0", STROKE, 1.8)
    whiskers = line("M-17 10l-12 -2M-17 14l-12 2M17 10l12 -2M17 14l12 2", STROKE, 1.3, opacity=0.7)
    return head + ears + eyes + nose + whiskers


def _open_eyes() -> str:
    return "".join(ellipse(x, 2, 4, 5.5, EYE) + circle(x + 1.4, 0, 1.5, "#fff") for x in (-11, 11))


def cat_in_a_box(*, happy: bool = False) -> str:
    """The same cat behind the rim of a carton, whose bottom is at 66."""
    edge = {"stroke": "#7d5526", "stroke_width": 2.4, "stroke_linejoin": "round"}
    flaps = path("M-46 28L-60 17L-50 10L-34 27ZM46 28L60 17L50 10L34 27Z", "#e8c08a", **edge)
    carton = path("M-46 28H46L40 66H-40Z", "#d9a866", **edge) + path("M-7 29H7L6 65H-6Z", "#f0d9b0")
    return cat(happy=happy) + flaps + carton


def kitten(seat: int) -> str:
    """A kitten from the side that looks to the right, with a collar of the seat's colour; around the origin."""
    fur = KITTEN_FURS[seat % len(KITTEN_FURS)]
    body = "M-9 0.5Q-8.5 -4.2 -2 -3.8Q4 -3.6 5 0Q5.5 4.6 -2 4.8Q-9 5 -9 0.5Z"
    head = "M2.6 -3L2.8 -10.4L6 -8Q7.6 -8.4 9.2 -8L12.2 -10.2V-3Q11.8 1.2 7.4 1.2Q3 1.2 2.6 -3Z"
    parts = [
        _limb("M-8 -1Q-13 -2 -11.5 -8.5", fur),
        *(_limb(f"M{x} 2V7.5", fur) for x in (-4.5, 3)),
        path(body, fur),
        *(_limb(f"M{x} 2.5V7.8", fur) for x in (-6.5, 1)),
        path(head, fur),
        line("M3.4 0.4Q7 3.4 11 0.6", seat_colour(seat), 1.8),
        *(circle(x, -4, 0.95, EYE, stroke="none") for x in (6, 10)),
        path("M7.4 -2.3h1.6l-.8 .9z", NOSE, stroke="none"),
    ]
    return group(*parts, stroke=KITTEN_INK, stroke_width=0.9, stroke_linejoin="round")


def _limb(course: str, fur: str) -> str:
    return line(course, KITTEN_INK, 3.4) + line(course, fur, 1.9)
