"""What each call of the core accepts. A wrong argument raises; right ones come back as plain values.

Both cores, the compiled one too, call these functions before they do anything, so every condition stands here once.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from purrlab.games.cat_in_the_box.cells import hand_of
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS
from purrlab.native import arguments
from purrlab.native.arguments import (
    check,
    check_action,
    check_batch_size,
    check_budget,
    check_count,
    check_seat,
    check_seed,
    whole,
)
from purrlab.native.cat_in_the_box.arguments import (
    LAST_ACTION,
    check_bounded,
    check_copies,
    check_deal,
    check_deals,
    check_hand,
    check_hand_size,
    check_moves,
    check_neighbours,
    check_players,
    check_turned_up,
)
from purrlab.native.cat_in_the_box.features import feature_count
from purrlab.native.cat_in_the_box.history import follow
from purrlab.native.cat_in_the_box.observation import OBSERVATION
from purrlab.native.cat_in_the_box.weights import BID_LIMIT_COUNT, WEIGHT_COUNT
from purrlab.native.limits import MAX_NET_BLOCKS, MAX_NET_WIDTH, MAX_NODES, MIN_NODES

OVER_ERROR = "round: expected one in play; it is over"


def check_round(
    players: int, hands: Sequence[int], turned_up: Sequence[int], start: int, neighbours: Sequence[int]
) -> tuple[int, list[int], list[int], int, list[int]]:
    players = check_players(players)
    start = check_seat(start, players, "start")
    return players, *check_deal(players, hands, turned_up), start, check_neighbours(neighbours)


def check_game(
    players: int,
    hands: Sequence[Sequence[int]],
    turned_up: Sequence[Sequence[int]],
    start: int,
    neighbours: Sequence[int],
) -> tuple[int, list[list[int]], list[list[int]], int, list[int]]:
    players = check_players(players)
    start = check_seat(start, players, "start")
    return players, *check_deals(players, hands, turned_up), start, check_neighbours(neighbours)


def check_next_deal(
    players: int,
    hands: Sequence[int],
    turned_up: Sequence[int],
    awaited: bool,  # noqa: FBT001  # the compiled core gives it by position
) -> tuple[list[int], list[int]]:
    check(awaited, "deal: none is awaited")
    return check_deal(players, hands, turned_up)


def check_known_seat(seat: int, players: int, over: bool) -> int:  # noqa: FBT001  # the compiled core gives it so
    check(not over, OVER_ERROR)
    return check_seat(seat, players)


def check_step(legal: int, action: int) -> int:
    return check_action(action, legal, LAST_ACTION)


def check_random_play(
    players: int, rounds: int, seed: int, neighbours: Sequence[int]
) -> tuple[int, int, int, list[int]]:
    players, rounds = check_players(players), check_count(rounds, "rounds")
    return players, rounds, check_seed(seed), check_neighbours(neighbours)


def check_observe(players: int, seat: int, out: Any, mask: Any) -> int:
    return arguments.check_observe(players, seat, out, OBSERVATION.size, mask, LAST_ACTION + 1)


def check_known(
    players: int,
    seat: int,
    start: int,
    turned_up: Sequence[int],
    hand: int,
    discard: int,
    moves: Sequence[int],
    neighbours: Sequence[int],
) -> tuple[int, int, int, list[int], int, int, list[int], list[int]]:
    players = check_players(players)
    seat, start = check_seat(seat, players), check_seat(start, players, "start")
    discard = whole(discard, 0, RULES_BY_PLAYERS[players].highest, "discard: no such value")
    made, table, hand = check_moves(moves), check_turned_up(turned_up, players), check_hand(hand, players)
    check(not made or bool(discard), "moves: none before the own discard (CB7)")
    _check_history(players, seat, start, table, hand, discard, made)
    return players, seat, start, table, hand, discard, made, check_neighbours(neighbours)


def _check_history(
    players: int, seat: int, start: int, turned_up: list[int], hand: int, discard: int, moves: list[int]
) -> None:
    size, elsewhere = RULES_BY_PLAYERS[players].hand, hand_of(turned_up)
    if discard:
        history = follow(players, seat, start, turned_up, hand, moves)
        check(history.turn == seat and history.can_act, "moves: after these it is not this seat's turn")
        size -= 1 + len(history.played[seat])
        elsewhere += hand_of((discard, *chain.from_iterable(history.played)))
    check_hand_size(hand, size)
    check_copies((hand, elsewhere))


def check_weights(
    players: int, weights: Sequence[float], limits: Sequence[float], neighbours: Sequence[int]
) -> tuple[int, list[float], list[float], list[int]]:
    return (
        check_players(players),
        check_bounded(weights, WEIGHT_COUNT, "weights: expected one for each field of Weights", "weights"),
        check_bounded(limits, BID_LIMIT_COUNT, "limits: expected two", "limits"),
        check_neighbours(neighbours),
    )


def check_net(players: int, width: int, blocks: int, weights: bytes) -> tuple[int, int, int, bytes]:
    players = check_players(players)
    width = whole(width, 1, MAX_NET_WIDTH, f"width: expected a whole number from 1 to {MAX_NET_WIDTH}")
    blocks = whole(blocks, 0, MAX_NET_BLOCKS, f"blocks: expected a whole number from 0 to {MAX_NET_BLOCKS}")
    if not isinstance(weights, bytes):
        raise TypeError("weights: expected bytes")
    rows = feature_count(players) + 1 + blocks * (width + 1)
    count = rows * width + (width + 1) * (LAST_ACTION + 1)
    check(len(weights) == 2 * count, f"weights: expected {count} numbers of 16 bits")
    return players, width, blocks, weights


def check_net_players(net_players: int, players: int) -> None:
    check(net_players == players, "net: it is for another number of players")


def check_advice(legal: int) -> None:
    check(bool(legal), OVER_ERROR)


def check_is_known(known: Any, kind: type) -> None:
    """``kind`` is the Known of the core that asks."""
    if not isinstance(known, kind):
        raise TypeError("known: expected a Known")
    check(bool(known.legal), "known: expected what a seat knows when it is to act")  # type: ignore[attr-defined]


def check_search(seed: int, playouts: int, seconds: float, nodes: int) -> tuple[int, int, float, int]:
    nodes = whole(nodes, MIN_NODES, MAX_NODES, "nodes: expected a whole number from 64 to 2^30")
    return *check_budget(seed, playouts, seconds), nodes


def check_put_layout(same: bool) -> None:  # noqa: FBT001  # the compiled core gives it by position
    """A batch has one layout, by which it scores (CB17) and of which its observations say nothing."""
    check(same, "game: it is on another layout than the batch (CB3)")


def check_batch(players: int, size: int, neighbours: Sequence[int], threads: int) -> tuple[int, int, list[int], int]:
    players = check_players(players)
    size, threads = check_batch_size(size, threads)
    return players, size, check_neighbours(neighbours), threads
