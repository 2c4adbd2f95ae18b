"""A card whose cat looks out of its box, and a fan of them."""

from purrlab.drawings.cat_in_the_box.research_board import INKS, SIGNS
from purrlab.drawings.cats import CARTON_COLOURS, cat
from purrlab.drawings.drawing import Drawing
from purrlab.drawings.svg import box, element, group, path

GROUNDS = {"red": "#f5c9c2", "blue": "#c6dbf3", "yellow": "#f8e3a0", "green": "#c3e4cc"}
CARD_PATHS = {
    "flaps": "M14 82L5 74L12 70L22 80ZM66 82L75 74L68 70L58 80Z",
    "carton": "M13 80h54l-3.5 24h-47z",
    "tape": "M36 80h8l-.6 24h-6.8z",
}
FAN = (("blue", -18, 74), ("yellow", -6, 64), ("red", 6, 52), ("green", 18, 68))  # colour, turn, height of the cat
FAN_STEP = 44


def draw_fan() -> Drawing:
    """What a table of the game looks like before anybody may see its board."""
    cards = (
        group(
            _card(colour, height), transform=f"translate({place * FAN_STEP} {abs(turn) * 0.9:g}) rotate({turn} 40 160)"
        )
        for place, (colour, turn, height) in enumerate(FAN)
    )
    return Drawing("".join(cards), 300, 160, -44, -6)


def _card(colour: str, height: float) -> str:
    """80 wide, 112 high, with no words: its colour, its sign and the cat, as far out as it looks."""
    edge = {"stroke": CARTON_COLOURS["edge"], "stroke_width": 2, "stroke_linejoin": "round"}
    clip = element("clipPath", box(6, 8, 68, 74, "none"), id=f"inside-{colour}")
    looking = group(group(cat(), transform=f"translate(40 {height}) scale(.78)"), clip_path=f"url(#inside-{colour})")
    flaps = path(CARD_PATHS["flaps"], CARTON_COLOURS["flap"], **edge)
    front = path(CARD_PATHS["carton"], CARTON_COLOURS["front"], **edge)
    carton = front + path(CARD_PATHS["tape"], CARTON_COLOURS["tape"])
    sign = group(path(SIGNS[colour], INKS[colour]), transform="translate(65 15) scale(.8)")
    ground = box(1.5, 1.5, 77, 109, GROUNDS[colour], rx=10, stroke=INKS[colour], stroke_width=3)
    return clip + ground + looking + flaps + carton + sign
