"""What a seat sees, as numbers from about 0 to 1: where each part of an observation stands and what it means.

This table is the only place that says so. ``tools/generate_core_files.py`` makes the C++ constants and the documented
table of it. Seats are counted from the viewer on.
"""

from purrlab.native.observation import ObservationLayout, Part

SEATS = 5
COVERED_PLANE = SEATS - 1  # of the tokens, with fewer than five players

# name, offset, rows, columns, step, scale, meaning
TOKENS_MEANING = "each seat's tokens by cell; with fewer than five players the last row has observed and neutral ones"
TOKENS = Part("tokens", 0, SEATS, 36, 36, 1.0, TOKENS_MEANING)
HAND = Part("hand", 180, 9, 1, 1, 1 / 4, "own cards of each value")
MARKERS = Part("markers", 189, SEATS, 4, 4, 1.0, "the colours that each seat has not given up")
TRICKS = Part("tricks", 209, SEATS, 1, 1, 1 / 8, "tricks won by each seat")
BIDS = Part("bids", 214, SEATS, 1, 1, 1 / 4, "each seat's bid, 0 before it")
LED_COLOUR = Part("led_colour", 219, 4, 1, 1, 1.0, "the colour that was led")
TRICK_COLOURS = Part("trick_colours", 223, SEATS, 4, 5, 1.0, "the colour of each seat's card in the trick in play")
TRICK_VALUES = Part("trick_values", 227, SEATS, 1, 5, 1 / 8, "the value of that card")
PHASE = Part("phase", 248, 3, 1, 1, 1.0, "discards, bids or plays are to come; none when the round is over")
TRICKS_DONE = Part("tricks_done", 251, 1, 1, 1, 1 / 8, "tricks that are over")
RED_DECLARED = Part("red_declared", 252, 1, 1, 1, 1.0, "whether red was declared")
PLAYERS = Part("players", 253, 1, 1, 1, 1 / 4, "how many play")
DISCARD = Part("discard", 254, 1, 1, 1, 1 / 8, "the value of the own discard, 0 before it")
CARDS_IN_TRICK = Part("cards_in_trick", 255, 1, 1, 1, 1 / 4, "cards in the trick in play")
START = Part("start", 256, SEATS, 1, 1, 1.0, "who starts the round")
PLAYED_AT = Part("played_at", 261, 36, 1, 1, 1 / 32, "by cell, which play of the round covered it, from 1")
TOTALS = Part("totals", 297, SEATS, 1, 1, 1 / 32, "points of each seat in the rounds before; 0 in a round alone")
ROUND_NUMBER = Part("round_number", 302, 1, 1, 1, 1 / 4, "which round of the game it is, from 1; 0 in a round alone")

OBSERVATION = ObservationLayout(
    version=2,
    size=303,
    parts=(
        TOKENS,
        HAND,
        MARKERS,
        TRICKS,
        BIDS,
        LED_COLOUR,
        TRICK_COLOURS,
        TRICK_VALUES,
        PHASE,
        TRICKS_DONE,
        RED_DECLARED,
        PLAYERS,
        DISCARD,
        CARDS_IN_TRICK,
        START,
        PLAYED_AT,
        TOTALS,
        ROUND_NUMBER,
    ),
)
