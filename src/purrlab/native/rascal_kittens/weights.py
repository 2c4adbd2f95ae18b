"""The weights of the heuristic of Rascal Kittens, for the bot and for the playouts of the core."""

from dataclasses import dataclass

WEIGHT_PARTS = 1_000  # weights are in thousandths, so that the heuristic comes to the same on every machine
TOKEN_PARTS = 2_520  # of a point: in these the mean token of one to ten stacks is whole
CHANCE_PARTS = 60  # in these the chance to hold one of one to five tiles is whole
SHARE_PARTS = 12  # in these a share of two, three or four players is whole
MAX_WEIGHT = 10_000  # so that nothing overflows


@dataclass(frozen=True, slots=True)
class Weights:
    """What the bot makes of what it sees. Found by letting it play against itself. In thousandths, but for ``run``."""

    others: int = 800  # what all the others gain together, in a game of two
    future: int = 600  # what the next run is likely to bring
    run: int = 100  # the string that a run takes, more or less, in units of the floor
    shortage: int = 20  # for each unit of string that the rest of the game is likely to need beyond what is left
    length: int = 2  # for each unit of string used up: it decides ties
