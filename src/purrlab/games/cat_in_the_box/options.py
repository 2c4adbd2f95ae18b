"""What can be chosen before a game of Cat in the Box."""

from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.games.options import Option

OPTIONS = (
    Option(
        name="layout",
        rule="CB3",
        about="the research board; purple is an arrangement of our own, not the printed one",
        kind="choice",
        choices={players: numbers.layouts for players, numbers in RULES_BY_PLAYERS.items()},
        default={players: numbers.layouts[0] for players, numbers in RULES_BY_PLAYERS.items()},
        own_file=Layout,
    ),
    Option(name="start", rule="CB4", about="who starts round 1", kind="seat", default=None),
)
