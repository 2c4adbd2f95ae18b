"""What callers of the core of Cat in the Box may give: players, deals, hands, moves and layouts.

``checks.py`` has a function for each call of the core, made of these and of those for both cores.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from purrlab.games.cat_in_the_box.cells import ONES, hand_of
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS, TURNED_UP_COUNT
from purrlab.native.arguments import check, items, real, whole, wholes
from purrlab.native.cat_in_the_box.encoding import ACTIONS, CELL_COUNT, FIRST_BID, FIRST_DISCARD
from purrlab.native.limits import MAX_MOVES

HIGHEST_HAND = {players: (1 << 4 * numbers.highest) - 1 for players, numbers in RULES_BY_PLAYERS.items()}
EIGHTS, TWOS = 8 * ONES, 2 * ONES  # in every digit
FIFTEENS = 0x0F0F0F0F0F  # in every other digit
MAX_WEIGHT = 1000  # of weights and limits, so that nothing overflows

_SEEN_LAYOUTS: deque[list[int]] = deque(maxlen=8)  # a layout comes again with every round

LAST_ACTION = len(ACTIONS) - 1
DISCARDS = frozenset(range(FIRST_DISCARD, FIRST_BID))
HAND_SIZE_ERROR = "hands: expected as many cards as CB1 deals"


def check_players(players: int) -> int:
    return whole(players, 2, 5, "players: expected 2 to 5")


def check_neighbours(neighbours: Sequence[int]) -> list[int]:
    message = "neighbours: expected one set of cells for each of the 36 cells"
    sets = wholes(neighbours, 0, (1 << CELL_COUNT) - 1, message)
    check(len(sets) == CELL_COUNT, message)
    if sets not in _SEEN_LAYOUTS:
        check(_both_ways(sets), "neighbours: expected cells that touch each other, not one way only (CB3)")
        _SEEN_LAYOUTS.append(sets.copy())
    return sets


def _both_ways(sets: list[int]) -> bool:
    cells = range(CELL_COUNT)
    return all(sets[one] >> other & 1 == sets[other] >> one & 1 for one in cells for other in cells)


def check_bounded(numbers: Sequence[float], size: int, many: str, name: str) -> list[float]:
    """So many numbers that are not too large."""
    given = items(numbers, many)
    check(len(given) == size, many)
    message = f"{name}: expected numbers from -{MAX_WEIGHT} to {MAX_WEIGHT}"
    values = [real(number, message) for number in given]
    check(all(abs(value) <= MAX_WEIGHT for value in values), message)
    return values


def check_turned_up(values: Sequence[int], players: int) -> list[int]:
    three = "turned_up: expected three values with two players, else none"
    given = items(values, three)
    check(len(given) == min(RULES_BY_PLAYERS[players].left_over, TURNED_UP_COUNT), three)
    return wholes(given, 1, RULES_BY_PLAYERS[players].highest, "turned_up: no such value")


def check_hand(hand: int, players: int) -> int:
    return whole(hand, 0, HIGHEST_HAND[players], HAND_SIZE_ERROR)


def check_hand_size(hand: int, size: int) -> None:
    pairs = (hand & FIFTEENS) + (hand >> 4 & FIFTEENS)  # what two digits count, in one byte
    if pairs % 0xFF != size:  # the sum of the bytes
        raise ValueError(HAND_SIZE_ERROR)


def check_copies(hands: Iterable[int]) -> None:
    """CB1: of each value there are five cards in all."""
    together = 0
    for hand in hands:
        together += hand
        # A digit above five is 8 or more, or 6 or 7. That of a hand alone too, or the sum could overflow.
        if (hand | together) & EIGHTS or hand & hand >> 1 & TWOS or together & together >> 1 & TWOS:
            raise ValueError("hands: five copies at most of a value, with all that is seen (CB1)")


def check_deal(players: int, hands: Sequence[int], turned_up: Sequence[int]) -> tuple[list[int], list[int]]:
    each = "hands: expected one for each seat"
    given = items(hands, each)
    check(len(given) == players, each)
    table = check_turned_up(turned_up, players)
    dealt = wholes(given, 0, HIGHEST_HAND[players], HAND_SIZE_ERROR)
    for hand in dealt:
        check_hand_size(hand, RULES_BY_PLAYERS[players].hand)
    check_copies((*dealt, hand_of(table)))
    return dealt, table


def check_deals(
    players: int, hands: Sequence[Sequence[int]], turned_up: Sequence[Sequence[int]]
) -> tuple[list[list[int]], list[list[int]]]:
    several = "deals: expected one for each round, for as many rounds as players at most (CB5)"
    all_hands, all_turned_up = items(hands, several), items(turned_up, several)
    check(1 <= len(all_hands) == len(all_turned_up) <= players, several)
    deals = [check_deal(players, *deal) for deal in zip(all_hands, all_turned_up, strict=True)]
    return [hands for hands, _ in deals], [table for _, table in deals]


def check_moves(moves: Sequence[int]) -> list[int]:
    only = "moves: bids and plays only"
    given = items(moves, only)
    check(len(given) <= MAX_MOVES, "moves: too many for a round")
    made = wholes(given, 0, LAST_ACTION, only)
    check(DISCARDS.isdisjoint(made), only)
    return made
