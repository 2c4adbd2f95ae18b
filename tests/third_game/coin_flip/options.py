"""What can be chosen before a game of Coin Flip."""

from purrlab.games.options import Option

SEATS = range(2, 4)  # CF1

OPTIONS = (
    Option(
        name="numbers",
        rule="CF4",
        about="whether two players may say the same number",
        kind="choice",
        choices=dict.fromkeys(SEATS, ("different", "any")),
        default=dict.fromkeys(SEATS, "different"),
    ),
    Option(name="start", rule="CF3", about="who starts round 1", kind="seat", default=None),
)
