"""What one seat knows of a round."""

from collections.abc import Sequence
from itertools import chain

from purrlab.games.cat_in_the_box.cells import hand_of
from purrlab.games.cat_in_the_box.setup import NUMBERS
from purrlab.native import backend
from purrlab.native.arguments import (
    check,
    check_copies,
    check_hand,
    check_hand_size,
    check_moves,
    check_neighbours,
    check_players,
    check_seat,
    check_seed,
    check_turned_up,
    whole,
)
from purrlab.native.history import follow
from purrlab.native.policy import Policy, check_policy
from purrlab.native.round import Round


class Known(backend.CoreObject):
    """What one seat knows when it is to act: the open history, the own hand and the own discard (0 before it)."""

    __slots__ = ("players",)
    _core: "backend.core.Known"

    def __init__(
        self,
        players: int,
        seat: int,
        start: int,
        turned_up: Sequence[int],
        hand: int,
        discard: int,
        moves: Sequence[int],
        neighbours: Sequence[int],
    ) -> None:
        self.players = players = check_players(players)
        seat, start = check_seat(seat, players), check_seat(start, players, "start")
        discard = whole(discard, 0, NUMBERS[players].highest, "discard: no such value")
        made, table, hand = check_moves(moves), check_turned_up(turned_up, players), check_hand(hand, players)
        check(not made or bool(discard), "moves: none before the own discard (CB7)")
        _check_history(players, seat, start, table, hand, discard, made)
        around = check_neighbours(neighbours)
        self._core = backend.core.Known(players, seat, start, table, hand, discard, made, around)

    @property
    def legal(self) -> int:
        """What the seat may do, as bits."""
        return self._core.legal

    def redeal(self, seed: int, policy: Policy | None = None) -> Round:
        """A round that looks the same to the seat, with the unseen cards dealt anew."""
        chosen = None if policy is None else check_policy(policy, self.players)
        return Round.of(self._core.redeal(check_seed(seed), chosen))


def _check_history(
    players: int, seat: int, start: int, turned_up: list[int], hand: int, discard: int, moves: list[int]
) -> None:
    size, elsewhere = NUMBERS[players].hand, hand_of(turned_up)
    if discard:
        history = follow(players, seat, start, turned_up, hand, moves)
        check(history.turn == seat and history.can_act, "moves: after these it is not this seat's turn")
        size -= 1 + len(history.played[seat])
        elsewhere += hand_of((discard, *chain.from_iterable(history.played)))
    check_hand_size(hand, size)
    check_copies((hand, elsewhere))
