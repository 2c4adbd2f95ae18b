"""What can be chosen before a game of Rascal Kittens."""

from typing import Literal, get_args

from purrlab.games.options import Option
from purrlab.games.rascal_kittens.room_files import COORDINATE_DECIMALS, MAX_COORDINATE
from purrlab.games.rascal_kittens.rooms import BUILT_IN, Room
from purrlab.games.rascal_kittens.setup import RULES_BY_PLAYERS

Variant = Literal["basic", "older"]  # RK15: "older" adds points for kinds of toys
VARIANTS: tuple[str, ...] = get_args(Variant)
DEFAULT_STRING_LENGTH = 1300.0  # RK13: long enough that it seldom runs out

OPTIONS = (
    Option(
        name="rooms",
        rule="RK7",
        about="the room of each player",
        kind="choice",
        choices=dict.fromkeys(RULES_BY_PLAYERS, BUILT_IN),
        default=None,
        each_seat=True,
        own_file=Room,
    ),
    Option(
        name="variant",
        rule="RK15",
        about="which points are counted; older counts kinds of toys too",
        kind="choice",
        choices=dict.fromkeys(RULES_BY_PLAYERS, VARIANTS),
        default=dict.fromkeys(RULES_BY_PLAYERS, "basic"),
    ),
    Option(name="start", rule="RK8", about="who leads round 1", kind="seat", default=None),
    Option(
        name="string",
        rule="RK7",
        about="how long everybody's string is",
        kind="number",
        default=dict.fromkeys(RULES_BY_PLAYERS, DEFAULT_STRING_LENGTH),
        lowest=10**-COORDINATE_DECIMALS,
        highest=MAX_COORDINATE,
        decimals=COORDINATE_DECIMALS,
    ),
)
