"""The kittens of the seats."""

from typing import Any

from purrlab.drawings.cats import EYE, NOSE
from purrlab.drawings.svg import circle, group, line, path
from purrlab.drawings.tokens import seat_colour

KITTEN_FURS = ("#f3b773", "#b7c3cf", "#f7ead2", "#b08d78")
KITTEN_FAR_FURS = ("#c39465", "#969caa", "#c6baac", "#917468")  # of the legs on the far side, in shade
KITTEN_INK = "#33293a"
KITTEN_PATHS: dict[str, Any] = {
    "tail": "M-8 -1Q-13 -2 -11.5 -8.5",
    "farLegs": ("M-4.5 2V7.5", "M3 2V7.5"),
    "body": "M-9 0.5Q-8.5 -4.2 -2 -3.8Q4 -3.6 5 0Q5.5 4.6 -2 4.8Q-9 5 -9 0.5Z",
    "nearLegs": ("M-6.5 2.5V7.8", "M1 2.5V7.8"),
    "head": "M2.6 -3L2.8 -10.4L6 -8Q7.6 -8.4 9.2 -8L12.2 -10.2V-3Q11.8 1.2 7.4 1.2Q3 1.2 2.6 -3Z",
    "collar": "M3.4 0.4Q7 3.4 11 0.6",
    "nose": "M7.4 -2.3h1.6l-.8 .9z",
}
KITTEN_COLOURS = (
    {f"kitten-{seat}": fur for seat, fur in enumerate(KITTEN_FURS)}
    | {f"kitten-far-{seat}": fur for seat, fur in enumerate(KITTEN_FAR_FURS)}
    | {"kitten-ink": KITTEN_INK}
)


def kitten(seat: int) -> str:
    """A kitten from the side that looks to the right, with a collar of the seat's colour; around the origin."""
    fur, far_fur = (furs[seat % len(furs)] for furs in (KITTEN_FURS, KITTEN_FAR_FURS))
    parts = [
        _limb(KITTEN_PATHS["tail"], fur),
        *(_limb(leg, far_fur) for leg in KITTEN_PATHS["farLegs"]),
        path(KITTEN_PATHS["body"], fur),
        *(_limb(leg, fur) for leg in KITTEN_PATHS["nearLegs"]),
        path(KITTEN_PATHS["head"], fur),
        line(KITTEN_PATHS["collar"], seat_colour(seat), 1.8),
        *(circle(x, -4, 0.95, EYE, stroke="none") for x in (6, 10)),
        path(KITTEN_PATHS["nose"], NOSE, stroke="none"),
    ]
    return group(*parts, stroke=KITTEN_INK, stroke_width=0.9, stroke_linejoin="round")


def _limb(course: str, fur: str) -> str:
    return line(course, KITTEN_INK, 3.4) + line(course, fur, 1.9)
