"""The five pieces of furniture (RK2), seen from above: x along the wall, y from the floor's edge outwards."""

from collections.abc import Callable
from typing import NamedTuple

from purrlab.drawings.svg import box, circle, ellipse, group, line
from purrlab.games.rascal_kittens.furniture import FurnitureColour, PieceKind


class Shades(NamedTuple):
    """A wall's colour, from light to dark."""

    light: str
    plain: str
    dark: str
    ink: str


SHADES: dict[FurnitureColour, Shades] = {
    "yellow": Shades("#fff0b8", "#f2c230", "#c48f0c", "#6e4f00"),
    "turquoise": Shades("#c9f2ee", "#37bfb5", "#17877f", "#064a46"),
    "red": Shades("#ffd3cc", "#e4523f", "#a92b1d", "#5e120a"),
    "violet": Shades("#e8d6fb", "#9a63d8", "#683aa3", "#371a5e"),
}
PIECE_SCALE = 0.84  # of a piece beside the distance of its notches: some wall is seen around it


def chair(width: float, shades: Shades) -> str:
    seat = box(0.6, 1.6, width - 1.2, 6.4, shades.light, rx=1.4, stroke=shades.ink, stroke_width=0.4)
    slats = line(f"M{width * 0.35} 3V6.6M{width * 0.65} 3V6.6", shades.plain, 0.7)
    return seat + slats + box(0.3, 7.4, width - 0.6, 2.2, shades.dark, rx=1.0, stroke=shades.ink, stroke_width=0.4)


def table(width: float, shades: Shades) -> str:
    top = box(0.3, 1.2, width - 0.6, 9.2, shades.plain, rx=1.0, stroke=shades.ink, stroke_width=0.4)
    cloth = box(width * 0.22, 1.4, width * 0.56, 8.8, "#fffdf5", opacity=0.9)
    hems = line(f"M{width * 0.22} 1.8V9.8M{width * 0.78} 1.8V9.8", shades.dark, 0.3, stroke_dasharray=".6 .9")
    plate = circle(width / 2, 5.8, 2.2, shades.light, stroke=shades.dark, stroke_width=0.4)
    return top + cloth + hems + plate + circle(width / 2, 5.8, 1.1, "#fff", stroke=shades.dark, stroke_width=0.25)


def bed(width: float, shades: Shades) -> str:
    frame = box(0.2, 0.8, width - 0.4, 11.8, shades.dark, rx=0.9, stroke=shades.ink, stroke_width=0.4)
    sheet = box(0.9, 1.4, width - 1.8, 10.4, "#fffdf7", rx=0.7)
    blanket = box(0.9, 1.4, width - 1.8, 6.4, shades.plain, rx=0.7)
    fold = box(0.9, 6.9, width - 1.8, 1.5, shades.light)
    quilt = line(
        f"M{width * 0.3} 2V6.6M{width * 0.5} 2V6.6M{width * 0.7} 2V6.6M1.4 4.1H{width - 1.4}", shades.light, 0.3
    )
    half = width / 2 - 1.6
    pillows = "".join(
        box(x, 9.0, half, 2.4, "#ffffff", rx=1.0, stroke=shades.plain, stroke_width=0.35)
        for x in (1.4, width - 1.4 - half)
    )
    return frame + sheet + blanket + fold + quilt + pillows


def wardrobe(width: float, shades: Shades) -> str:
    body = box(0.2, 2.4, width - 0.4, 10.2, shades.dark, rx=0.5, stroke=shades.ink, stroke_width=0.4)
    roof = box(1.1, 4.6, width - 2.2, 7.2, shades.plain, rx=0.4) + line(f"M{width / 2} 4.9V11.5", shades.dark, 0.35)
    doors = box(0.2, 1.4, width / 2 - 0.35, 1.7, shades.light, rx=0.4, stroke=shades.ink, stroke_width=0.35) + box(
        width / 2 + 0.15, 1.4, width / 2 - 0.35, 1.7, shades.light, rx=0.4, stroke=shades.ink, stroke_width=0.35
    )
    knobs = circle(width / 2 - 1.0, 1.1, 0.42, shades.ink) + circle(width / 2 + 1.0, 1.1, 0.42, shades.ink)
    return body + roof + doors + knobs


def armchair(width: float, shades: Shades) -> str:
    back = box(0.4, 6.4, width - 0.8, 4.0, shades.dark, rx=1.9, stroke=shades.ink, stroke_width=0.4)
    seat = box(1.4, 1.8, width - 2.8, 6.2, shades.light, rx=1.3, stroke=shades.ink, stroke_width=0.35)
    arms = "".join(
        box(x, 1.3, 1.9, 8.0, shades.plain, rx=0.95, stroke=shades.ink, stroke_width=0.4) for x in (0.2, width - 2.1)
    )
    cushion = ellipse(width / 2, 6.4, width * 0.2, 1.3, shades.plain, stroke=shades.dark, stroke_width=0.3)
    return back + seat + arms + cushion


PIECE_WIDTHS: dict[PieceKind, int] = {
    "chair": 7,
    "table": 10,
    "bed": 13,
    "wardrobe": 10,
    "armchair": 8,
}  # in most rooms
_DRAWN: dict[PieceKind, Callable[[float, Shades], str]] = {
    "chair": chair,
    "table": table,
    "bed": bed,
    "wardrobe": wardrobe,
    "armchair": armchair,
}


def draw_piece(piece: PieceKind, shades: Shades) -> str:
    """In the middle between its notches, which are at y = 0."""
    width = PIECE_WIDTHS[piece]
    return group(_DRAWN[piece](width, shades), transform=f"scale({PIECE_SCALE}) translate({-width / 2:g} 0)")
