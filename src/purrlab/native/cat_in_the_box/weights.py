"""The weights of the heuristic of Cat in the Box, for the bot and the playouts (core/cat_in_the_box/weights.hpp)."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Weights:
    """What the bot makes of what it counts. These were found by letting it play against itself with four players."""

    taken: float = 0.236  # chance that somebody's unseen card takes one of four open cells of its value
    spare: float = 2.32  # cards that can be played beyond those that must be: fewer is dangerous
    danger: float = 6.56  # for each spare card too few, squared
    ease: float = 1.93  # for each card that can still be played
    beaten: float = 0.258  # how much each higher open cell, for each player still to come, spoils a winning card
    trumped: float = 0.602  # how much each player still to come who has given up the colour spoils it
    win: float = 1.47  # a trick that is needed for the bid
    win_urgent: float = 15.2  # the same, for each needed trick a trick that is left
    win_any: float = 1.30  # a trick when the bid is lost anyway
    lose: float = 1.36  # a trick that is not wanted
    high_to_win: float = 1.31  # a high card where it wins a wanted trick
    high_to_lose: float = 0.954  # a high card got rid of where it loses
    touch: float = 0.667  # a token that touches an own one
    touch_more: float = 0.391  # a token that joins two
    unsafe: float = 0.195  # an unwanted play whose value others hold too
    extreme: float = 0.111  # to put a high or low card away rather than a middle one
    strength: float = 8.26  # how fast a card loses worth below the highest
    leading: float = 0.118  # what leading the first trick is worth in tricks


WEIGHT_COUNT = len(fields(Weights))
BID_LIMIT_COUNT = 2  # strengths from which to bid the middle number and the highest
