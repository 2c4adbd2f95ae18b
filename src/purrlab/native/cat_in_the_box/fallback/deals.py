"""Deals, and the states of the rules that the core's rounds and games begin with."""

from collections.abc import Sequence

from purrlab.games.cat_in_the_box.cells import COPIES_PER_VALUE, hand_of
from purrlab.games.cat_in_the_box.layout import Layout
from purrlab.games.cat_in_the_box.notation import Discard
from purrlab.games.cat_in_the_box.rules import CatInTheBoxState
from purrlab.games.cat_in_the_box.setup import RULES_BY_PLAYERS, TURNED_UP_COUNT, CatInTheBoxSetup, Deal
from purrlab.games.cat_in_the_box.table import PastRound, RoundResult
from purrlab.games.registry import find_game
from purrlab.games.values import FrozenDict, frozen
from purrlab.native.arguments import check_seed
from purrlab.native.cat_in_the_box.arguments import check_players
from purrlab.native.chance import Rng


def setup_of(players: int, deals: tuple[Deal, ...], start: int, neighbours: Sequence[int]) -> CatInTheBoxSetup:
    return CatInTheBoxSetup(
        game=find_game("cat-in-the-box"),
        players=players,
        numbers=RULES_BY_PLAYERS[players],
        options=frozen({}),
        layout=Layout("given", (), FrozenDict({1 << cell: touching for cell, touching in enumerate(neighbours)})),
        start=start,
        by_lot=(),
        seed=None,
        chance=None,
        deals=deals,
    )


def random_deal(players: int, seed: int) -> tuple[list[int], list[int]]:
    """Hands, and what is turned up with two players. The same seed gives the same in the compiled core."""
    return deal_by(check_players(players), Rng(check_seed(seed)))


def deal_by(players: int, rng: Rng) -> tuple[list[int], list[int]]:
    numbers = RULES_BY_PLAYERS[players]
    cards = [value for value in range(1, numbers.highest + 1) for _ in range(COPIES_PER_VALUE)]
    rng.shuffle(cards)
    hands = [hand_of(cards[at : at + numbers.hand]) for at in range(0, numbers.hand * players, numbers.hand)]
    return hands, cards[numbers.hand * players :][:TURNED_UP_COUNT]


def turn_in(state: CatInTheBoxState, first: int) -> int:
    """While all discard, those who have not yet, clockwise from the first; else whose turn it is."""
    if state.expects is not Discard:
        return state.turn
    seats = [(first + other) % state.players for other in range(state.players)]
    return next(seat for seat in seats if seat in state.to_act)


def as_last_round(state: CatInTheBoxState) -> CatInTheBoxState:
    """The same round as the last one of its game, after others in which nothing happened."""
    if state.outcome:
        return state
    zeros = (0,) * state.players
    result = RoundResult(
        opening=state.round.opening,
        bids=None,
        plays=(),
        marker_losses=(),
        finished_tricks=(),
        paradox=None,
        revealed=None,
        boards=state.boards,
        tricks=zeros,
        bonus=zeros,
        scores=zeros,
        layout=state.setup.layout,
    )
    past = (PastRound(result, state.round.deal, discards=zeros),) * (state.players - 1)
    return state._replace(round=state.round.after(past))
