"""What a seat sees of Rascal Kittens, as numbers: where each part of an observation stands and what it means.

This table is the only place that says so. ``tools/generate_core_files.py`` makes the C++ constants of it. Seats are
counted from the viewer on. Rooms differ from game to game, so what every run would touch is part of what is seen.
"""

from itertools import accumulate

from purrlab.games.rascal_kittens.furniture import COLOURS, NOTCHES, TILES, TOKENS, TOYS
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS
from purrlab.native.observation import ObservationLayout, Part

SEATS = max(RULES_BY_PLAYERS)

# name, rows, columns, scale, meaning
_PARTS = (
    ("hand", 1, len(TILES), 1.0, "own tiles"),
    ("shown", 1, len(TILES), 1.0, "tiles that lie or lay in the middle"),
    ("top", 1, len(TILES), 1.0, "the tile on top"),
    ("held", SEATS, len(COLOURS), 1 / 4, "how many tiles of each colour each seat has in hand"),
    ("draws", SEATS, len(COLOURS), 1.0, "the colours of each seat's extra tiles"),
    ("ends", SEATS, len(NOTCHES), 1.0, "the notch that each string has come to"),
    ("strings", 1, SEATS, 2**-20, "what is left of each string, in thousandths"),
    ("left", 1, len(TOYS), 1 / 4, "tokens left on each stack"),
    ("tokens", SEATS, len(TOYS), 1 / 4, "how many tokens of each toy each seat has"),
    ("own_tokens", len(TOYS), len(TOKENS), 1 / 4, "the values of the own tokens, by their place in the stack"),
    ("total", 1, 1, 1 / 64, "the own total"),
    ("phase", 1, 4, 1.0, "draws, anchors, lays or runs are to come; none when the game is over"),
    ("rounds_begun", 1, 1, 1 / 16, "rounds that have begun"),
    ("leader", 1, SEATS, 1.0, "who leads this round, or the next"),
    ("ran", 1, 1, 1 / 4, "in a round under way, who has run or cannot"),
    ("players", 1, 1, 1 / 4, "how many play"),
    ("older", 1, 1, 1.0, "whether kinds of toys count"),
    ("lengths", SEATS, len(NOTCHES), 2**-17, "the string that each seat's run to each way in takes, in thousandths"),
    ("toys_touched", SEATS * len(NOTCHES), len(TOYS), 1.0, "the toys that each seat's run to each way in touches"),
)
_OFFSETS = accumulate((rows * columns for _, rows, columns, _, _ in _PARTS), initial=0)

PARTS = {
    name: Part(name, offset, rows, columns, columns, scale, meaning)
    for (name, rows, columns, scale, meaning), offset in zip(_PARTS, _OFFSETS, strict=False)
}
OBSERVATION = ObservationLayout(
    version=1, size=sum(part.rows * part.columns for part in PARTS.values()), parts=tuple(PARTS.values())
)
