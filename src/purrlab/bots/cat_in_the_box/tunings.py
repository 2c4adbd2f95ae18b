"""Weights of the heuristic for each number of players.

``benchmarks/tune_heuristic.py`` finds such weights, by the cross-entropy method and against a pool that grows.
With four players the search plays better by the weights that were found first, so the bot keeps them there.
"""

from collections.abc import Mapping
from typing import NamedTuple

from purrlab.native.cat_in_the_box.weights import Weights

NO_BIDS = (0.0, 0.0)  # two players do not bid


class Tuning(NamedTuple):
    weights: Weights
    bid_limits: tuple[float, float]  # the strengths from which to bid the middle number, and the highest


# fmt: off
# By four players against themselves, for any number of players.
FIRST: Mapping[int, Tuning] = {
    2: Tuning(Weights(), NO_BIDS),
    3: Tuning(Weights(), (1.0, 3.2)),
    4: Tuning(Weights(), (1.34, 3.16)),
    5: Tuning(Weights(), (1.6, 3.2)),
}
# Ahead of FIRST by so many points a round: 3.3 with two players, 1.4 with three, 0.3 with five.
TUNED: Mapping[int, Tuning] = {
    2: Tuning(
        Weights(0.118, 20.0, 156.0, 0.52, 0.00677, 49.1, 1.28, 0.266, 0.0825, 5.3, 1.13, 0.299,
                1.29, 7.26, 0.0196, 0.0541, 10.7, 0.214),
        NO_BIDS,
    ),
    3: Tuning(
        Weights(0.246, 4.11, 18.8, 1.31, 0.0154, 2.17, 0.413, 19.2, 22.1, 0.498, 1.12, 1.0,
                0.541, 0.857, 0.0333, 0.337, 4.05, 0.00641),
        (2.22, 4.01),
    ),
    4: FIRST[4],
    5: Tuning(
        Weights(0.325, 1.64, 27.4, 1.35, 1.44, 2.45, 1.44, 143.0, 4.71, 3.26, 0.0362, 0.154,
                0.294, 3.32, 0.0176, 0.17, 12.2, 0.0218),
        (1.18, 5.44),
    ),
}
# Found on the way: somebody else to play against.
RIVAL: Mapping[int, Tuning] = {
    2: Tuning(
        Weights(0.221, 1.86, 24.1, 2.14, 0.192, 11.2, 2.4, 1.71, 0.893, 0.513, 2.39, 0.162,
                0.739, 0.173, 0.118, 0.119, 8.36, 0.0399),
        NO_BIDS,
    ),
    3: Tuning(
        Weights(0.466, 2.99, 9.64, 1.33, 0.0711, 0.729, 0.433, 20.4, 12.1, 0.501, 0.522, 1.19,
                0.978, 0.603, 0.0748, 0.0997, 4.94, 0.0203),
        (2.16, 3.9),
    ),
    4: Tuning(
        Weights(0.387, 2.82, 11.3, 2.77, 0.0563, 0.151, 0.486, 21.2, 2.69, 2.69, 0.195, 1.68,
                0.599, 1.05, 0.316, 0.131, 4.92, 0.0233),
        (1.82, 3.63),
    ),
    5: Tuning(
        Weights(0.341, 2.22, 11.3, 1.39, 1.29, 2.39, 1.48, 86.4, 3.38, 1.14, 0.146, 0.37,
                0.269, 2.48, 0.149, 0.133, 2.22, 0.0338),
        (2.18, 6.96),
    ),
}
# fmt: on
